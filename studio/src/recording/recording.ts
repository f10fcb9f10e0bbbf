// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A worker that reads or writes one recording.
import { readSqlite } from './sqlite.ts';
import { BadRecording, toRun } from './rows.ts';
import { readText } from './text.ts';
import { writeSqlite, type RunToWrite } from './write.ts';

type Ask = AskForRecording | { run: RunToWrite; wasm: ArrayBuffer };

export interface AskForRecording {
  name: string;
  bytes: Uint8Array;
  /** sqlite's. */
  wasm: ArrayBuffer;
}

const USUAL_FPS = 25;
const scope = self as unknown as { onmessage: (event: MessageEvent<Ask>) => void; postMessage: (message: unknown, transfer?: Transferable[]) => void };

export function isDatabase(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 15)) === 'SQLite format 3';
}

scope.onmessage = async ({ data }) => {
  try {
    if ('run' in data) {
      scope.postMessage({ bytes: await writeSqlite(data.run, data.wasm) });
      return;
    }
    const rows = isDatabase(data.bytes) ? await readSqlite(data.bytes, data.wasm) : readText(new TextDecoder().decode(data.bytes), { fps: USUAL_FPS });
    const { stage, batch } = toRun(rows, rows.name || data.name.replace(/\.[^.]*$/, ''));
    const buffers = Object.values(batch).filter((value) => ArrayBuffer.isView(value)).map((view) => view.buffer as ArrayBuffer);
    scope.postMessage({ stage, batch }, [...new Set(buffers)]);
  } catch (error) {
    scope.postMessage({ message: error instanceof BadRecording ? error.message : `It cannot be read: ${error instanceof Error ? error.message : String(error)}` });
  }
};
