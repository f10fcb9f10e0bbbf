// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The plane from above.

const TRAIL_SECONDS = 8;
const MOST_TRAILS = 1500; // people; more would take the time of a frame
const SMALLEST_BODY = 2.5; // pixels

class PlaneView {
  /** @param {HTMLCanvasElement} canvas @param {any} data @param {Run} run */
  constructor(canvas, data, run) {
    this.canvas = canvas;
    this.plane = data.plane;
    this.run = run;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.ground = document.createElement('canvas');
    this.zoom = 1;
    this.shift = [0, 0];
    this.images = new Map();
    /** What the ground was drawn for. */
    this.drawn = '';
  }

  get aspect() {
    const { lower, upper } = this.plane;
    return (upper[0] - lower[0]) / (upper[1] - lower[1]);
  }

  /** Pixels of the canvas per metre. */
  get scale() {
    const { lower, upper } = this.plane;
    return this.zoom * Math.min(this.canvas.width / (upper[0] - lower[0]), this.canvas.height / (upper[1] - lower[1])) * 0.97;
  }

  /** @param {number} x @param {number} y */
  toScreen(x, y) {
    const { lower, upper } = this.plane;
    const { scale } = this;
    return [this.canvas.width / 2 + (x - (lower[0] + upper[0]) / 2) * scale + this.shift[0], this.canvas.height / 2 - (y - (lower[1] + upper[1]) / 2) * scale + this.shift[1]];
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.shift = [this.shift[0] + dx, this.shift[1] + dy];
    this.drawn = '';
  }

  /** The place under the pointer stays there. @param {number} factor @param {number} x @param {number} y */
  zoomAt(factor, x, y) {
    const zoom = Math.max(0.5, Math.min(60, this.zoom * factor));
    const by = zoom / this.zoom;
    this.shift = [(this.shift[0] - x + this.canvas.width / 2) * by + x - this.canvas.width / 2, (this.shift[1] - y + this.canvas.height / 2) * by + y - this.canvas.height / 2];
    this.zoom = zoom;
  }

  reset() {
    this.zoom = 1;
    this.shift = [0, 0];
  }

  // ------------------------------------------------------------------------------------------------------------- ground

