// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Values in and out of the memory of the C code, by the layout that its compiler reported.

const sizes = { i8: 1, u8: 1, i32: 4, u32: 4, f32: 4, i64: 8, u64: 8, f64: 8 };
const arrays = {
  i8: Int8Array, u8: Uint8Array, i32: Int32Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array, u64: BigUint64Array,
};
const POINTER = 4;
const SCRATCH = 1 << 16;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The structs by name, with sizes and offsets filled in from the table `layout` of the compiled code. */
export function placeStructs(structs, constants, readNext) {
  const byName = new Map(structs.map((s) => [s.name, { ...s, fields: s.fields.map((f) => ({ ...f })) }]));
  for (const struct of byName.values()) {
    struct.size = readNext();
    struct.fields.forEach((field) => {
      field.at = readNext();
    });
  }
  const values = new Map(constants.map((text) => [text, readNext()]));
  for (const struct of byName.values()) {
    struct.fields.forEach((field) => {
      field.dims = field.dims?.map((d) => (typeof d === 'number' ? d : values.get(d)));
    });
    struct.byField = new Map(struct.fields.map((f) => [f.name, f]));
  }
  return byName;
}

export class Memory {
  constructor(exports, structs, bind) {
    this.exports = exports;
    this.structs = structs;
    this.bind = bind; // { wrap( type, address ), callDefault( struct, object, address ) }
    this.current = undefined;
    this.scratch = exports.malloc(SCRATCH);
    this.used = 0;
    this.extra = [];
  }

  /** Growing detaches the old buffer, so every access goes through here. */
  get view() {
    const { buffer } = this.exports.memory;
    if (this.current?.buffer !== buffer) {
      this.current = new DataView(buffer);
    }
    return this.current;
  }

  get bytes() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  // ------------------------------------------------------------------------------------------------- memory for a call

  /** Zeroed memory until the end of the call. */
  take(size) {
    const rounded = (size + 15) & ~15;
    let address = this.scratch + this.used;
    if (this.used + rounded > SCRATCH) {
      address = this.exports.malloc(Math.max(rounded, 1));
      if (address === 0) {
        throw new RangeError(`no memory for ${size} bytes`);
      }
      this.extra.push(address);
    } else {
      this.used += rounded;
    }
    this.bytes.fill(0, address, address + size);
    return address;
  }

  mark() {
    return { used: this.used, extra: this.extra.length };
  }

  release(mark) {
    this.used = mark.used;
    while (this.extra.length > mark.extra) {
      this.exports.free(this.extra.pop());
    }
  }

  // ------------------------------------------------------------------------------------------------------------ scalars

  sizeOf(type) {
    return sizes[type] ?? this.structs.get(type).size;
  }

  readScalar(type, at) {
    const { view } = this;
    switch (type) {
      case 'i8':
        return view.getInt8(at);
      case 'u8':
        return view.getUint8(at);
      case 'i32':
        return view.getInt32(at, true);
      case 'u32':
        return view.getUint32(at, true);
      case 'f32':
        return view.getFloat32(at, true);
      case 'i64':
        return Number(view.getBigInt64(at, true));
      case 'u64':
        return view.getBigUint64(at, true);
      default:
        return view.getFloat64(at, true);
    }
  }

