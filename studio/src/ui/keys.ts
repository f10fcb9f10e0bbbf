// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import type { OrderTool } from '../model/command.ts';
import type { Studio, Tool } from '../model/studio.ts';
import type { Viewport } from '../view/viewport.ts';
import { deletePart } from './edit.tsx';
import type { Pointer } from './pointer.ts';

/** While groups are commanded letters choose orders. */
const ordering: Record<string, OrderTool> = { q: 'select', l: 'lasso', m: 'go', r: 'free', a: 'attack', f: 'follow', p: 'patrol', d: 'sketch', c: 'curve', o: 'outline' };

const drawing: Record<string, Tool> = { s: 'select', w: 'wall', b: 'box', o: 'disc', p: 'polygon', x: 'goal', a: 'people' };

const watching = { mode: 'watch', panel: 'scene', part: null, tool: 'select' } as const;

/** First the tool is put down, then nobody is selected, then one only watches. */
function escapeCommand(studio: Studio): void {
  const { mode, command } = studio.state;
  if (mode !== 'command') {
    return;
  }
  if (command.tool !== 'select') {
    studio.commander.set({ tool: 'select' });
  } else if (command.selection.length > 0) {
    studio.commander.select([]);
  } else {
    studio.set(watching);
  }
}

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
    e: () => studio.set(studio.state.mode === 'edit' ? watching : { mode: 'edit', panel: 'edit', selected: 0, tool: 'select' }),
    c: () => studio.set({ mode: 'command', panel: 'command', selected: 0, part: null, tool: 'select', hints: false }),
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
      escapeCommand(studio);
      studio.set({ tool: 'select', sending: false, notice: null, part: null });
      if (studio.state.selected > 0) {
        studio.select(0);
      }
    },
  };
  const commander = studio.commander;
  const command: Record<string, () => void> = {
    h: () => commander.hold(), s: () => commander.stop(), g: () => commander.makeGroup(), x: () => commander.split(), j: () => commander.merge(), Delete: () => commander.disband(), Backspace: () => commander.disband(),
  };
  const commandKey = (event: KeyboardEvent): (() => void) | undefined => {
    const key = event.key.toLowerCase();
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (digit) {
      return () => (event.ctrlKey || event.altKey || event.metaKey ? commander.keep(digit) : commander.recall(digit));
    }
    if (event.ctrlKey || event.metaKey) {
      return key === 'z' && !event.shiftKey ? () => commander.takeBack() : key === 'a' ? () => commander.selectAll() : undefined;
    }
    if (event.altKey) {
      return undefined;
    }
    const tool = ordering[key];
    const isFlat = studio.state.stage?.mesh == null || !['sketch', 'curve', 'outline'].includes(tool ?? '');
    return tool ? (isFlat ? () => commander.set({ tool }) : undefined) : command[key] ?? command[event.key];
  };
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) && (target as HTMLInputElement).type !== 'checkbox';
    const commanded = studio.state.mode === 'command' && !typing && studio.state.dialog === null ? commandKey(event) : undefined;
    if (commanded) {
      event.preventDefault();
      commanded();
      return;
    }
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
