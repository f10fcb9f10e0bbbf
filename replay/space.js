// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh in space, by WebGL.

const meshShader = `#version 300 es
uniform mat4 view;
in vec3 place;
in float blocked;
out vec3 at;
out float shut;
void main() { at = place; shut = blocked; gl_Position = view * vec4(place, 1.0); }`;

const meshPaint = `#version 300 es
precision highp float;
uniform vec3 open_, shut_, light;
in vec3 at;
in float shut;
out vec4 color;
void main() {
  float lit = 0.62 + 0.38 * abs(dot(normalize(cross(dFdx(at), dFdy(at))), light));
  color = vec4(mix(open_, shut_, step(0.5, shut)) * lit, 1.0);
}`;

const dotShader = `#version 300 es
uniform mat4 view;
uniform float size, lift; // by lift nobody is half inside of the ground
in vec3 place;
in vec3 color;
out vec3 paint;
void main() { paint = color; gl_Position = view * vec4(place, 1.0); gl_Position.z -= lift; gl_PointSize = size; }`;

const dotPaint = `#version 300 es
precision highp float;
in vec3 paint;
out vec4 color;
void main() {
  float far = length(gl_PointCoord - 0.5);
  if (far > 0.5) discard;
  color = vec4(far > 0.4 ? paint * 0.55 : paint, 1.0);
}`;

const DEPTH = 0.45; // of the depth buffer, for half of the mesh

class SpaceView {
  /** @param {HTMLCanvasElement} canvas @param {any} data @param {Run} run */
  constructor(canvas, data, run) {
    this.canvas = canvas;
    this.run = run;
    this.mesh = data.mesh;
    this.aspect = 1.6;
    const gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
    if (!gl) {
      throw new Error('This browser cannot draw in space.');
    }
    this.gl = gl;
    this.meshProgram = this.makeProgram(meshShader, meshPaint);
    this.dotProgram = this.makeProgram(dotShader, dotPaint);
    const packed = new Uint16Array(bytesOf(this.mesh.vertices).buffer);
    const { lower, step } = this.mesh;
    const vertices = Float32Array.from(packed, (value, k) => lower[k % 3] + step * value);
    this.center = [0, 1, 2].map((axis) => lower[axis] + (step * this.mesh.extent[axis]) / 2);
    this.reach = 0;
    for (let k = 0; k < vertices.length; k += 3) {
      this.reach = Math.max(this.reach, Math.hypot(vertices[k] - this.center[0], vertices[k + 1] - this.center[1], vertices[k + 2] - this.center[2]));
    }
    this.goals = (data.mesh.goals ?? []).flatMap((/** @type {any} */ goal) => goal.place);
    const triangles = wordsOf(this.mesh.triangles);
    const shut = bytesOf(this.mesh.blocked);
    const corners = new Float32Array(4 * triangles.length);
    triangles.forEach((vertex, k) => corners.set([...vertices.subarray(3 * vertex, 3 * vertex + 3), shut[Math.floor(k / 3)] ?? 0], 4 * k));
    this.cornerCount = triangles.length;
    this.corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    this.dots = gl.createBuffer();
    this.turn = this.tilt = this.zoom = 0;
    this.dotData = new Float32Array(6 * (run.count + this.goals.length / 3));
    this.reset();
  }

  reset() {
    this.turn = -0.6;
    this.tilt = 0.6;
    this.zoom = 1;
  }

  /** @param {string} vertex @param {string} fragment */
  makeProgram(vertex, fragment) {
    const { gl } = this;
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [kind, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      throw new Error(gl.getProgramInfoLog(program) ?? 'the picture could not be prepared');
    }
    return program;
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.turn += (dx * 4) / this.canvas.width;
    this.tilt = Math.max(-1.55, Math.min(1.55, this.tilt + (dy * 4) / this.canvas.width));
  }

  /** @param {number} factor */
  zoomAt(factor) {
    this.zoom = Math.max(0.4, Math.min(30, this.zoom * factor));
  }

