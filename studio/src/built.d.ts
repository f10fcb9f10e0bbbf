// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What build.mjs puts in.
declare module 'wayfield-scenarios' {
  export const built: { id: string; text: string }[];
}
declare module 'wayfield-schema' {
  export const schema: unknown;
  export const surfaceSchema: unknown;
}
declare module 'wayfield-worker' {
  const source: string;
  export default source;
}
declare module 'wayfield-wasm' {
  /** Compressed, in base 64. */
  const data: () => string;
  export default data;
}
declare module 'wayfield-recording' {
  const source: string;
  export default source;
}
declare module 'wayfield-sqlite' {
  /** sqlite's WebAssembly, compressed, in base 64. */
  const data: () => string;
  export default data;
}
declare module 'wayfield-replay' {
  /** The page that replays a run, with gaps. */
  const page: string;
  export default page;
}
declare module '*.css';
