// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Makes the JavaScript interface out of the C headers: generate.mjs INCLUDE-FOLDER OUTPUT-FOLDER writes
//   thunks.c    one exported function for each public one, with structs passed by address, and the layout of all structs
//   api.js      enums, and how every function and struct is called and laid out, for src/runtime.js
//   index.d.ts  the types
// Nothing about memory is known here: sizes and offsets are the C compiler's, enum values are asserted by it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHeaders } from './headers.mjs';
import { counts, nullable, outputs, skipped, views } from './special.mjs';

const [include, output] = process.argv.slice(2);
const headers = ['base', 'world', 'planner', 'field', 'mesh', 'surface', 'footsteps', 'ground', 'crowd', 'formation', 'strokes', 'groups', 'explore', 'explorers', 'orders', 'io', 'record', 'animate'];
const api = parseHeaders(headers.map((name) => join(include, 'wayfield', `${name}.h`)));

const structs = new Map(api.structs.map((s) => [s.name, s]));
const enums = new Map(api.enums.map((e) => [e.name, e]));
const opaque = new Set(api.opaque.map((o) => o.name));
const callbacks = new Set(api.callbacks);
const functions = new Map(api.functions.map((f) => [f.name, f]));

const scalars = {
  bool: 'u8', int8_t: 'i8', uint8_t: 'u8', char: 'i8', int: 'i32', int32_t: 'i32', uint32_t: 'u32', size_t: 'u32', int64_t: 'i64', uint64_t: 'u64', float: 'f32', double: 'f64',
};
const short = (name) => name.replace(/^wf/, '');
const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);

/** i32, f64, ... of a scalar or an enum, or undefined. */
const scalarOf = (type) => (enums.has(type) ? 'i32' : scalars[type]);

// ------------------------------------------------------------------------------------------------------------- structs

// The field that counts the items of a pointer field: points and pointCount, region and regionCount, or `count` for all of them.
function findCount(struct, field) {
  const special = counts[`${struct.name}.${field.name}`];
  if (special !== undefined) {
    return special;
  }
  const singular = field.name.replace(/vertices$/, 'vertex').replace(/branches$/, 'branch').replace(/ies$/, 'y').replace(/s$/, '');
  const name = [`${singular}Count`, `${field.name}Count`, 'count'].find((n) => struct.fields.some((f) => f.name === n));
  if (name === undefined) {
    throw new Error(`what counts ${struct.name}.${field.name}? Name it in special.mjs`);
  }
  return { field: name, per: 1 };
}

function describeField(struct, field) {
  const out = { name: field.name };
  if (callbacks.has(field.type) || (field.type === 'void' && field.pointers > 0)) {
    return undefined; // functions and what they are given stay as C made them
  }
  if (field.pointers === 0) {
    out.kind = structs.has(field.type) ? 'struct' : 'scalar';
    out.type = structs.has(field.type) ? field.type : scalarOf(field.type);
    out.bool = field.type === 'bool' || undefined;
    if (field.dims.length > 0) {
      out.dims = field.dims.map((d) => dimension(d));
      out.kind = field.type === 'char' ? 'text' : out.kind;
    }
    if (out.type === undefined) {
      throw new Error(`${struct.name}.${field.name}: ${field.type} is not known`);
    }
    return out;
  }
  if (opaque.has(field.type)) {
    return field.type === 'wfWorkers' ? undefined : { ...out, kind: 'handle', type: field.type };
  }
  if (field.type === 'char') {
    return { ...out, kind: 'string' };
  }
  const count = findCount(struct, field);
  if (count === null) {
    return undefined;
  }
  const flat = views[struct.name] !== undefined;
  return { ...out, kind: flat ? 'view' : 'array', type: structs.has(field.type) ? field.type : scalarOf(field.type), count: count.field, per: count.per, product: count.product };
}

const constants = new Map();
function dimension(text) {
  if (/^\d+$/.test(text)) {
    return Number(text);
  }
  constants.set(text, true); // a constant or an expression of some: the compiler knows
  return text;
}

const fieldsOf = new Map(api.structs.map((s) => [s.name, s.fields.map((f) => describeField(s, f)).filter((f) => f !== undefined)]));
const isResource = (name) => functions.has(`${name}_Free`);
/** Resources with handles inside stay in C's memory; others are copied. */
const staysInC = (name) => isResource(name) && fieldsOf.get(name).some((f) => f.kind === 'handle');