  /** From the world to the picture, without perspective: columns of a matrix, and the direction of the light. */
  matrix() {
    const { width, height } = this.canvas;
    const [ct, st, cp, sp] = [Math.cos(this.turn), Math.sin(this.turn), Math.cos(this.tilt), Math.sin(this.tilt)];
    const right = [ct, st, 0];
    const up = [-st * sp, ct * sp, cp];
    const back = [st * cp, -ct * cp, sp];
    const scale = (this.zoom * Math.min(1, height / width) * 0.95) / this.reach;
    const [sx, sy, sz] = [scale, (scale * width) / height, DEPTH / this.reach];
    const along = (/** @type {number[]} */ axis) => axis.reduce((sum, v, k) => sum + v * this.center[k], 0);
    const columns = [0, 1, 2].flatMap((k) => [sx * right[k], sy * up[k], -sz * back[k], 0]);
    return { view: new Float32Array([...columns, -sx * along(right), -sy * along(up), sz * along(back), 1]), back, pixels: (scale * width) / 2 };
  }

  /** @param {number} time @param {{ theme: 'light' | 'dark', bySpeed: boolean }} settings */
  draw(time, settings) {
    const { gl } = this;
    const look = looks[settings.theme];
    const { view, back, pixels } = this.matrix();
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(look.back[0], look.back[1], look.back[2], 1);
    gl.enable(gl.DEPTH_TEST);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.meshProgram);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.meshProgram, 'view'), false, view);
    gl.uniform3fv(gl.getUniformLocation(this.meshProgram, 'light'), back);
    gl.uniform3fv(gl.getUniformLocation(this.meshProgram, 'open_'), look.mesh);
    gl.uniform3fv(gl.getUniformLocation(this.meshProgram, 'shut_'), look.blocked);
    this.bind(this.meshProgram, this.corners, [['place', 3], ['blocked', 1]]);
    gl.drawArrays(gl.TRIANGLES, 0, this.cornerCount);
    this.drawDots(time, settings, view, pixels);
  }

  /** @param {WebGLProgram} program @param {WebGLBuffer | null} buffer @param {[string, number][]} parts */
  bind(program, buffer, parts) {
    const { gl } = this;
    const stride = 4 * parts.reduce((sum, [, size]) => sum + size, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    let offset = 0;
    for (const [name, size] of parts) {
      const at = gl.getAttribLocation(program, name);
      if (at >= 0) {
        gl.enableVertexAttribArray(at);
        gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset);
      }
      offset += 4 * size;
    }
  }

  /** @param {number} time @param {{ theme: 'light' | 'dark', bySpeed: boolean }} settings @param {Float32Array} view @param {number} pixels of a metre */
  drawDots(time, settings, view, pixels) {
    const { gl, run, dotData } = this;
    const at = { x: 0, y: 0, z: 0, heading: 0, speed: 0 };
    let count = 0;
    let radius = 0.25;
    for (let person = 0; person < run.count; ++person) {
      if (run.look(person, time, at)) {
        radius = run.sizes[2 * person];
        const color = settings.bySpeed ? rampColor(viridis, at.speed / FASTEST) : rgbOf(kindColor(run.kinds[person]));
        dotData.set([at.x, at.y, at.z, color[0] / 255, color[1] / 255, color[2] / 255], 6 * count++);
      }
    }
    const people = count;
    const goal = rgbOf(looks[settings.theme].goal);
    for (let k = 0; k < this.goals.length; k += 3) {
      dotData.set([this.goals[k], this.goals[k + 1], this.goals[k + 2], goal[0] / 255, goal[1] / 255, goal[2] / 255], 6 * count++);
    }
    gl.useProgram(this.dotProgram);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.dotProgram, 'view'), false, view);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dots);
    gl.bufferData(gl.ARRAY_BUFFER, dotData.subarray(0, 6 * count), gl.DYNAMIC_DRAW);
    this.bind(this.dotProgram, this.dots, [['place', 3], ['color', 3]]);
    const size = gl.getUniformLocation(this.dotProgram, 'size');
    gl.uniform1f(gl.getUniformLocation(this.dotProgram, 'lift'), (1.3 * radius * DEPTH) / this.reach);
    gl.uniform1f(size, Math.max(5, 2 * radius * pixels));
    gl.drawArrays(gl.POINTS, 0, people);
    gl.uniform1f(size, Math.max(14, 4 * radius * pixels));
    gl.drawArrays(gl.POINTS, people, count - people);
  }
}
