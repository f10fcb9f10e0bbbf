// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Begins: unpacks the library, starts the worker, opens what was asked for.
import { render } from 'preact';
import wasmPacked from 'wayfield-wasm';
import workerSource from 'wayfield-worker';
import { gallery } from './model/gallery.ts';
import { unpack } from './model/recording.ts';
import { Studio } from './model/studio.ts';
import { App } from './ui/app.tsx';
import { fromFragment } from './ui/files.ts';
import './ui/styles.css';

// As it was sent, before anything is put into it: pages that are saved are made of it. This script was unpacked (boot.js), it is not part of it.
document.currentScript?.remove();
const pageSource = `<!doctype html>\n${document.documentElement.outerHTML}\n`;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

interface Kept {
  name: string;
  text: string;
}

function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept && typeof kept.name === 'string' && typeof kept.text === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** In this order: what the page was saved with, what the link says, what was edited here last, the park. */
async function openFirst(studio: Studio): Promise<void> {
  const inside = readKept(document.getElementById('scene')?.textContent ?? null);
  if (inside) {
    studio.openText(inside.name, inside.text);
    return;
  }
  let damaged = false;
  try {
    const linked = await fromFragment(window.location.hash);
    if (linked !== null) {
      studio.openText('linked.json', linked);
      return;
    }
  } catch {
    damaged = true;
  }
  const named = /^#([a-zA-Z0-9-]+)$/.exec(window.location.hash)?.[1];
  const kept = damaged ? null : readKept(stored('wayfield.work'));
  if (named && studio.openById(named)) {
    return;
  }
  if (kept && !named) {
    studio.openText(kept.name, kept.text);
    return;
  }
  studio.openById('park');
  studio.set({ notice: damaged ? 'The link is damaged; here is the park instead.' : null });
}

/** Edits are kept in this browser. */
function keepWork(studio: Studio): void {
  let timer = 0;
  studio.store.watch(() => {
    const { canUndo, document } = studio.state;
    if (!canUndo || document.value === null) {
      return;
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      try {
        localStorage.setItem('wayfield.work', JSON.stringify({ name: studio.sourceName, text: document.text }));
      } catch {
        // Full or forbidden: the work stays on the page only.
      }
    }, 400);
  });
}

async function begin(): Promise<void> {
  const worker = new Worker(URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' })));
  const studio = new Studio(worker, await unpack(wasmPacked()));
  const theme = stored('wayfield.theme') ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  studio.set({ theme: theme === 'dark' ? 'dark' : 'light', phase: 'loading', hints: stored('wayfield.visited') === null, layers: { ...studio.state.layers, names: window.innerWidth > 760 } });
  render(<App studio={studio} pageSource={pageSource} />, document.getElementById('app')!);
  await openFirst(studio);
  keepWork(studio);
  window.addEventListener('hashchange', () => void openFirst(studio));
  // For tests, and for the curious.
  Object.assign(window, { studio, gallery });
}

void begin();