// ----------------------------------------------------------------------------------------------------------- functions

const isCount = (p) => p !== undefined && p.pointers === 0 && ['int32_t', 'int64_t', 'size_t'].includes(p.type);

function describeParams(fn) {
  const params = [];
  for (let i = 0; i < fn.params.length; ++i) {
    const p = fn.params[i];
    const next = fn.params[i + 1];
    const key = `${fn.name}.${p.name}`;
    const add = (kind, more = {}) => params.push({ kind, name: p.name, ...more });
    const typed = { type: structs.has(p.type) ? p.type : scalarOf(p.type) };
    if (p.type === 'wfError' && p.pointers === 1 && !p.isConst) {
      add('error');
    } else if (p.type === 'wfWorkers') {
      add('null');
    } else if (callbacks.has(p.type)) {
      throw new Error(`${fn.name} takes a function: skip it`);
    } else if (p.pointers === 0) {
      add(structs.has(p.type) ? 'struct' : 'scalar', { ...typed, bool: p.type === 'bool' || undefined, enum: enums.has(p.type) ? p.type : undefined });
    } else if (p.type === 'char' && p.isConst) {
      add('string', { nullable: nullable.has(key) || undefined });
    } else if (opaque.has(p.type)) {
      add(p.pointers === 2 ? 'newHandle' : 'handle', { type: p.type });
    } else if (p.type === 'void') {
      add(p.isConst ? 'bytes' : 'newBytes');
      params.push({ kind: 'sizeOfBytes', name: next.name });
      i += 1;
    } else if (p.isConst && p.pointers === 2) {
      add('rows', typed);
    } else if (p.isConst && p.name !== 'def' && isCount(next) && /count/i.test(next.name)) {
      add('array', typed);
      params.push({ kind: 'count', name: next.name, of: p.name, wide: next.type === 'int64_t' || undefined });
      i += 1;
    } else if (p.isConst && structs.has(p.type)) {
      add('struct', { ...typed, nullable: true });
    } else if (p.isConst) {
      add('array', typed); // as long as what it belongs to
    } else if (typeof outputs[key] === 'function' && next?.name !== 'capacity') {
      add('newArray', { ...typed, size: key });
    } else if (!p.isConst && isCount(next) && next.name === 'capacity') {
      add('found', { ...typed, size: outputs[key] !== undefined ? key : undefined, text: p.type === 'char' || undefined });
      params.push({ kind: 'capacity', name: next.name, wide: next.type === 'int64_t' || undefined });
      i += 1;
    } else if (outputs[key] === 'changed') {
      add('changed', typed);
    } else if (!p.isConst && structs.has(p.type)) {
      add(isResource(p.type) ? 'resource' : 'newStruct', typed);
    } else if (!p.isConst && scalarOf(p.type) !== undefined) {
      add('newScalar', { ...typed, bool: p.type === 'bool' || undefined });
    } else {
      throw new Error(`${fn.name}: what is ${p.name}? Say so in special.mjs`);
    }
  }
  return params;
}

function describeReturn(fn) {
  const r = fn.returns;
  if (r.type === 'wfResult' && r.pointers === 0) {
    return { kind: functions.get(fn.name).name === 'wfDescribeResult' ? 'scalar' : 'result' };
  }
  if (r.type === 'void' && r.pointers === 0) {
    return { kind: 'void' };
  }
  if (r.pointers === 0) {
    return structs.has(r.type)
      ? { kind: 'struct', type: r.type }
      : { kind: 'scalar', type: scalarOf(r.type), bool: r.type === 'bool' || undefined, enum: enums.has(r.type) ? r.type : undefined };
  }
  if (r.type === 'char') {
    return { kind: 'string' };
  }
  if (opaque.has(r.type)) {
    return { kind: 'handle', type: r.type };
  }
  if (outputs[`${fn.name}.return`] !== undefined) {
    return { kind: 'view', type: structs.has(r.type) ? 'f64' : scalarOf(r.type), size: `${fn.name}.return` };
  }
  return { kind: 'structAt', type: r.type };
}

