// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

declare module 'gifenc' {
  export function quantize(rgba: Uint8ClampedArray, colors: number): number[][];
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(indexed: Uint8Array, width: number, height: number, options: { palette?: number[][] | undefined; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  };
}
