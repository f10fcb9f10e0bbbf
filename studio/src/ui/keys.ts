// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import type { Studio, Tool } from '../model/studio.ts';
import type { Viewport } from '../view/viewport.ts';
import { deletePart } from './edit.tsx';
import type { Pointer } from './pointer.ts';

const drawing: Record<string, Tool> = { s: 'select', w: 'wall', b: 'box', o: 'disc', p: 'polygon', x: 'goal', a: 'people' };

/** Keys of the whole page, except while something is typed. */
export function listenToKeys(studio: Studio, viewport: Viewport, pointer: Pointer): () => void {
  const act: Record<string, () => void> = {
    ' ': () => studio.play(),
    ',': () => studio.step(-1),
    '.': () => studio.step(1),
    Home: () => studio.seek(0),
    End: () => studio.seek(studio.record?.duration ?? 0),
    ArrowLeft: () => viewport.pan(-1, 0),
    ArrowRight: () => viewport.pan(1, 0),
    ArrowUp: () => viewport.pan(0, 1),
    ArrowDown: () => viewport.pan(0, -1),
    '+': () => viewport.zoom(1.3),
    '=': () => viewport.zoom(1.3),
    '-': () => viewport.zoom(1 / 1.3),
    '0': () => viewport.fit(),
    v: () => viewport.setView(studio.state.view === '2d' ? '3d' : '2d'),
    e: () => studio.set(studio.state.mode === 'edit' ? { mode: 'watch', panel: 'scene', part: null, tool: 'select' } : { mode: 'edit', panel: 'edit', selected: 0 }),
    t: () => studio.setLayer('trails', !studio.state.layers.trails),
    d: () => studio.setLayer('density', !studio.state.layers.density),
    f: () => studio.setLayer('field', !studio.state.layers.field),
    n: () => studio.set({ panel: studio.state.panel === 'numbers' ? 'scene' : 'numbers', mode: 'watch' }),
    g: () => studio.set({ dialog: 'gallery' }),
    '?': () => studio.set({ dialog: 'keys' }),
    Delete: () => deletePart(studio),
    Backspace: () => deletePart(studio),
    Enter: () => pointer.finishPoints(),
    Escape: () => {
      pointer.cancel();
      studio.set({ tool: 'select', sending: false, notice: null, part: null });
      if (studio.state.selected > 0) {
        studio.select(0);
      }
    },
  };
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) && (target as HTMLInputElement).type !== 'checkbox';
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
      event.preventDefault();
      (event.shiftKey ? () => studio.redo() : () => studio.undo())();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || studio.state.dialog !== null) {
      return;
    }
    if ((event.key === ' ' || event.key === 'Enter') && target.tagName === 'BUTTON') {
      return; // it presses the button
    }
    const tool = studio.state.mode === 'edit' && studio.state.canEdit ? drawing[event.key.toLowerCase()] : undefined;
    const work = tool ? () => studio.set({ tool, part: null }) : act[event.key] ?? act[event.key.toLowerCase()];
    if (work) {
      event.preventDefault();
      work();
    }
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}