// Where a function belongs: wfCrowd_Tick is a method of Crowd, wfDestroyCrowd too; wfFootstep_GetSwing is Footstep.getSwing.
function placeOf(fn) {
  const destroy = /^wfDestroy([A-Za-z0-9]+)$/.exec(fn.name);
  if (destroy) {
    return { owner: destroy[1], name: 'destroy', method: true };
  }
  const method = /^wf([A-Za-z0-9]+)_([A-Za-z0-9]+)$/.exec(fn.name);
  if (!method) {
    return { owner: undefined, name: lower(short(fn.name)), method: false };
  }
  const first = fn.params[0];
  const isOwner = first !== undefined && first.type === `wf${method[1]}` && first.pointers === 1;
  return { owner: method[1], name: lower(method[2]), method: isOwner && (opaque.has(first.type) || staysInC(first.type)) };
}

const described = [];
for (const fn of api.functions) {
  const place = placeOf(fn);
  if (skipped.has(fn.name) || (/_Free$/.test(fn.name) && !staysInC(fn.params[0].type))) {
    continue;
  }
  if (/_Free$/.test(fn.name)) {
    place.name = 'destroy';
  }
  described.push({ c: fn.name, ...place, params: describeParams(fn), returns: describeReturn(fn), fn });
}

// -------------------------------------------------------------------------------------------------------------- thunks

function makeThunk(d) {
  const { fn } = d;
  const takes = [];
  const passes = [];
  fn.params.forEach((p) => {
    const type = `${p.isConst ? 'const ' : ''}${p.type}`;
    if (p.pointers === 0 && structs.has(p.type)) {
      takes.push(`const ${p.type}* ${p.name}`);
      passes.push(`*${p.name}`);
    } else if (p.pointers === 0 && p.type === 'int64_t') {
      takes.push(`double ${p.name}`);
      passes.push(`(int64_t)${p.name}`);
    } else if (p.pointers === 2 && p.isConst) {
      takes.push(`${type}** ${p.name}`);
      passes.push(p.name);
    } else {
      takes.push(`${type}${'*'.repeat(p.pointers)} ${p.name}`);
      passes.push(p.name);
    }
  });
  let call = `${fn.name}( ${passes.join(', ')} )`.replace('(  )', '()');
  let returns = `${fn.returns.isConst ? 'const ' : ''}${fn.returns.type}${'*'.repeat(fn.returns.pointers)}`;
  if (d.returns.kind === 'struct') {
    takes.unshift(`${fn.returns.type}* returned`);
    call = `*returned = ${call};${makesSurfaces(fn.returns.type)}`;
    returns = 'void';
  } else if (fn.returns.type === 'int64_t') {
    returns = 'double';
    call = `return (double)${call};`;
  } else if (d.returns.kind === 'void') {
    call = `${call};`;
  } else {
    call = `return ${call};`;
  }
  return `THUNK( ${fn.name} ) ${returns} js_${fn.name}( ${takes.length > 0 ? takes.join(', ') : 'void'} )\n{\n\t${call}\n}\n`;
}

// Surfaces by name are part of the package: whoever reads files may use them.
function makesSurfaces(type) {
  const fields = structs.get(type).fields;
  if (!type.endsWith('Def')) {
    return '';
  }
  return type === 'wfReadDef' ? ' wfJs_AddSurfaces( returned );' : fields.some((f) => f.type === 'wfReadDef') ? ' wfJs_AddSurfaces( &returned->read );' : '';
}

const layout = [];
for (const s of api.structs) {
  const type = s.tag ? `struct ${s.name}` : s.name;
  layout.push(`sizeof( ${type} )`);
  fieldsOf.get(s.name).forEach((f) => layout.push(`offsetof( ${type}, ${f.name} )`));
}
constants.forEach((_, text) => layout.push(`(uint32_t)( ${text} )`));

const thunks = `// Generated by generate.mjs from the public headers.
#include "glue.h"

#define THUNK( name ) __attribute__( ( export_name( #name ) ) )

${api.enums.flatMap((e) => enumValues(e).map(([name, value]) => `_Static_assert( ${name} == ${value}, "${name}" );`)).join('\n')}

__attribute__( ( export_name( "layout" ) ) ) const uint32_t* js_layout( void );

static const uint32_t s_layout[] = {
${layout.map((l) => `\t${l},`).join('\n')}
};

const uint32_t* js_layout( void )
{
\treturn s_layout;
}

${described.map(makeThunk).join('\n')}`;

function enumValues(e) {
  return e.values.map(({ name }, index) => [name, index]);
}