  /** Whatever stands still, drawn once for each view. @param {'light' | 'dark'} theme */
  drawGround(theme) {
    const key = [theme, this.canvas.width, this.canvas.height, this.zoom, ...this.shift].join();
    if (key === this.drawn) {
      return;
    }
    this.drawn = key;
    const look = looks[theme];
    const { ground, plane } = this;
    ground.width = this.canvas.width;
    ground.height = this.canvas.height;
    const pen = /** @type {CanvasRenderingContext2D} */ (ground.getContext('2d'));
    pen.fillStyle = look.outside;
    pen.fillRect(0, 0, ground.width, ground.height);
    const [x0, y1] = this.toScreen(plane.lower[0], plane.lower[1]);
    const [x1, y0] = this.toScreen(plane.upper[0], plane.upper[1]);
    pen.fillStyle = plane.shapes.some((/** @type {any} */ s) => s.role === 'walkable') ? look.wall : look.floor;
    pen.fillRect(x0, y0, x1 - x0, y1 - y0);
    for (const [role, color] of [['walkable', look.floor], ['terrain', look.terrain], ['obstacle', look.wall]]) {
      for (const shape of plane.shapes.filter((/** @type {any} */ s) => s.role === role)) {
        this.drawShape(pen, shape, color);
      }
    }
    pen.strokeStyle = look.edge;
    pen.lineWidth = 1.5;
    pen.strokeRect(x0, y0, x1 - x0, y1 - y0);
    this.drawGoals(pen, look);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number[]} ring numbers x, y in turn @param {boolean} close */
  trace(pen, ring, close) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x, y] = this.toScreen(ring[i], ring[i + 1]);
      if (i === 0) {
        pen.moveTo(x, y);
      } else {
        pen.lineTo(x, y);
      }
    }
    if (close) {
      pen.closePath();
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {any} shape @param {string} color */
  drawShape(pen, shape, color) {
    pen.fillStyle = pen.strokeStyle = color;
    pen.lineCap = pen.lineJoin = 'round';
    pen.beginPath();
    if (shape.kind === 'disc') {
      const [x, y] = this.toScreen(shape.center[0], shape.center[1]);
      pen.arc(x, y, shape.radius * this.scale, 0, 2 * Math.PI);
      pen.fill();
    } else if (shape.kind === 'line') {
      shape.rings.forEach((/** @type {number[]} */ ring) => this.trace(pen, ring, false));
      pen.lineWidth = Math.max(1.5, 2 * shape.radius * this.scale);
      pen.stroke();
    } else if (shape.kind === 'image') {
      this.drawImage(pen, shape, color);
    } else {
      shape.rings.forEach((/** @type {number[]} */ ring) => this.trace(pen, ring, true));
      pen.fill('evenodd');
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {any} shape @param {string} color */
  drawImage(pen, shape, color) {
    let picture = this.images.get(shape.cells + color);
    if (!picture) {
      const bits = bytesOf(shape.cells); // one for each pixel, the lower left one first
      const image = new ImageData(shape.width, shape.height);
      const [r, g, b] = rgbOf(color);
      for (let k = 0; k < shape.width * shape.height; ++k) {
        const row = shape.height - 1 - Math.floor(k / shape.width);
        image.data.set([r, g, b, (bits[k >> 3] >> (k & 7)) & 1 ? 255 : 0], 4 * (row * shape.width + (k % shape.width)));
      }
      picture = document.createElement('canvas');
      picture.width = shape.width;
      picture.height = shape.height;
      picture.getContext('2d').putImageData(image, 0, 0);
      this.images.set(shape.cells + color, picture);
    }
    const [x, y] = this.toScreen(shape.center[0], shape.center[1] + shape.height * shape.pixel);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(picture, x, y, shape.width * shape.pixel * this.scale, shape.height * shape.pixel * this.scale);
  }

  /** @param {CanvasRenderingContext2D} pen @param {typeof looks.light} look */
  drawGoals(pen, look) {
    const unit = Math.max(1, this.canvas.width / 900);
    pen.lineCap = pen.lineJoin = 'round';
    for (const goal of this.plane.goals) {
      pen.fillStyle = pen.strokeStyle = look.goal;
      pen.lineWidth = 3.5 * unit;
      pen.beginPath();
      if (goal.kind === 'point') {
        const [x, y] = this.toScreen(goal.points[0], goal.points[1]);
        pen.arc(x, y, 5 * unit, 0, 2 * Math.PI);
        pen.lineWidth = 2 * unit;
        pen.stroke();
        continue;
      }
      this.trace(pen, goal.points, goal.kind === 'polygon');
      if (goal.kind === 'polygon') {
        pen.globalAlpha = 0.25;
        pen.fill();
        pen.globalAlpha = 1;
        pen.lineWidth = 1.5 * unit;
      }
      pen.stroke();
    }
    pen.setLineDash([5 * unit, 4 * unit]);
    pen.strokeStyle = look.line;
    pen.lineWidth = 2 * unit;
    for (const line of this.plane.lines) {
      pen.beginPath();
      this.trace(pen, [...line.a, ...line.b], false);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  // ------------------------------------------------------------------------------------------------------------- people

  /** @param {number} time @param {{ theme: 'light' | 'dark', bySpeed: boolean, trails: boolean, all: boolean }} settings `all`: trails from the beginning */
  draw(time, settings) {
    this.drawGround(settings.theme);
    const { pen } = this;
    pen.drawImage(this.ground, 0, 0);
    if (settings.trails && (settings.all || this.run.count <= MOST_TRAILS)) {
      this.drawTrails(time, settings);
    }
    const at = { x: 0, y: 0, z: 0, heading: 0, speed: 0 };
    for (let person = 0; person < this.run.count; ++person) {
      if (this.run.look(person, time, at)) {
        this.drawPerson(person, at, time, settings);
      }
    }
  }

  /** @param {number} time @param {{ theme: 'light' | 'dark', all: boolean, bySpeed: boolean }} settings */
  drawTrails(time, settings) {
    const { pen, run } = this;
    const now = Math.floor((time - run.start) * run.fps);
    const since = settings.all ? 0 : now - TRAIL_SECONDS * run.fps;
    const stride = settings.all ? Math.max(1, Math.floor(run.frameCount / 300)) : 1;
    pen.globalAlpha = settings.all ? Math.max(0.15, Math.min(0.5, 40 / run.count)) : 0.4;
    pen.lineWidth = Math.max(1, this.canvas.width / 1100);
    for (let person = 0; person < run.count; ++person) {
      const from = Math.max(0, since - run.first[person]);
      const to = Math.min(run.lengths[person] - 1, now - run.first[person]);
      if (to <= from || (!settings.all && now - run.first[person] >= run.lengths[person])) {
        continue;
      }
      pen.strokeStyle = settings.bySpeed ? looks[settings.theme].soft : kindColor(run.kinds[person]);
      pen.beginPath();
      for (let k = from; k <= to; k += stride) {
        const row = 2 * (run.offsets[person] + k);
        const [x, y] = this.toScreen(run.places[row], run.places[row + 1]);
        if (k === from) {
          pen.moveTo(x, y);
        } else {
          pen.lineTo(x, y);
        }
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  /** @param {number} person @param {{ x: number, y: number, heading: number, speed: number }} at @param {number} time @param {{ theme: 'light' | 'dark', bySpeed: boolean }} settings */
  drawPerson(person, at, time, settings) {
    const { pen, run, scale } = this;
    const [x, y] = this.toScreen(at.x, at.y);
    const width = Math.max(SMALLEST_BODY, run.sizes[2 * person] * scale);
    const depth = Math.max(SMALLEST_BODY, run.sizes[2 * person + 1] * scale);
    const steps = width > 5 ? run.feet.get(person) : undefined;
    if (steps) {
      this.drawFeet(steps, time, looks[settings.theme].ink);
    }
    pen.fillStyle = settings.bySpeed ? speedColor(at.speed) : kindColor(run.kinds[person]);
    pen.beginPath();
    pen.ellipse(x, y, depth, width, -at.heading, 0, 2 * Math.PI);
    pen.globalAlpha = steps ? 0.8 : 1;
    pen.fill();
    pen.globalAlpha = 1;
    if (width > 4) {
      pen.strokeStyle = looks[settings.theme].floor;
      pen.lineWidth = 1;
      pen.stroke();
      // Where it looks.
      const [cos, sin] = [Math.cos(at.heading), -Math.sin(at.heading)];
      pen.strokeStyle = '#ffffff';
      pen.lineWidth = Math.max(1.2, 0.22 * width);
      pen.beginPath();
      pen.moveTo(x + 0.25 * depth * cos, y + 0.25 * depth * sin);
      pen.lineTo(x + 0.75 * depth * cos, y + 0.75 * depth * sin);
      pen.stroke();
    }
  }

  /** @param {Float32Array[]} steps @param {number} time @param {string} color */
  drawFeet(steps, time, color) {
    let [low, high] = [0, steps.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = steps[middle][2] <= time ? [middle, high] : [low, middle];
    }
    const step = steps[low];
    const share = Math.max(0, Math.min(1, (time - step[2]) / Math.max(1e-3, step[3])));
    const ease = share * share * (3 - 2 * share);
    const print = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ angle) => {
      const [u, v] = this.toScreen(x, y);
      this.pen.beginPath();
      this.pen.ellipse(u, v, 0.13 * this.scale, 0.05 * this.scale, -angle, 0, 2 * Math.PI);
      this.pen.fill();
    };
    this.pen.fillStyle = color;
    this.pen.globalAlpha = 0.75;
    print(step[4], step[5], step[6]);
    let turn = step[12] - step[9];
    turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    print(step[7] + ease * (step[10] - step[7]), step[8] + ease * (step[11] - step[8]), step[9] + ease * turn);
    this.pen.globalAlpha = 0.18;
    for (let k = Math.max(0, low - 4); k < low; ++k) {
      print(steps[k][4], steps[k][5], steps[k][6]);
    }
    this.pen.globalAlpha = 1;
  }
}
