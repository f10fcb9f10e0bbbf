// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Makes classes and functions of the descriptions in api.js. How C passes things is known here, what there is to call is not.
import { Memory, POINTER, placeStructs } from './memory.js';
import { createSystem } from './system.js';

/** What C refused, as a wfError says it. */
export class WayfieldError extends Error {
  constructor(code, details, message) {
    super(message);
    this.name = 'WayfieldError';
    /** The result by name: "outOfRange", "badFormat", ... */
    this.code = code;
    Object.assign(this, details);
  }
}

const inputs = new Set(['struct', 'handle', 'string', 'bytes', 'array', 'changed', 'scalar']);

class Handle {
  constructor(wayfield, address) {
    Object.defineProperty(this, 'wayfield', { value: wayfield });
    this.address = address;
  }

  /** False after destroy(). */
  get isAlive() {
    return this.address !== 0;
  }
}

export class Runtime {
  constructor(api, outputs) {
    this.api = api;
    this.outputs = outputs;
    this.results = Object.keys(api.Result);
    this.files = new Map();
    this.classes = new Map();
    this.assertion = undefined;
    this.onPrint = () => {};
  }

  async start(compile) {
    const system = createSystem(this.files, (line) => this.onPrint(line));
    const imports = {
      wasi_snapshot_preview1: system.imports,
      wayfield: {
        assertionFailed: (condition) => {
          this.assertion ??= this.memory.readString(condition);
        },
      },
    };
    const { instance } = await compile(imports);
    const { exports } = instance;
    system.attach(exports.memory);
    this.exports = exports;
    exports._initialize();
    const table = new Uint32Array(exports.memory.buffer, exports.layout());
    let next = 0;
    const structs = placeStructs(this.api.structs, this.api.constants, () => table[next++]);
    this.memory = new Memory(exports, structs, {
      wrap: (type, address) => this.wrap(type, address),
      callDefault: (struct, object, at) => this.#callDefault(struct, object, at),
    });
    exports.start();
  }

  wrap(type, address) {
    return address === 0 ? null : new (this.classes.get(type))(this, address);
  }