// -------------------------------------------------------------------------------------------------------------- tables

// wf_boxShape -> boxShape
const valueName = (name) => name.replace(/^wf_/, '');
const tables = `// Generated by generate.mjs from the public headers.
${api.enums.map((e) => `export const ${short(e.name)} = Object.freeze({ ${enumValues(e).map(([n, v]) => `${valueName(n)}: ${v}`).join(', ')} });`).join('\n')}

export const handles = ${JSON.stringify(api.opaque.map((o) => o.name).filter((n) => n !== 'wfWorkers'))};
export const structs = ${JSON.stringify(api.structs.map((s) => ({ name: s.name, fields: fieldsOf.get(s.name), default: functions.has(`wfDefault${short(s.name)}`) ? `wfDefault${short(s.name)}` : undefined, resource: isResource(s.name) || undefined, stays: staysInC(s.name) || undefined })))};
export const constants = ${JSON.stringify([...constants.keys()])};
export const functions = ${JSON.stringify(described.map(({ fn, ...rest }) => rest))};
`;

// --------------------------------------------------------------------------------------------------------------- types

const numbers = { i64: 'number', u64: 'bigint' };
const typedArrays = { i8: 'Int8Array', u8: 'Uint8Array', i32: 'Int32Array', u32: 'Uint32Array', f32: 'Float32Array', f64: 'Float64Array', u64: 'BigUint64Array' };
const scalarTs = (type, isBool) => (isBool ? 'boolean' : numbers[type] ?? 'number');

function fieldTs(s, f) {
  const original = s.fields.find((field) => field.name === f.name);
  const named = enums.has(original.type) ? short(original.type) : undefined;
  switch (f.kind) {
    case 'struct':
      return f.dims ? `${short(f.type)}[]` : short(f.type);
    case 'scalar':
      return f.dims ? `${scalarTs(f.type, f.bool)}[]${'[]'.repeat(f.dims.length - 1)}` : named ?? scalarTs(f.type, f.bool);
    case 'text':
      return 'string';
    case 'string':
      return 'string | null';
    case 'handle':
      return `${short(f.type)} | null`;
    case 'view':
      return `${structs.has(f.type) ? views[s.name][f.type] : typedArrays[f.type]} | null`;
    default:
      return structs.has(f.type) ? `${short(f.type)}[] | null` : `ArrayLike<number> | null`;
  }
}

const comment = (text, indent = '') => (text ? `${indent}/** ${text.replace(/\*\//g, '* /')} */\n` : '');

function structTs(s) {
  const counted = new Set(fieldsOf.get(s.name).filter((f) => f.kind === 'array' && !f.product).map((f) => f.count));
  const optional = s.name.endsWith('Def') || ['wfGroupOrder', 'wfStop'].includes(s.name);
  if (staysInC(s.name)) {
    return '';
  }
  const lines = fieldsOf.get(s.name)
    .filter((f) => !counted.has(f.name) && f.name !== 'internalCookie')
    .map((f) => `${comment(s.fields.find((o) => o.name === f.name).note, '  ')}  ${f.name}${optional ? '?' : ''}: ${fieldTs(s, f)};`);
  return `${comment(s.doc)}export interface ${short(s.name)} {\n${lines.join('\n')}\n}\n`;
}

const inputTs = (p) => {
  switch (p.kind) {
    case 'struct':
      return `${short(p.type)}${p.nullable ? ' | null' : ''}`;
    case 'handle':
      return `${short(p.type)} | null`;
    case 'string':
      return p.nullable ? 'string | null' : 'string';
    case 'bytes':
      return 'Uint8Array';
    case 'array':
      return structs.has(p.type) ? `readonly ${short(p.type)}[]` : 'ArrayLike<number>';
    case 'changed':
      return short(p.type);
    default:
      return p.enum ? short(p.enum) : scalarTs(p.type, p.bool);
  }
};
const outputTs = (p) => {
  switch (p.kind) {
    case 'newHandle':
      return short(p.type);
    case 'newBytes':
      return 'Uint8Array';
    case 'newScalar':
      return scalarTs(p.type, p.bool);
    case 'newArray':
    case 'found':
    case 'rows':
      return p.text ? 'string' : structs.has(p.type) ? `${short(p.type)}[]` : typedArrays[p.type];
    default:
      return short(p.type);
  }
};
export const isInput = (p) => ['struct', 'handle', 'string', 'bytes', 'array', 'changed', 'scalar'].includes(p.kind);
export const isOutput = (p) => ['newHandle', 'newBytes', 'newScalar', 'newArray', 'found', 'rows', 'resource', 'newStruct', 'changed'].includes(p.kind);

