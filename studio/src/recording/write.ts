// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A run as JuPedSim's database, version 2, with what Wayfield adds to it (src/record/recorder_sqlite.c).
import type { Database } from '@sqlite.org/sqlite-wasm';
import { startSqlite } from './sqlite.ts';

export interface RunToWrite {
  name: string;
  fps: number;
  wkt: string;
  lower: readonly [number, number];
  upper: readonly [number, number];
  counts: Uint32Array;
  serials: Uint32Array;
  places: Float32Array;
  headings: Float32Array;
  /** Of each serial: radius, desired speed, half depth. */
  sizes: [number, number, number, number][];
  hasHeights: boolean;
}

const tables = `
CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
CREATE TABLE wayfield_metadata(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE wayfield_agents(id INTEGER NOT NULL, frame INTEGER NOT NULL, radius REAL NOT NULL, desired_speed REAL NOT NULL, depth REAL, PRIMARY KEY(id, frame)) WITHOUT ROWID;
CREATE TABLE wayfield_heights(frame INTEGER NOT NULL, id INTEGER NOT NULL, z REAL NOT NULL, PRIMARY KEY(frame, id)) WITHOUT ROWID;`;

function fill(db: Database, run: RunToWrite): void {
  const insert = (table: string, count: number) => db.prepare(`INSERT INTO ${table} VALUES(${new Array(count).fill('?').join(', ')})`);
  const [rows, frames, heights, agents] = [insert('trajectory_data', 6), insert('frame_data', 2), insert('wayfield_heights', 3), insert('wayfield_agents', 5)];
  const first = new Map<number, number>();
  let at = 0;
  run.counts.forEach((count, frame) => {
    frames.bind([frame, 1]).stepReset();
    for (const end = at + count; at < end; ++at) {
      const serial = run.serials[at]!;
      rows.bind([frame, serial, run.places[3 * at]!, run.places[3 * at + 1]!, Math.cos(run.headings[at]!), Math.sin(run.headings[at]!)]).stepReset();
      if (run.hasHeights) {
        heights.bind([frame, serial, run.places[3 * at + 2]!]).stepReset();
      }
      if (!first.has(serial)) {
        first.set(serial, frame);
      }
    }
  });
  for (const [serial, radius, speed, depth] of run.sizes) {
    if (first.has(serial)) {
      agents.bind([serial, first.get(serial)!, radius, speed, depth]).stepReset();
    }
  }
  [rows, frames, heights, agents].forEach((statement) => statement.finalize());
  const put = (table: string, key: string, value: string | number) => db.exec({ sql: `INSERT INTO ${table} VALUES(?, ?)`, bind: [key, String(value)] });
  put('metadata', 'version', 2);
  put('metadata', 'fps', run.fps);
  put('metadata', 'xmin', run.lower[0]);
  put('metadata', 'xmax', run.upper[0]);
  put('metadata', 'ymin', run.lower[1]);
  put('metadata', 'ymax', run.upper[1]);
  put('wayfield_metadata', 'name', run.name);
  db.exec({ sql: 'INSERT INTO geometry VALUES(1, ?)', bind: [run.wkt] });
  if (!run.hasHeights) {
    db.exec('DROP TABLE wayfield_heights');
  }
}

export async function writeSqlite(run: RunToWrite, wasm: ArrayBuffer): Promise<Uint8Array> {
  const sqlite = await startSqlite(wasm);
  const db = new sqlite.oo1.DB(':memory:');
  try {
    db.exec(tables);
    db.transaction(() => fill(db, run));
    return sqlite.capi.sqlite3_js_db_export(db.pointer!);
  } finally {
    db.close();
  }
}
