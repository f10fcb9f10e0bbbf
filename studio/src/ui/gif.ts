// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The picture as it is seen now, moving: one frame after the other is drawn, and the page stays alive between them.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Studio } from '../model/studio.ts';
import type { Viewport } from '../view/viewport.ts';

const FPS = 12.5; // what viewers show as it is: whole hundredths of a second
const SECONDS = 8;
const WIDEST = 640; // pixels

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** From the time shown on, as fast as it is played. Null: there is nothing to show. */
export async function makeGif(studio: Studio, viewport: Viewport, onProgress: (share: number) => void): Promise<Uint8Array | null> {
  const { record } = studio;
  if (!record || record.head < 1) {
    return null;
  }
  const { speed } = studio.state;
  const begin = studio.time >= record.duration - 0.5 ? 0 : studio.time;
  const shown = studio.time;
  const frames = Math.max(2, Math.floor(Math.min(SECONDS, (record.duration - begin) / speed) * FPS));
  const { width, height } = viewport.canvas;
  const scale = Math.min(1, WIDEST / Math.max(1, width));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const gif = GIFEncoder();
  studio.play(false);
  let palette: number[][] | null = null;
  for (let k = 0; k < frames; ++k) {
    studio.time = begin + (k * speed) / FPS;
    viewport.drawNow();
    pen.drawImage(viewport.canvas, 0, 0, canvas.width, canvas.height);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    // One palette for all: colours do not flicker.
    palette ??= quantize(data, 128);
    gif.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette: k === 0 ? palette : undefined, delay: 1000 / FPS });
    onProgress((k + 1) / frames);
    await pause();
  }
  gif.finish();
  studio.seek(shown);
  return gif.bytes();
}
