// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Forms out of the schema, which is made from the reader's own tables: whatever the reader takes can be edited.
import { isObject, type Json, type JsonObject, type Path } from './json.ts';

export interface FormField {
  key: string;
  kind: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'vector' | 'json';
  about: string;
  unit: string;
  /** What holds when it is left out, in words. */
  absent: string;
  least?: number;
  most?: number;
  choices: string[];
  required: boolean;
}

type Schema = JsonObject;

/** "Least gap between discs, m; 0 when absent." */
export function readDescription(text: string): { about: string; unit: string; absent: string } {
  const absent = /;\s*([^;]+?) when absent\.?$/.exec(text);
  const rest = (absent ? text.slice(0, absent.index) : text).replace(/\.$/, '');
  const unit = /(?:^|,\s*)(per m|per s|m\/s\^2|m\/s|m|s|rad|kg|W|1\/m|J|m s)$/i.exec(rest);
  return { about: (unit ? rest.slice(0, unit.index) : rest).trim(), unit: unit?.[1]?.replace(/^M\/s/, 'm/s') ?? '', absent: absent?.[1]?.trim() ?? '' };
}

export class Forms {
  private readonly defs: Record<string, Schema>;

  constructor(schema: Schema) {
    this.defs = schema.$defs as Record<string, Schema>;
  }

  /** A schema with what it refers to put in its place; its own words come first. */
  private resolve(schema: Schema): Schema {
    if (typeof schema.$ref !== 'string') {
      return schema;
    }
    const { $ref, ...own } = schema;
    const target = String($ref).replace('#/$defs/', '').split('/').reduce<Json | undefined>((inside, part) => (isObject(inside) ? inside[part] : undefined), this.defs);
    return { ...this.resolve((target ?? {}) as Schema), ...own };
  }

  /** The variant that a value is of: by its type, by what it must have, else the first. */
  private variant(options: Schema[], value: JsonObject): Schema | undefined {
    const resolved = options.map((option) => this.resolve(option));
    const typed = resolved.find((option) => {
      const type = (option.properties as JsonObject | undefined)?.type;
      return isObject(type) && 'const' in type && type.const === value.type;
    });
    const required = resolved.find((option) => Array.isArray(option.required) && option.properties !== undefined && (option.required as string[]).every((key) => key in value));
    return typed ?? required ?? resolved.find((option) => option.properties !== undefined);
  }

  private collect(schema: Schema, value: JsonObject): { properties: Record<string, Schema>; required: string[] } {
    const whole = this.resolve(schema);
    const parts: Schema[] = [whole, ...((whole.allOf as Schema[] | undefined) ?? []).map((part) => this.resolve(part))];
    const chosen = Array.isArray(whole.oneOf) ? this.variant(whole.oneOf as Schema[], value) : undefined;
    if (chosen) {
      parts.push(chosen);
      parts.push(...((chosen.allOf as Schema[] | undefined) ?? []).map((part) => this.resolve(part)));
    }
    return {
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>,
      required: parts.flatMap((part) => (Array.isArray(part.required) ? (part.required as string[]) : [])),
    };
  }

  private describe(key: string, given: Schema, required: boolean): FormField {
    const schema = this.resolve(given);
    const words = readDescription(typeof schema.description === 'string' ? schema.description : '');
    const base: FormField = { key, kind: 'json', ...words, choices: [], required };
    const bounds = { ...(typeof schema.minimum === 'number' ? { least: schema.minimum } : {}), ...(typeof schema.maximum === 'number' ? { most: schema.maximum } : {}) };
    if (Array.isArray(schema.enum) && schema.enum.every((choice) => typeof choice === 'string')) {
      return { ...base, kind: 'choice', choices: schema.enum as string[] };
    }
    switch (schema.type) {
      case 'number':
      case 'integer':
        return { ...base, ...bounds, kind: schema.type };
      case 'boolean':
        return { ...base, kind: 'boolean' };
      case 'string':
        return { ...base, kind: 'text' };
      case 'array':
        return { ...base, kind: schema.minItems === 2 && schema.maxItems === 2 ? 'vector' : 'json' };
      default:
        return base;
    }
  }

  /** The fields of an object at a path of the document. */
  fields(name: string, value: JsonObject): FormField[] {
    const schema = this.defs[name];
    if (!schema) {
      return [];
    }
    const { properties, required } = this.collect(schema, value);
    return Object.entries(properties)
      .filter(([key, property]) => isObject(property as Json) && !(isObject(property as Json) && 'const' in property) && key !== 'type')
      .map(([key, property]) => this.describe(key, property, required.includes(key)));
  }
}

/** The definition in the schema for what is at a path. */
export function definitionAt(path: Path): string | null {
  const key = path.map((part) => (typeof part === 'number' ? '#' : part)).join('.');
  return (
    {
      'world.obstacles.#': 'shape', 'world.walkable.#': 'shape', 'world.terrain.#': 'terrainShape', 'goals.#': 'goal', 'agents.#': 'agentEntry', 'sources.#': 'source',
      'queues.#': 'queue', 'sinks.#': 'region', 'run.lines.#': 'runLine', crowd: 'crowd', run: 'run', world: 'world',
    }[key] ?? null
  );
}

/** Keys that the picture is for: they are set by dragging, and the form leaves them out. */
export const drawnKeys = new Set(['points', 'holes', 'region', 'positions', 'lines', 'obstacles', 'walkable', 'terrain', 'line']);
