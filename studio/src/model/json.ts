// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files as people write them: what fits on a line stands on one.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const WIDTH = 110;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function inline(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map(inline).join(', ')}]`;
  }
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return JSON.stringify(value);
}

export function format(value: Json, indent = '', used = 0): string {
  const line = inline(value);
  const nested = isObject(value) || Array.isArray(value);
  if (!nested || (indent !== '' && indent.length + used + line.length <= WIDTH)) {
    return line;
  }
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((item) => inner + format(item, inner)).join(',\n')}\n${indent}]`;
  }
  const pairs = Object.entries(value as JsonObject).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${format(item, inner, key.length + 4)}`);
  return pairs.length === 0 ? '{}' : `{\n${pairs.join(',\n')}\n${indent}}`;
}

export type Path = readonly (string | number)[];

/** "world.obstacles[2].radius", as the reader names fields. */
export function nameOf(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

export function at(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inside, part) => (Array.isArray(inside) ? inside[part as number] : isObject(inside) ? inside[part as string] : undefined), value);
}

/** The same with something else at a path; undefined removes it. Nothing is changed in place. */
export function withAt(value: Json | undefined, path: Path, to: Json | undefined): Json {
  if (path.length === 0) {
    return to ?? null;
  }
  const [part, ...rest] = path as [string | number, ...(string | number)[]];
  if (typeof part === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    if (rest.length === 0 && to === undefined) {
      list.splice(part, 1);
    } else {
      list[part] = withAt(list[part], rest, to);
    }
    return list;
  }
  const object = isObject(value) ? { ...value } : {};
  if (rest.length === 0 && to === undefined) {
    delete object[part];
  } else {
    object[part] = withAt(object[part], rest, to);
  }
  return object;
}