function signature(d) {
  const inputs = d.params.filter(isInput).slice(d.method ? 1 : 0);
  const outs = d.params.filter(isOutput);
  const found = outs.some((p) => ['found', 'rows', 'newBytes'].includes(p.kind)); // its count is what C returns
  const results = outs.map((p) => [p.name, outputTs(p)]);
  if (d.returns.kind === 'scalar' && !found) {
    results.unshift(['value', d.returns.enum ? short(d.returns.enum) : scalarTs(d.returns.type, d.returns.bool)]);
  } else if (d.returns.kind === 'struct') {
    results.unshift(['value', short(d.returns.type)]);
  } else if (d.returns.kind === 'structAt') {
    results.unshift(['value', `${short(d.returns.type)} | null`]);
  } else if (d.returns.kind === 'string') {
    results.unshift(['value', 'string']);
  } else if (d.returns.kind === 'handle') {
    results.unshift(['value', `${short(d.returns.type)} | null`]);
  } else if (d.returns.kind === 'view') {
    results.unshift(['value', typedArrays[d.returns.type]]);
  }
  const type = results.length === 0 ? 'void' : results.length === 1 ? results[0][1] : `{ ${results.map(([n, t]) => `${n}: ${t}`).join('; ')} }`;
  // Numbers and structs at the end of the list may be left out; they are 0 or the default then.
  let lastNeeded = -1;
  inputs.forEach((p, i) => {
    lastNeeded = p.kind === 'struct' && p.nullable ? lastNeeded : i;
  });
  return `(${inputs.map((p, i) => `${p.name}${i > lastNeeded ? '?' : ''}: ${inputTs(p)}`).join(', ')}): ${type}`;
}

const owners = new Map();
described.forEach((d) => {
  if (d.owner !== undefined) {
    owners.set(d.owner, [...(owners.get(d.owner) ?? []), d]);
  }
});

const classes = [];
const statics = [];
for (const [owner, list] of owners) {
  const methods = list.filter((d) => d.method);
  const plain = list.filter((d) => !d.method);
  if (methods.length > 0) {
    const fields = staysInC(`wf${owner}`)
      ? fieldsOf.get(`wf${owner}`).map((f) => `${comment(structs.get(`wf${owner}`).fields.find((o) => o.name === f.name).note, '  ')}  readonly ${f.name}: ${fieldTs(structs.get(`wf${owner}`), f)};\n`).join('')
      : '';
    classes.push(`${comment(api.opaque.find((o) => o.name === `wf${owner}`)?.doc ?? structs.get(`wf${owner}`)?.doc)}export interface ${owner} {\n${fields}${methods.map((d) => `${comment(d.fn.doc, '  ')}  ${d.name}${signature(d)};`).join('\n')}\n}\n`);
  }
  if (plain.length > 0) {
    statics.push(`  readonly ${owner}: {\n${plain.map((d) => `${comment(d.fn.doc, '    ')}    ${d.name}${signature(d)};`).join('\n')}\n  };`);
  }
}

const types = `// Generated by generate.mjs from the public headers.
export * from './base.js';
import type { Base } from './base.js';

${api.enums.map((e) => `${comment(e.doc)}export type ${short(e.name)} = number;\nexport declare const ${short(e.name)}: {\n${enumValues(e).map(([n, v]) => `${comment(e.values[v].note, '  ')}  readonly ${valueName(n)}: ${v};`).join('\n')}\n};\n`).join('\n')}
${api.structs.map(structTs).join('\n')}
${classes.join('\n')}
/** Every function of the C interface that belongs to no class, and what the package adds. */
export interface Wayfield extends Base {
${described.filter((d) => d.owner === undefined).map((d) => `${comment(d.fn.doc, '  ')}  ${d.name}${signature(d)};`).join('\n')}
${statics.join('\n')}
}
`;

mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'thunks.c'), thunks);
writeFileSync(join(output, 'api.js'), tables);
writeFileSync(join(output, 'index.d.ts'), types);
console.log(`${described.length} functions, ${api.structs.length} structs, ${api.enums.length} enums`);