  writeScalar(type, at, value) {
    const { view } = this;
    if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') {
      throw new TypeError(`expected a number, found ${value === null ? 'null' : typeof value}`);
    }
    switch (type) {
      case 'i8':
        return view.setInt8(at, Number(value));
      case 'u8':
        return view.setUint8(at, Number(value));
      case 'i32':
        return view.setInt32(at, Number(value), true);
      case 'u32':
        return view.setUint32(at, Number(value), true);
      case 'f32':
        return view.setFloat32(at, Number(value), true);
      case 'i64':
        return view.setBigInt64(at, BigInt(value), true);
      case 'u64':
        return view.setBigUint64(at, BigInt(value), true);
      default:
        return view.setFloat64(at, Number(value), true);
    }
  }

  readString(at) {
    if (at === 0) {
      return null;
    }
    const { bytes } = this;
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  takeString(text) {
    const bytes = encoder.encode(text);
    if (bytes.includes(0)) {
      throw new TypeError('a text with a zero character in it');
    }
    const at = this.take(bytes.length + 1);
    this.bytes.set(bytes, at);
    return at;
  }

  // ------------------------------------------------------------------------------------------------------------- arrays

  /** A copy: a typed array of numbers, a list of objects for structs. */
  readArray(type, at, count) {
    if (arrays[type] !== undefined) {
      return this.viewArray(type, at, count).slice();
    }
    const size = this.sizeOf(type);
    return Array.from({ length: count }, (_, i) => this.readStruct(type, at + i * size));
  }

  viewArray(type, at, count) {
    return new arrays[type](this.exports.memory.buffer, at, count);
  }

  takeArray(type, items) {
    const size = this.sizeOf(type);
    const at = this.take(size * items.length);
    if (arrays[type] !== undefined) {
      this.viewArray(type, at, items.length).set(items);
      return at;
    }
    items.forEach((item, i) => this.writeStruct(type, at + i * size, item));
    return at;
  }

  // ------------------------------------------------------------------------------------------------------------ structs

  readStruct(name, at) {
    const struct = this.structs.get(name);
    const out = {};
    for (const field of struct.fields) {
      out[field.name] = this.readField(struct, field, at);
    }
    return out;
  }

  readField(struct, field, base) {
    const at = base + field.at;
    switch (field.kind) {
      case 'scalar':
        return field.dims ? this.#readDims(field, at, 0) : field.bool ? this.readScalar(field.type, at) !== 0 : this.readScalar(field.type, at);
      case 'struct':
        return field.dims ? this.readArray(field.type, at, field.dims[0]) : this.readStruct(field.type, at);
      case 'text':
        return this.readString(at);
      case 'string':
        return this.readString(this.readScalar('u32', at));
      case 'handle':
        return this.bind.wrap(field.type, this.readScalar('u32', at));
      default: {
        const items = this.readScalar('u32', at);
        if (items === 0) {
          return null;
        }
        const count = this.#countOf(struct, field, base);
        if (field.kind === 'array') {
          return this.readArray(field.type, items, count);
        }
        const flat = arrays[field.type] !== undefined ? field.type : this.structs.get(field.type).fields[0].type;
        return this.viewArray(flat, items, (count * this.sizeOf(field.type)) / sizes[flat]);
      }
    }
  }

  #countOf(struct, field, base) {
    const one = (name) => {
      const counting = struct.byField.get(name);
      return this.readScalar(counting.type, base + counting.at);
    };
    return one(field.count) * field.per * (field.product ? one(field.product) : 1);
  }

  #readDims(field, at, depth) {
    const [count, inner] = [field.dims[depth], field.dims.slice(depth + 1).reduce((a, b) => a * b, 1)];
    const size = sizes[field.type] * inner;
    if (inner > 1) {
      return Array.from({ length: count }, (_, i) => this.#readDims(field, at + i * size, depth + 1));
    }
    return Array.from(this.viewArray(field.type, at, count));
  }

  /** What `object` does not name keeps the value of the default function, or zero where there is none. */
  writeStruct(name, at, object) {
    const struct = this.structs.get(name);
    if (typeof object !== 'object' || object === null) {
      throw new TypeError(`${name.slice(2)}: expected an object`);
    }
    if (struct.default !== undefined) {
      this.bind.callDefault(struct, object, at);
    }
    for (const key of Object.keys(object)) {
      const field = struct.byField.get(key);
      if (field === undefined) {
        throw new TypeError(`${name.slice(2)} has no field ${key}; known are ${struct.fields.map((f) => f.name).filter((n) => n !== 'internalCookie').join(', ')}`);
      }
      // The mark of a default function comes with the default; otherwise the object has it from the function that made it.
      const isMark = field.name === 'internalCookie' && struct.default !== undefined;
      if (object[key] !== undefined && !isMark) {
        try {
          this.#writeField(struct, field, at, object[key]);
        } catch (error) {
          if (error instanceof TypeError && !error.message.includes(': ')) {
            throw new TypeError(`${name.slice(2)}.${key}: ${error.message}`);
          }
          throw error;
        }
      }
    }
  }

  #writeField(struct, field, base, value) {
    const at = base + field.at;
    switch (field.kind) {
      case 'scalar':
        return field.dims ? this.#writeDims(field, at, value) : this.writeScalar(field.type, at, value);
      case 'struct':
        if (!field.dims) {
          return this.writeStruct(field.type, at, value);
        }
        if (value.length > field.dims[0]) {
          throw new TypeError(`more than ${field.dims[0]} items`);
        }
        return value.forEach((item, i) => this.writeStruct(field.type, at + i * this.sizeOf(field.type), item));
      case 'text': {
        const bytes = encoder.encode(value).subarray(0, field.dims[0] - 1);
        this.bytes.set(bytes, at);
        return this.writeScalar('u8', at + bytes.length, 0);
      }
      case 'string':
        return this.writeScalar('u32', at, value === null ? 0 : this.takeString(value));
      case 'handle':
        return this.writeScalar('u32', at, value === null ? 0 : value.address);
      default: {
        this.writeScalar('u32', at, value === null ? 0 : this.takeArray(field.type, value));
        const counting = struct.byField.get(field.count);
        return field.product ? undefined : this.writeScalar(counting.type, base + counting.at, value === null ? 0 : value.length / field.per);
      }
    }
  }

  #writeDims(field, at, value) {
    const flat = value.flat(Infinity);
    if (flat.length > field.dims.reduce((a, b) => a * b, 1)) {
      throw new TypeError(`more than ${field.dims.join(' x ')} numbers`);
    }
    flat.forEach((item, i) => this.writeScalar(field.type, at + i * sizes[field.type], item));
  }

  takeStruct(name, object) {
    const at = this.take(this.sizeOf(name));
    if (object !== undefined) {
      this.writeStruct(name, at, object);
    }
    return at;
  }
}

export { POINTER };
