// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Reads the public headers, which are regular enough for it: structs, enums, constants, opaque types and functions, with their comments.
// A declaration that is not understood ends the build.
import { readFileSync } from 'node:fs';

/** Comments that stand before a declaration (///) or behind a member (//), and the code without them. */
function split(text) {
  const out = [];
  let doc = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('///')) {
      doc.push(trimmed.slice(3).trim());
      continue;
    }
    const at = line.indexOf('//');
    const code = at >= 0 ? line.slice(0, at).trim() : trimmed;
    const note = at >= 0 ? line.slice(at + 2).trim() : '';
    // Far to the right it continues what stands above, in the first columns it is about what follows.
    const ahead = code === '' && /^\t{1,2}\/\//.test(line);
    out.push({ code, note: note.startsWith('---') ? '' : note, ahead, doc: code !== '' ? doc : [] });
    doc = code !== '' || trimmed === '' ? [] : doc;
  }
  return out;
}

/** One declaration after the other: its code on one line, its doc, and its lines. */
function declarations(text) {
  const found = [];
  let lines = [];
  let depth = 0;
  let guard = false;
  for (const line of split(text)) {
    if (line.code.startsWith('#')) {
      guard = guard || line.code.startsWith('#if');
      const define = /^#define (WF_[A-Z_0-9]+) (.+)$/.exec(line.code);
      if (define && !/^(WF_API|WF_EXPORT)$/.test(define[1])) {
        found.push({ kind: 'constant', name: define[1], doc: line.doc.join(' ') || line.note });
      }
      continue;
    }
    if (line.code === '' && lines.length === 0) {
      continue;
    }
    lines.push(line);
    depth += (line.code.match(/\{/g) ?? []).length - (line.code.match(/\}/g) ?? []).length;
    if (depth === 0 && line.code.endsWith(';')) {
      found.push({ kind: 'code', code: lines.map((l) => l.code).join(' ').replace(/\s+/g, ' ').trim(), doc: lines[0].doc.join(' '), lines });
      lines = [];
    }
  }
  if (lines.length > 0) {
    throw new Error(`not understood: ${lines[0].code}`);
  }
  return found;
}

/** "const wfVec2* points" -> { type: 'wfVec2', pointers: 1, isConst: true, name: 'points', count: 0 } */
export function parseVariable(text) {
  const match = /^(const )?(?:struct )?([A-Za-z_][A-Za-z_0-9]*)\s*((?:\*|\s|const)*)([A-Za-z_][A-Za-z_0-9]*)?((?:\s*\[[^\]]+\])*)$/.exec(text.trim());
  if (!match) {
    throw new Error(`not understood: ${text}`);
  }
  const pointers = (match[3].match(/\*/g) ?? []).length;
  const dims = [...match[5].matchAll(/\[\s*([^\]]+?)\s*\]/g)].map((m) => m[1]);
  return { type: match[2], pointers, isConst: match[1] !== undefined, name: match[4] ?? '', dims };
}

function splitTop(text, separator) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const c of text) {
    depth += c === '(' || c === '{' || c === '[' ? 1 : c === ')' || c === '}' || c === ']' ? -1 : 0;
    if (c === separator && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else {
      part += c;
    }
  }
  if (part.trim() !== '') {
    parts.push(part.trim());
  }
  return parts;
}

function notesOfMembers(lines, isEnum) {
  const notes = new Map();
  let last = [];
  let ahead = '';
  for (const line of lines.slice(1)) {
    if (line.code !== '' && !/^[{}]/.test(line.code)) {
      last = splitTop(line.code.replace(/[;,]$/, ''), ',').map((part) => (isEnum ? part.split('=')[0].trim() : /([A-Za-z_0-9]+)\s*(\[.*\])?$/.exec(part)?.[1]));
      last.forEach((name) => notes.set(name, `${ahead} ${line.note}`.trim()));
      ahead = '';
    } else if (line.ahead) {
      ahead = `${ahead} ${line.note}`;
    } else if (line.note !== '') {
      last.forEach((name) => notes.set(name, `${notes.get(name)} ${line.note}`.trim()));
    }
  }
  return notes;
}

function parseFields(body, notes, api, owner) {
  const fields = [];
  for (const statement of splitTop(body, ';')) {
    const nested = /^struct ([A-Za-z0-9]+) \{(.*)\} ([A-Za-z0-9]+)\s*(\[[^\]]+\])?$/.exec(statement);
    if (nested) {
      const name = nested[1];
      api.structs.push({ name, tag: true, doc: '', fields: parseFields(nested[2], new Map(), api, name) });
      fields.push({ ...parseVariable(`${name} ${nested[3]}${nested[4] ?? ''}`), note: notes.get(nested[3]) ?? '' });
      continue;
    }
    if (/\(\s*\*/.test(statement)) {
      throw new Error(`not understood in ${owner}: ${statement}`);
    }
    const [first, ...rest] = splitTop(statement, ',');
    const head = parseVariable(first);
    fields.push({ ...head, note: notes.get(head.name) ?? '' });
    for (const more of rest) {
      const stars = (more.match(/\*/g) ?? []).length;
      const other = parseVariable(`${head.type} ${more.replace(/\*/g, '')}`);
      fields.push({ ...other, pointers: stars, isConst: head.isConst, note: notes.get(other.name) ?? '' });
    }
  }
  return fields;
}

/** The interface in all of these header files. */
export function parseHeaders(paths) {
  const api = { structs: [], enums: [], opaque: [], callbacks: [], functions: [], constants: [] };
  for (const path of paths) {
    const text = readFileSync(path, 'utf8').replace(/^.*?#pragma once/s, '');
    for (const item of declarations(text)) {
      if (item.kind === 'constant') {
        api.constants.push({ name: item.name, doc: item.doc });
        continue;
      }
      const { code, doc } = item;
      let match;
      if ((match = /^typedef struct ([A-Za-z0-9]+) \{(.*)\} ([A-Za-z0-9]+);$/.exec(code))) {
        const notes = notesOfMembers(item.lines, false);
        api.structs.push({ name: match[3], doc, fields: parseFields(match[2], notes, api, match[3]) });
      } else if ((match = /^typedef enum ([A-Za-z0-9]+) \{(.*)\} ([A-Za-z0-9]+);$/.exec(code))) {
        const notes = notesOfMembers(item.lines, true);
        const values = splitTop(match[2], ',').map((value) => value.split('=')[0].trim());
        api.enums.push({ name: match[3], doc, values: values.map((name) => ({ name, note: notes.get(name) ?? '' })) });
      } else if ((match = /^typedef struct ([A-Za-z0-9]+) ([A-Za-z0-9]+);$/.exec(code))) {
        api.opaque.push({ name: match[2], doc });
      } else if ((match = /^typedef .*?\b(wf[A-Za-z0-9]+Fcn)\(.*\);$/.exec(code))) {
        api.callbacks.push(match[1]);
      } else if ((match = /^WF_API (.*?)(wf[A-Za-z0-9_]+)\((.*)\);$/.exec(code))) {
        const params = match[3].trim() === 'void' ? [] : splitTop(match[3], ',').map(parseVariable);
        api.functions.push({ name: match[2], doc, returns: parseVariable(match[1].trim()), params });
      } else {
        throw new Error(`${path}: not understood: ${code}`);
      }
    }
  }
  return api;
}
