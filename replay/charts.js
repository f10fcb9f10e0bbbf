// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Curves, maps and bars.

/** Round steps that divide a range into a few parts. @param {number} range */
function niceStep(range) {
  const rough = Math.max(range, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10);
}

/**
 * Curves over time; a click goes to that time.
 * @param {{ name: string, className: string, points: [number, number][], steps: boolean }[]} curves @param {number} from @param {number} to @param {(time: number) => void} onPick
 */
function makeCurves(curves, from, to, onPick) {
  const [width, height, left, right, top, bottom] = [560, 240, 52, 14, 12, 34];
  const most = Math.max(1, ...curves.flatMap(({ points }) => points.map(([, value]) => value)));
  const step = Math.max(1, niceStep(most));
  const ceiling = Math.ceil(most / step) * step;
  const x = (/** @type {number} */ time) => left + ((time - from) / Math.max(1e-9, to - from)) * (width - left - right);
  const y = (/** @type {number} */ value) => height - bottom - (value / ceiling) * (height - top - bottom);
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${curves.map((curve) => curve.name).join(' and ')} over time` });
  for (let value = 0; value <= ceiling + 1e-9; value += step) {
    svg.append(draw('line', { class: 'rule', x1: left, x2: width - right, y1: y(value), y2: y(value) }), draw('text', { class: 'tick', x: left - 7, y: y(value) + 4, 'text-anchor': 'end' }, showCount(value)));
  }
  const second = niceStep(to - from);
  for (let time = Math.ceil(from / second) * second; time <= to + 1e-9; time += second) {
    svg.append(draw('text', { class: 'tick', x: x(time), y: height - bottom + 17, 'text-anchor': 'middle' }, String(Math.round(time * 100) / 100)));
  }
  svg.append(draw('text', { class: 'tick', x: width - right, y: height - 4, 'text-anchor': 'end' }, 'seconds'));
  for (const { className, points, steps } of curves) {
    const path = points.map(([time, value], k) => (k === 0 ? `M${x(time)} ${y(value)}` : steps ? `H${x(time).toFixed(1)}V${y(value).toFixed(1)}` : `L${x(time).toFixed(1)} ${y(value).toFixed(1)}`)).join('');
    svg.append(draw('path', { class: `curve ${className}`, d: path }));
  }
  const cursor = draw('line', { class: 'cursor', y1: top, y2: height - bottom });
  svg.append(cursor);
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * width;
    onPick(from + ((at - left) / (width - left - right)) * (to - from));
  });
  const key = make('ul', { class: 'key' }, ...curves.map((curve) => make('li', {}, make('span', { class: `swatch ${curve.className}` }), curve.name)));
  return {
    element: make('div', {}, key, svg),
    /** @param {number} time */
    show: (time) => setAll(cursor, { x1: x(time), x2: x(time) }),
  };
}

/**
 * A map of cells, walls over it.
 * @param {PlaneView} view @param {{ width: number, height: number, cell: number }} grid @param {Float32Array} values @param {string[]} stops @param {number} most
 */
function makeMap(view, grid, values, stops, most) {
  const canvas = /** @type {HTMLCanvasElement} */ (make('canvas', { role: 'img' }));
  const picture = document.createElement('canvas');
  picture.width = grid.width;
  picture.height = grid.height;
  const image = new ImageData(grid.width, grid.height);
  values.forEach((value, k) => {
    if (Number.isFinite(value) && value > 0) {
      const row = grid.height - 1 - Math.floor(k / grid.width);
      image.data.set([...rampColor(stops, value / most), 255], 4 * (row * grid.width + (k % grid.width)));
    }
  });
  picture.getContext('2d')?.putImageData(image, 0, 0);
  return {
    canvas,
    /** @param {'light' | 'dark'} theme */
    draw(theme) {
      const box = canvas.parentElement?.clientWidth || 500;
      canvas.width = Math.round(2 * box);
      canvas.height = Math.round((2 * box) / Math.max(0.4, view.aspect));
      const copy = new PlaneView(canvas, { plane: view.plane }, view.run);
      copy.drawGround(theme);
      copy.pen.drawImage(copy.ground, 0, 0);
      copy.pen.imageSmoothingEnabled = false;
      const [x, y] = copy.toScreen(view.plane.lower[0], view.plane.lower[1] + grid.height * grid.cell);
      copy.pen.drawImage(picture, x, y, grid.width * grid.cell * copy.scale, grid.height * grid.cell * copy.scale);
    },
  };
}

/** @param {string[]} stops @param {string} least @param {string} most */
function makeScale(stops, least, most) {
  const id = `ramp-${stops[0].slice(1)}`;
  const ramp = draw('linearGradient', { id }, ...stops.map((color, k) => draw('stop', { offset: k / (stops.length - 1), 'stop-color': color })));
  const svg = draw('svg', { viewBox: '0 0 200 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, draw('defs', {}, ramp), draw('rect', { width: 200, height: 10, fill: `url(#${id})` }));
  return make('div', { class: 'scale' }, make('span', {}, least), svg, make('span', {}, most));
}

/** @param {string[]} head @param {(string | Node)[][]} rows */
function makeTable(head, rows) {
  return make('div', { class: 'wide' }, make('table', {}, make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((cell, k) => make(k === 0 ? 'th' : 'td', k === 0 ? { scope: 'row' } : {}, cell)))))));
}

/** @param {number} share */
const makeBar = (share) => draw('svg', { class: 'bar', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, draw('rect', { class: 'rest', width: 100, height: 8 }), draw('rect', { class: 'part', width: 100 * share, height: 8 }));
