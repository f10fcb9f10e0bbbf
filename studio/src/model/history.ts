// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/** Versions of something, one of them the present: undo and redo without end. */
export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private mark: string | null = null;

  constructor(private now: T) {}

  get present(): T {
    return this.now;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** A new version. Changes of the same `gesture` in a row, such as those of one drag, are one step. */
  push(value: T, gesture: string | null = null): void {
    if (gesture === null || gesture !== this.mark) {
      this.past.push(this.now);
    }
    this.mark = gesture;
    this.now = value;
    this.future = [];
  }

  undo(): boolean {
    const before = this.past.pop();
    if (before === undefined) {
      return false;
    }
    this.future.push(this.now);
    this.now = before;
    this.mark = null;
    return true;
  }

  redo(): boolean {
    const after = this.future.pop();
    if (after === undefined) {
      return false;
    }
    this.past.push(this.now);
    this.now = after;
    this.mark = null;
    return true;
  }
}
