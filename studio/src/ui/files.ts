// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Files in: dropped, chosen, or from a link. And out.
import { isObject } from '../model/json.ts';
import { isRecording, readRecording } from '../model/recording.ts';
import type { Studio } from '../model/studio.ts';

/** Larger files are not read: the page stays alive. */
const MOST_BYTES = 64 << 20;

const decoder = new TextDecoder();
const endsWith = (name: string, ...endings: string[]) => endings.some((ending) => name.toLowerCase().endsWith(ending));

/** PNG as PGM, which the reader takes under the same name. */
async function decodePng(file: Blob): Promise<Uint8Array> {
  const image = await createImageBitmap(file);
  if (image.width * image.height > 64e6) {
    throw new Error(`${image.width} x ${image.height} pixels are too many`);
  }
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const head = new TextEncoder().encode(`P5\n${image.width} ${image.height}\n255\n`);
  const pgm = new Uint8Array(head.length + image.width * image.height);
  pgm.set(head);
  for (let i = 0; i < image.width * image.height; ++i) {
    pgm[head.length + i] = Math.round((data[4 * i]! + data[4 * i + 1]! + data[4 * i + 2]!) / 3);
  }
  return pgm;
}

/** A scenario around a file that has no agents of its own: there is something to see at once. */
function wrap(name: string): string {
  const mesh = endsWith(name, '.obj', '.ply', '.stl', '.off');
  const title = name.replace(/\.[^.]*$/, '');
  return mesh
    ? `${JSON.stringify({ version: 1, name: title, mesh: { file: name }, agents: [{ name: 'people', count: 50, stops: [] }], run: { seconds: 60 } }, null, 2)}\n`
    : `${JSON.stringify({ version: 1, name: title, world: { map: name }, goals: [], agents: [], run: { seconds: 120 } }, null, 2)}\n`;
}

/** A log of orders has no world of its own: it is for the scene that is open. */
function isOrderLog(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) && Array.isArray(value.orders) && !('world' in value) && !('mesh' in value);
  } catch {
    return false;
  }
}

/** One file is the scene; the others are what it refers to. */
export async function openFiles(studio: Studio, files: File[]): Promise<void> {
  if (files.length === 0) {
    return;
  }
  try {
    const large = files.find((file) => file.size > MOST_BYTES);
    if (large) {
      throw new Error(`${large.name} has ${(large.size / 1e6).toFixed(0)} MB; up to ${MOST_BYTES >> 20} MB are read here.`);
    }
    const read = await Promise.all(files.map(async (file): Promise<[string, Uint8Array]> => [file.name, endsWith(file.name, '.png') ? await decodePng(file) : new Uint8Array(await file.arrayBuffer())]));
    const main = read.find(([name]) => endsWith(name, '.json')) ?? read.find(([name]) => endsWith(name, '.yaml', '.yml')) ?? read[0]!;
    const [name, bytes] = main;
    if (isRecording(name, bytes)) {
      studio.set({ notice: `Reading ${name} …` });
      studio.openRecording(name, await readRecording(name, bytes));
    } else if (endsWith(name, '.json') && isOrderLog(decoder.decode(bytes))) {
      studio.openOrders(decoder.decode(bytes));
    } else if (endsWith(name, '.json')) {
      studio.openText(name, decoder.decode(bytes), read.filter((file) => file !== main));
    } else {
      studio.openText(`${name}.json`, wrap(name), read);
    }
  } catch (error) {
    studio.set({ notice: error instanceof Error ? error.message : String(error), dialog: null });
  }
}

export function save(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// ---------------------------------------------------------------------------------------------------------------- links

async function squeeze(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('the link holds too much');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The scenario, packed into the part of an address that is never sent anywhere. */
export async function toFragment(text: string): Promise<string> {
  const packed = await squeeze(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), 1 << 24);
  let binary = '';
  packed.forEach((byte) => (binary += String.fromCharCode(byte)));
  return `#s=${btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

export async function fromFragment(fragment: string): Promise<string | null> {
  const match = /^#s=([A-Za-z0-9_-]+)$/.exec(fragment);
  if (!match) {
    return null;
  }
  const binary = atob(match[1]!.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = await squeeze(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'), 1 << 22);
  return decoder.decode(bytes);
}
