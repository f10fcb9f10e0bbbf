// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the C library asks of a system (wasi_snapshot_preview1), and no more: a clock, and files that live in memory. Nothing of the
// machine is reached from here.

const OK = 0;
const BAD_HANDLE = 8;
const EXISTS = 20;
const IS_FOLDER = 31;
const MISSING = 44;
const NOT_THERE = 52; // the call is not supported
const ROOT = 3; // the handle of the one folder there is

const REGULAR = 4;
const FOLDER = 3;
const CREATE = 1;
const EXCLUSIVE = 4;
const TRUNCATE = 8;

export class Exit extends Error {}

/** `files`: names and contents, read and written by the C code as files of one folder. */
export function createSystem(files, print) {
  let memory;
  const open = new Map();
  const view = () => new DataView(memory.buffer);
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
  const nameAt = (at, size) => new TextDecoder().decode(bytes(at, size)).replace(/^(\.?\/)+/, '');
  const lines = { 1: '', 2: '' };

  function writeStat(at, type, size) {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 32, BigInt(size), true);
    return OK;
  }

  /** For each of the buffers of a scattered read or write. */
  function eachPart(at, count, work) {
    let total = 0;
    for (let i = 0; i < count; ++i) {
      const part = bytes(view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true));
      total += work(part);
    }
    return total;
  }

  function append(file, part) {
    const old = files.get(file.name);
    const all = new Uint8Array(Math.max(old.length, file.at + part.length));
    all.set(old);
    all.set(part, file.at);
    files.set(file.name, all);
    file.at += part.length;
    return part.length;
  }

  const calls = {
    args_get: () => OK,
    args_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), OK),
    environ_get: () => OK,
    environ_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), OK),
    clock_res_get: (_, at) => (view().setBigUint64(at, 1000n, true), OK),
    clock_time_get: (id, _, at) => {
      const now = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return OK;
    },
    random_get: (at, size) => (crypto.getRandomValues(bytes(at, size)), OK),
    proc_exit: (code) => {
      throw new Exit(`the program ended with code ${code}`);
    },
    fd_prestat_get: (fd, at) => (fd === ROOT ? (view().setUint32(at, 0, true), view().setUint32(at + 4, 1, true), OK) : BAD_HANDLE),
    fd_prestat_dir_name: (fd, at) => (fd === ROOT ? ((bytes(at, 1)[0] = 47), OK) : BAD_HANDLE),
    fd_fdstat_get: (fd, at) => {
      bytes(at, 24).fill(0);
      view().setUint8(at, fd === ROOT ? FOLDER : fd < ROOT ? 2 : REGULAR);
      view().setBigUint64(at + 8, 0xffffffffn, true);
      view().setBigUint64(at + 16, 0xffffffffn, true);
      return fd <= ROOT || open.has(fd) ? OK : BAD_HANDLE;
    },
    fd_fdstat_set_flags: () => OK,
    fd_sync: () => OK,
    fd_close: (fd) => (open.delete(fd), OK),
    fd_seek: (fd, offset, from, at) => {
      const file = open.get(fd);
      if (file === undefined) {
        return fd < ROOT ? 70 : BAD_HANDLE;
      }
      file.at = Number(offset) + (from === 1 ? file.at : from === 2 ? files.get(file.name).length : 0);
      view().setBigUint64(at, BigInt(file.at), true);
      return OK;
    },
    fd_read: (fd, at, count, read) => {
      const file = open.get(fd);
      if (file === undefined) {
        return BAD_HANDLE;
      }
      const data = files.get(file.name) ?? new Uint8Array();
      const total = eachPart(at, count, (part) => {
        const piece = data.subarray(file.at, file.at + part.length);
        part.set(piece);
        file.at += piece.length;
        return piece.length;
      });
      view().setUint32(read, total, true);
      return OK;
    },
    fd_write: (fd, at, count, written) => {
      const file = open.get(fd);
      if (file === undefined && fd !== 1 && fd !== 2) {
        return BAD_HANDLE;
      }
      const total = eachPart(at, count, (part) => {
        if (file !== undefined) {
          return append(file, part);
        }
        lines[fd] += new TextDecoder().decode(part.slice());
        return part.length;
      });
      for (let end = lines[fd]?.indexOf('\n'); end >= 0; end = lines[fd].indexOf('\n')) {
        print(lines[fd].slice(0, end));
        lines[fd] = lines[fd].slice(end + 1);
      }
      view().setUint32(written, total, true);
      return OK;
    },
    fd_filestat_get: (fd, at) => (fd === ROOT ? writeStat(at, FOLDER, 0) : open.has(fd) ? writeStat(at, REGULAR, files.get(open.get(fd).name)?.length ?? 0) : BAD_HANDLE),
    path_filestat_get: (_, __, at, size, out) => {
      const name = nameAt(at, size);
      return name === '' || name === '.' ? writeStat(out, FOLDER, 0) : files.has(name) ? writeStat(out, REGULAR, files.get(name).length) : MISSING;
    },
    path_open: (_, __, at, size, flags, rights, ___, ____, out) => {
      const name = nameAt(at, size);
      const folder = name === '' || name === '.';
      if (folder ? (flags & CREATE) !== 0 : !files.has(name) && (flags & CREATE) === 0) {
        return folder ? IS_FOLDER : MISSING;
      }
      if (!folder && files.has(name) && (flags & EXCLUSIVE) !== 0) {
        return EXISTS;
      }
      if (!folder && (!files.has(name) || (flags & TRUNCATE) !== 0)) {
        files.set(name, new Uint8Array());
      }
      let fd = ROOT + 1;
      while (open.has(fd)) {
        fd += 1;
      }
      open.set(fd, { name, at: 0 });
      view().setUint32(out, fd, true);
      return OK;
    },
    path_rename: (_, at, size, __, toAt, toSize) => {
      const [from, to] = [nameAt(at, size), nameAt(toAt, toSize)];
      if (!files.has(from)) {
        return MISSING;
      }
      files.set(to, files.get(from));
      files.delete(from);
      return OK;
    },
    path_unlink_file: (_, at, size) => (files.delete(nameAt(at, size)) ? OK : MISSING),
  };

  return {
    attach: (to) => {
      memory = to;
    },
    // What else a program might ask for is refused by name, not by a missing import.
    imports: new Proxy(calls, { get: (target, name) => target[name] ?? (() => NOT_THERE), has: () => true }),
  };
}
