// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/** Numbers that are collected until they are sent. */
export class Grower<T extends Float32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array> {
  private data: T;
  length = 0;

  constructor(
    private readonly make: (count: number) => T,
    capacity = 1024,
  ) {
    this.data = make(capacity);
  }

  /** Room for `count` more, to be written to from the old length on. */
  grow(count: number): T {
    this.length += count;
    if (this.length > this.data.length) {
      const old = this.data;
      this.data = this.make(Math.max(this.length, 2 * old.length));
      this.data.set(old as never);
    }
    return this.data;
  }

  push(...values: number[]): void {
    const at = this.length;
    this.grow(values.length).set(values, at);
  }

  take(): T {
    const taken = this.data.slice(0, this.length) as T;
    this.length = 0;
    return taken;
  }
}
