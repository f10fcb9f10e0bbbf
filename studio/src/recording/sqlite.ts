// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// JuPedSim's databases, versions 1 to 3, and what Wayfield adds to them, by sqlite's own WebAssembly.
import init, { type Database } from '@sqlite.org/sqlite-wasm';
import { FOOT_NUMBERS } from '../model/steps.ts';
import { BadRecording, type Rows } from './rows.ts';

type Start = (options: { wasmBinary: ArrayBuffer; print: () => void; printErr: () => void }) => ReturnType<typeof init>;

const MOST_ROWS = 20_000_000;

/** A table, not what is called one: a view could compute for ever. */
function has(db: Database, table: string): boolean {
  return db.selectValue("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name = ?", [table]) === 1;
}

function columnsOf(db: Database, table: string): string[] {
  return (db.selectArrays(`PRAGMA table_info(${table})`) as unknown[][]).map((row) => String(row[1]));
}

/** All rows of a query, number by number. */
function each(db: Database, sql: string, work: (value: (column: number) => number, row: number) => void): void {
  const statement = db.prepare(sql);
  try {
    const value = (column: number) => {
      const found = statement.getFloat(column) ?? NaN;
      if (!Number.isFinite(found) || Math.abs(found) > 1e9) {
        throw new BadRecording('A number in the database is none, or beyond all bounds.');
      }
      return found;
    };
    for (let row = 0; statement.step(); ++row) {
      work(value, row);
    }
  } finally {
    statement.finalize();
  }
}

function readSizes(db: Database): Rows['sizes'] {
  const sizes: Rows['sizes'] = new Map();
  if (has(db, 'wayfield_agents')) {
    const depth = columnsOf(db, 'wayfield_agents').includes('depth') ? 'ifnull(depth, radius)' : 'radius';
    each(db, `SELECT id, radius, ${depth}, desired_speed FROM wayfield_agents ORDER BY frame`, (value) => sizes.set(value(0), [value(1), value(2), value(3)]));
  }
  return sizes;
}

/** So many numbers of each row of a query. */
function readNumbers(db: Database, sql: string, count: number): Float64Array {
  const numbers: number[] = [];
  each(db, sql, (value) => {
    for (let k = 0; k < count; ++k) {
      numbers.push(value(k));
    }
  });
  return Float64Array.from(numbers);
}

const readBodies = (db: Database): Float32Array =>
  has(db, 'wayfield_footsteps') ? Float32Array.from(readNumbers(db, 'SELECT id, max(torso_radius), max(shoulder_radius), max(shoulder_distance), max(foot_radius) FROM wayfield_footsteps GROUP BY id', 5)) : new Float32Array();

function readFeet(db: Database): Float64Array {
  if (has(db, 'wayfield_footsteps')) {
    const sql = `SELECT id, foot <> 'left', start, duration, x, y, angle, swing_from_x, swing_from_y, swing_from_angle, swing_to_x, swing_to_y, swing_to_angle,
      CASE kind WHEN 'walk' THEN 0 WHEN 'start' THEN 1 WHEN 'stop' THEN 2 ELSE 3 END, apex_x, apex_y, along_x, along_y, speed, curve, facing_start_x, facing_start_y, facing_end_x, facing_end_y, pendulum, energy, step
      FROM wayfield_footsteps ORDER BY start, id`;
    return readNumbers(db, sql, FOOT_NUMBERS);
  }
  return new Float64Array();
}

function readDatabase(db: Database): Rows {
  if (!has(db, 'trajectory_data') || !has(db, 'metadata')) {
    throw new BadRecording('This database has no table "trajectory_data"; expected a recording of JuPedSim or Wayfield.');
  }
  const version = String(db.selectValue("SELECT value FROM metadata WHERE key = 'version'") ?? '');
  if (!/^[123]$/.test(version)) {
    throw new BadRecording(`The database is of version "${version.slice(0, 20)}"; expected 1, 2 or 3.`);
  }
  const text = (sql: string): string => String(db.selectValue(sql) ?? '');
  const count = Number(db.selectValue('SELECT count(*) FROM trajectory_data'));
  if (count > MOST_ROWS) {
    throw new BadRecording(`${count} places are too many; up to ${MOST_ROWS} are shown.`);
  }
  const heights = has(db, 'wayfield_heights');
  const rows: Rows = {
    frames: new Int32Array(count), ids: new Int32Array(count), places: new Float64Array(3 * count), headings: new Float32Array(count), fps: Number(text("SELECT value FROM metadata WHERE key = 'fps'")),
    lastFrame: has(db, 'frame_data') ? Number(db.selectValue('SELECT max(frame) FROM frame_data') ?? NaN) || null : null,
    wkt: has(db, 'geometry') ? text('SELECT wkt FROM geometry LIMIT 1') : text("SELECT value FROM metadata WHERE key = 'geometry'"),
    name: has(db, 'wayfield_metadata') ? text("SELECT value FROM wayfield_metadata WHERE key = 'name'") : '', hasHeights: heights, sizes: readSizes(db), feet: readFeet(db), bodies: readBodies(db), warnings: [],
  };
  const sql = heights
    ? 'SELECT t.frame, t.id, pos_x, pos_y, ori_x, ori_y, ifnull(z, 0) FROM trajectory_data t LEFT JOIN wayfield_heights h ON h.frame = t.frame AND h.id = t.id'
    : 'SELECT frame, id, pos_x, pos_y, ori_x, ori_y, 0 FROM trajectory_data';
  each(db, sql, (value, row) => {
    rows.frames[row] = value(0);
    rows.ids[row] = value(1);
    rows.places.set([value(2), value(3), value(6)], 3 * row);
    rows.headings![row] = value(4) !== 0 || value(5) !== 0 ? Math.atan2(value(5), value(4)) : NaN;
  });
  return rows;
}

export function startSqlite(wasm: ArrayBuffer): ReturnType<typeof init> {
  const quiet = () => {};
  return (init as Start)({ wasmBinary: wasm, print: quiet, printErr: quiet });
}

export async function readSqlite(bytes: Uint8Array, wasm: ArrayBuffer): Promise<Rows> {
  const sqlite = await startSqlite(wasm);
  const db = new sqlite.oo1.DB(':memory:');
  try {
    const memory = sqlite.wasm.allocFromTypedArray(bytes);
    const code = sqlite.capi.sqlite3_deserialize(db.pointer!, 'main', memory, bytes.length, bytes.length, sqlite.capi.SQLITE_DESERIALIZE_FREEONCLOSE | sqlite.capi.SQLITE_DESERIALIZE_READONLY);
    db.checkRc(code);
    // What the file calls views and triggers is not run for us.
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON');
    return readDatabase(db);
  } catch (error) {
    throw error instanceof BadRecording ? error : new BadRecording(`The database cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    db.close();
  }
}
