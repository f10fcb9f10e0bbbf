// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/** A state that others watch. Changes are told once per turn, however many there were. */
export class Store<T extends object> {
  private readonly watchers = new Set<() => void>();
  private told = true;

  constructor(private state: T) {}

  get(): T {
    return this.state;
  }

  set(change: Partial<T>): void {
    const keys = Object.keys(change) as (keyof T)[];
    if (keys.every((key) => Object.is(this.state[key], change[key]))) {
      return;
    }
    this.state = { ...this.state, ...change };
    this.poke();
  }

  /** Tell the others though nothing in here has changed. */
  poke(): void {
    if (this.told) {
      this.told = false;
      queueMicrotask(() => {
        this.told = true;
        this.watchers.forEach((watch) => watch());
      });
    }
  }

  watch(watch: () => void): () => void {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }
}