  #callDefault(struct, object, at) {
    const described = this.byName.get(struct.default);
    // Defaults for a preset or a kind: the one that the object asks for.
    this.exports[struct.default](at, ...described.params.map((p) => object[p.name] ?? 0));
  }

  // -------------------------------------------------------------------------------------------------------------- build

  /** Puts classes and functions into `target`. */
  build(target) {
    this.byName = new Map(this.api.functions.map((f) => [f.c, f]));
    const resources = this.api.structs.filter((s) => s.stays);
    for (const name of [...this.api.handles, ...resources.map((s) => s.name)]) {
      const type = class extends Handle {};
      Object.defineProperty(type, 'name', { value: name.slice(2) });
      this.classes.set(name, type);
      target[name.slice(2)] = type;
    }
    for (const { name } of resources) {
      this.#addGetters(this.classes.get(name).prototype, this.memory.structs.get(name));
    }
    for (const fn of this.api.functions) {
      const call = this.#makeCall(fn);
      if (fn.method) {
        this.classes.get(`wf${fn.owner}`).prototype[fn.name] = fn.name === 'destroy' ? this.#makeDestroy(fn) : function method(...args) {
          return call([this, ...args]);
        };
      } else if (fn.owner !== undefined) {
        target[fn.owner] ??= {};
        target[fn.owner][fn.name] = (...args) => call(args);
      } else {
        target[fn.name] = (...args) => call(args);
      }
    }
    if (Symbol.dispose !== undefined) {
      Handle.prototype[Symbol.dispose] = function dispose() {
        this.destroy();
      };
    }
  }

  #addGetters(prototype, struct) {
    const { memory } = this;
    for (const field of struct.fields) {
      Object.defineProperty(prototype, field.name, {
        get() {
          return this.address === 0 ? null : memory.readField(struct, field, this.address);
        },
      });
    }
  }

  #makeDestroy(fn) {
    const runtime = this;
    const isResource = this.api.structs.some((s) => s.stays && s.name === `wf${fn.owner}`);
    return function destroy() {
      if (this.address !== 0) {
        runtime.exports[fn.c](this.address);
        if (isResource) {
          runtime.exports.free(this.address);
        }
        this.address = 0;
      }
    };
  }

  // --------------------------------------------------------------------------------------------------------------- call

  #makeCall(fn) {
    const taken = fn.params.filter((p) => inputs.has(p.kind));
    return (args) => {
      if (args.length > taken.length) {
        throw new TypeError(`${fn.name} takes ${taken.length - (fn.method ? 1 : 0)} arguments`);
      }
      const named = Object.fromEntries(taken.map((p, i) => [p.name, args[i]]));
      const mark = this.memory.mark();
      try {
        return this.#run(fn, named);
      } finally {
        this.memory.release(mark);
      }
    };
  }

  #run(fn, named) {
    const { memory, exports } = this;
    const passed = [];
    const slots = [];
    let errorAt = 0;
    let returnedAt = 0;
    if (fn.returns.kind === 'struct') {
      returnedAt = memory.take(memory.sizeOf(fn.returns.type));
      passed.push(returnedAt);
    }
    fn.params.forEach((p, index) => {
      const slot = { p, at: 0, index: passed.length };
      slots.push(slot);
      slot.at = this.#pass(fn, p, named, slots, index);
      passed.push(slot.at);
      errorAt = p.kind === 'error' ? slot.at : errorAt;
    });
    let value = this.#invoke(fn, passed);
    const found = slots.find((s) => s.p.kind === 'found' || s.p.kind === 'newBytes');
    if (found !== undefined) {
      value = this.#fetch(fn, found, passed, slots, value);
    }
    if (fn.returns.kind === 'result' && value !== 0) {
      this.#discard(slots);
      this.#fail(fn, value, errorAt);
    }
    const out = slots.map((s) => this.#read(s, value)).filter((o) => o !== undefined);
    const returned = this.#readReturn(fn, value, returnedAt, named, found !== undefined || slots.some((s) => s.p.kind === 'rows'));
    if (returned !== undefined) {
      out.unshift(['value', returned]);
    }
    return out.length === 0 ? undefined : out.length === 1 ? out[0][1] : Object.fromEntries(out);
  }

  #invoke(fn, passed) {
    this.assertion = undefined;
    const value = this.exports[fn.c](...passed);
    if (this.assertion !== undefined) {
      throw new WayfieldError('invalidDef', {}, `${fn.name}: used wrongly, this does not hold: ${this.assertion}`);
    }
    return value;
  }

  #pass(fn, p, named, slots, index) {
    const { memory } = this;
    const value = named[p.name];
    switch (p.kind) {
      case 'scalar':
        if (value === undefined) {
          throw new TypeError(`${fn.name}: ${p.name} is missing`);
        }
        return p.type === 'u64' ? BigInt.asUintN(64, BigInt(value)) : Number(value);
      case 'null':
        return 0;
      case 'handle':
        if (value !== null && value !== undefined && !(value instanceof Handle && value.address !== 0)) {
          throw new TypeError(`${fn.name}: ${p.name} is not a living ${p.type.slice(2)}`);
        }
        return value?.address ?? 0;
      case 'string':
        return value === null ? 0 : memory.takeString(String(value));
      case 'struct':
        return this.#passStruct(fn, p, value);
      case 'changed':
        return memory.takeStruct(p.type, value);
      case 'array':
        return value === null || value === undefined ? 0 : memory.takeArray(p.type, value);
      case 'count':
        return named[p.of]?.length ?? 0;
      case 'bytes': {
        const at = memory.take(value.length);
        memory.bytes.set(value, at);
        return at;
      }
      case 'sizeOfBytes':
        return slots[index - 1].p.kind === 'bytes' ? named[slots[index - 1].p.name].length : 0;
      case 'newHandle':
      case 'rows':
        return memory.take(POINTER);
      case 'newScalar':
        return memory.take(8);
      case 'newStruct':
        return memory.take(memory.sizeOf(p.type));
      case 'resource': {
        const at = this.exports.malloc(memory.sizeOf(p.type));
        memory.bytes.fill(0, at, at + memory.sizeOf(p.type));
        return at;
      }
      case 'newArray':
        slots[index].count = this.outputs[p.size](named);
        return memory.take(memory.sizeOf(p.type) * slots[index].count);
      case 'found':
        slots[index].capacity = p.size !== undefined ? this.outputs[p.size](named) : 0;
        return slots[index].capacity > 0 ? memory.take(memory.sizeOf(p.type) * slots[index].capacity) : 0;
      case 'capacity':
        return slots[index - 1].capacity;
      case 'error':
        return memory.take(memory.sizeOf('wfError'));
      default:
        return 0; // newBytes: asked for its size first
    }
  }

  // Without a value the default, where there is one; null is C's null.
  #passStruct(fn, p, value) {
    const struct = this.memory.structs.get(p.type);
    if (struct.stays) {
      return value?.address ?? 0;
    }
    if (p.nullable && (value === null || (value === undefined && struct.default === undefined))) {
      return 0;
    }
    if (value === undefined && struct.default === undefined) {
      throw new TypeError(`${fn.name}: ${p.name} is missing`);
    }
    return this.memory.takeStruct(p.type, value ?? {});
  }

  // Functions that say how much there is: call again with room for all of it.
  #fetch(fn, slot, passed, slots, count) {
    const { memory } = this;
    if (count < 0) {
      this.#fail(fn, -count, slots.find((s) => s.p.kind === 'error')?.at ?? 0);
    }
    const size = slot.p.kind === 'newBytes' ? 1 : memory.sizeOf(slot.p.type);
    if (slot.capacity === undefined || count > slot.capacity) {
      const room = slot.p.text ? count + 1 : count; // texts end with a zero that is not counted
      slot.at = memory.take(Math.max(1, size * room));
      passed[slot.index] = slot.at;
      passed[slot.index + 1] = room;
      count = this.#invoke(fn, passed);
    }
    return count;
  }

  #read(slot, value) {
    const { memory } = this;
    const { p, at } = slot;
    switch (p.kind) {
      case 'newHandle':
        return [p.name, this.wrap(p.type, memory.readScalar('u32', at))];
      case 'newScalar':
        return [p.name, p.bool ? memory.readScalar(p.type, at) !== 0 : memory.readScalar(p.type, at)];
      case 'newStruct':
      case 'changed':
        return [p.name, memory.readStruct(p.type, at)];
      case 'resource':
        return [p.name, this.#takeResource(p.type, at)];
      case 'newArray':
        return [p.name, memory.readArray(p.type, at, slot.count)];
      case 'found':
        return [p.name, p.text ? memory.readString(at) ?? '' : memory.readArray(p.type, at, value)];
      case 'rows':
        return [p.name, memory.readArray(p.type, memory.readScalar('u32', at), value)];
      case 'newBytes':
        return [p.name, memory.bytes.slice(at, at + value)];
      default:
        return undefined;
    }
  }

  #takeResource(type, at) {
    if (this.memory.structs.get(type).stays) {
      return this.wrap(type, at);
    }
    const value = this.memory.readStruct(type, at);
    this.exports[`${type}_Release`](at);
    this.exports.free(at);
    return value;
  }

  /** A resource that a function of the glue fills: fill( resource, error ) returns a wfResult. */
  make(type, name, fill) {
    const { memory } = this;
    const mark = memory.mark();
    const at = this.exports.malloc(memory.sizeOf(type));
    memory.bytes.fill(0, at, at + memory.sizeOf(type));
    try {
      const errorAt = memory.take(memory.sizeOf('wfError'));
      const result = fill(at, errorAt);
      if (result !== 0) {
        this.exports.free(at);
        this.#fail({ name }, result, errorAt);
      }
      return this.wrap(type, at);
    } finally {
      memory.release(mark);
    }
  }

  #discard(slots) {
    slots.filter((s) => s.p.kind === 'resource').forEach((s) => this.exports.free(s.at));
  }

  #readReturn(fn, value, at, named, counted) {
    const { memory } = this;
    switch (fn.returns.kind) {
      case 'scalar':
        return counted ? undefined : fn.returns.bool ? value !== 0 : fn.returns.type === 'u64' ? BigInt.asUintN(64, value) : value;
      case 'struct':
        return memory.readStruct(fn.returns.type, at);
      case 'structAt':
        return value === 0 ? null : memory.readStruct(fn.returns.type, value);
      case 'string':
        return memory.readString(value);
      case 'handle':
        return this.wrap(fn.returns.type, value);
      case 'view':
        return memory.viewArray(fn.returns.type, value, this.outputs[fn.returns.size](named));
      default:
        return undefined;
    }
  }

  #fail(fn, result, errorAt) {
    const code = this.results[result] ?? String(result);
    const details = errorAt !== 0 ? this.memory.readStruct('wfError', errorAt) : {};
    const described = details.message ? details : { ...details, message: this.memory.readString(this.exports.wfDescribeResult(result)) };
    const place = [details.file, details.line, details.column].filter((part) => part).join(':');
    const { message, ...rest } = { ...described, result };
    throw new WayfieldError(code, { ...rest, detail: message }, [place, details.field, message].filter((part) => part).join(': '));
  }
}
