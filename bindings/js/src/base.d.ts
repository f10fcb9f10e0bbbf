// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import type { Crowd, Field, Grid, GroupId, Mesh, SurfaceField, Simulation, SurfaceMask, Wayfield } from './index.js';

/** What the library refused: the fields of a wfError, and the result by name in `code`. */
export declare class WayfieldError extends Error {
  /** "outOfRange", "badFormat", "startBlocked", ... */
  readonly code: string;
  readonly result?: number;
  readonly file?: string;
  /** 1-based, 0 if unknown. */
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the field, for example "goals[2].radius". */
  readonly field?: string;
  /** The message without file, line and field. */
  readonly detail?: string;
  /** Of a crowd: serial of the agent in the way, 0: none. */
  readonly other?: number;
}

/** What the package adds to the C interface. */
export interface Base {
  /** The compiled code, for another instance: load(wayfield.module). */
  readonly module: WebAssembly.Module;
  /** Files that scenarios refer to, by name, and files that are written. */
  readonly files: Map<string, Uint8Array>;
  /** Bytes of memory of this instance. */
  readonly byteCount: number;
  /** Lines that the library prints; by default they are dropped. */
  onPrint: (line: string) => void;
  /** 1 for each free cell, row by row from the lower left. */
  getFreeCells(grid: Grid): Uint8Array;
  /** Natural logarithms of the field in all cells; -Infinity where blocked or not connected. */
  getLogValues(field: Field): Float32Array;
  /** The same in all vertices of a mesh. */
  getSurfaceLogValues(field: SurfaceField): Float32Array;
  /** 1 for each blocked triangle. */
  getBlockedTriangles(mask: SurfaceMask, mesh: Mesh): Uint8Array;
  /** Kinds of all agents, in the order of frames. */
  getAgentKinds(crowd: Crowd): Uint8Array;
  /** In the order of frames the place of everybody's group in `groups`, from 1, 0 for none, and of everybody's slot, x, y, z; NaN for none. */
  getGroupPlaces(crowd: Crowd): { groups: GroupId[]; groupOf: Uint16Array; slots: Float32Array };
  /** wfHash of some bytes. */
  hash(bytes: ArrayBufferView, seed?: bigint): bigint;
  /** A scene that is made by a program: corridor, crossing, egress and others. */
  createCrowdScene(def: { name: string; agents?: number; seed?: number; footsteps?: boolean }): Simulation;
  getCrowdScenes(): { name: string; description: string }[];
  /** Names of surfaces that scenarios may ask for. */
  getSurfaceNames(): string[];
}

/** One instance of the library, with a memory of its own. */
export declare function load(source?: URL | string | Response | WebAssembly.Module | ArrayBuffer | ArrayBufferView): Promise<Wayfield>;
