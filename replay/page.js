// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page: the replay, the figures, and what they are measured on.

/** @param {any} data */
function showPage(data) {
  const page = /** @type {HTMLElement} */ (document.getElementById('page'));
  const run = new Run(data);
  const report = data.report ?? {};
  document.title = `${data.title} – Wayfield`;
  const replay = new Replay(data, run);
  page.append(
    make('header', {}, make('h1', {}, data.title), make('p', { class: 'soft' }, data.about)),
    makeHeadline(data, report, run),
    replay.element,
    makeFigures(data, report, run, replay),
    makeOrigin(data, report),
  );
  replay.begin();
}

// ------------------------------------------------------------------------------------------------------------- headline

/** @param {any} data @param {any} report @param {Run} run */
function makeHeadline(data, report, run) {
  const arrivals = data.arrivals ?? [];
  const last = arrivals.at(-1);
  const done = report.done !== false;
  const here = run.countHere();
  /** @type {[string, string, string][]} */
  const items = [];
  if (report.agents > 0) {
    items.push(['arrived', `${showCount(report.arrived)} of ${showCount(report.agents)}`, report.on_the_way > 0 ? `${showCount(report.on_the_way)} still on the way` : '']);
  }
  if (last && done && report.on_the_way === 0) {
    items.push(['last person out', showTime(last[0]), Number.isFinite(report.arrived_95_seconds) && report.arrived_95_seconds ? `95 % within ${showTime(report.arrived_95_seconds)}` : '']);
  } else {
    items.push(['simulated', showTime(run.start + run.duration), '']);
  }
  items.push(['at most here at once', showCount(here.reduce((most, count) => Math.max(most, count), 0)), '']);
  if (report.mean_speed_m_per_s) {
    items.push(['mean speed', `${show(report.mean_speed_m_per_s, 2)} m/s`, report.standing_fraction !== undefined && report.standing_fraction !== null ? `standing ${show(100 * report.standing_fraction, 0)} % of the time` : '']);
  }
  if (report.overlaps !== undefined) {
    const touches = report.overlaps + report.wall_hits + (report.circle_overlaps ?? 0) + (report.circle_wall_hits ?? 0);
    items.push(['collisions', showCount(touches), touches === 0 ? 'nobody touched anybody or a wall' : 'with others or with walls']);
  }
  return make('dl', { class: 'headline' }, ...items.map(([name, value, note]) => make('div', {}, make('dt', {}, name), make('dd', {}, value), ...(note ? [make('dd', { class: 'note' }, note)] : []))));
}

// --------------------------------------------------------------------------------------------------------------- replay

/** The picture, its controls, and the time that is shown. */
class Replay {
  /** @param {any} data @param {Run} run */
  constructor(data, run) {
    this.run = run;
    this.canvas = /** @type {HTMLCanvasElement} */ (make('canvas', { tabindex: 0, role: 'img', 'aria-label': 'The replay. Space plays and pauses; arrow keys step; drag moves and the wheel zooms.' }));
    /** @type {PlaneView | SpaceView | null} */
    this.view = null;
    this.dark = window.matchMedia('(prefers-color-scheme: dark)');
    this.time = run.start;
    this.end = run.start + run.duration;
    this.playing = this.printing = this.scheduled = false;
    this.speed = 1;
    this.bySpeed = new Set(run.kinds).size < 2;
    this.trails = !data.mesh;
    this.last = 0;
    /** Told of the time whenever it changes. @type {((time: number) => void)[]} */
    this.watchers = [];
    /** Called when colours or sizes change. @type {((theme: 'light' | 'dark') => void)[]} */
    this.redraws = [];
    let failure = '';
    try {
      this.view = data.mesh ? new SpaceView(this.canvas, data, run) : new PlaneView(this.canvas, data, run);
    } catch (error) {
      failure = /** @type {Error} */ (error).message;
    }
    this.key = makeKey(data, run, this.bySpeed);
    this.play = make('button', { type: 'button', class: 'play', 'aria-label': 'Play', onclick: () => this.setPlaying(!this.playing) }, makePlaySign(false));
    this.slider = /** @type {HTMLInputElement} */ (make('input', { type: 'range', 'aria-label': 'Time', min: run.start, max: this.end, step: 'any', value: run.start, oninput: () => this.seek(Number(this.slider.value)) }));
    this.clock = make('output', { class: 'clock' });
    const stage = make('div', { class: 'stage' }, this.view ? this.canvas : make('p', { class: 'soft' }, failure));
    this.element = make('section', { class: 'replay', 'aria-label': 'Replay' }, stage, this.key, this.makeControls(data));
    this.listen();
  }

  /** @param {any} data */
  makeControls(data) {
    const pace = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': 'Speed', onchange: () => (this.speed = Number(pace.value)) }, ...[0.5, 1, 2, 4, 8, 16].map((value) => make('option', { value, selected: value === 1 }, `${value} ×`))));
    const color = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': 'Colour', onchange: () => {
      this.bySpeed = color.value === 'speed';
      const key = makeKey(data, this.run, this.bySpeed);
      this.key.replaceWith(key);
      this.key = key;
      this.request();
    } }, make('option', { value: 'kind' }, 'colour: who'), make('option', { value: 'speed', selected: this.bySpeed }, 'colour: speed')));
    const trails = /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', checked: this.trails, onchange: () => { this.trails = trails.checked; this.request(); } }));
    const reset = make('button', { type: 'button', class: 'plain', onclick: () => { this.view?.reset(); this.request(); } }, 'Show all');
    return make('div', { class: 'controls' }, this.play, this.slider, this.clock, pace, color, ...(data.mesh ? [] : [make('label', {}, trails, 'trails')]), reset);
  }

  listen() {
    listenTo(this.canvas, () => this.view, () => this.request(), { play: () => this.setPlaying(!this.playing), step: (by) => { this.setPlaying(false); this.seek(this.time + by / this.run.fps); } });
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => { this.print(false); this.request(); });
    this.dark.addEventListener('change', () => this.again());
    let width = 0;
    new ResizeObserver(() => {
      const now = this.canvas.parentElement?.clientWidth ?? 0;
      if (now !== width) {
        width = now;
        this.again();
      }
    }).observe(document.body);
  }

  get theme() {
    return /** @type {'light' | 'dark'} */ (this.dark.matches && !this.printing ? 'dark' : 'light');
  }

  fit() {
    const width = this.canvas.parentElement?.clientWidth || 800;
    const most = this.printing ? 560 : Math.max(260, window.innerHeight * 0.7);
    const height = Math.min(most, width / Math.max(0.3, this.view?.aspect ?? 1.6));
    const dense = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
  }

  again() {
    this.fit();
    this.redraws.forEach((redraw) => redraw(this.theme));
    this.request();
  }

  paint() {
    this.view?.draw(this.time, { theme: this.theme, bySpeed: this.bySpeed, trails: this.trails || this.printing, all: this.printing });
    this.slider.value = String(this.time);
    this.clock.textContent = `${show(this.time)} s`;
    this.watchers.forEach((watch) => watch(this.time));
  }

  request() {
    if (!this.scheduled) {
      this.scheduled = true;
      requestAnimationFrame((now) => this.advance(now));
    }
  }

  /** @param {number} now */
  advance(now) {
    this.scheduled = false;
    if (this.playing) {
      const passed = this.last > 0 ? Math.min(0.1, (now - this.last) / 1000) : 0;
      this.last = now;
      this.time = Math.min(this.end, this.time + passed * this.speed);
      if (this.time >= this.end) {
        this.setPlaying(false);
      } else {
        this.request();
      }
    }
    this.paint();
  }

  /** @param {boolean} playing */
  setPlaying(playing) {
    if (playing && this.time >= this.end) {
      this.time = this.run.start;
    }
    this.playing = playing;
    this.last = 0;
    this.play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    this.play.replaceChildren(makePlaySign(playing));
    this.request();
  }

  /** @param {number} time */
  seek(time) {
    this.time = Math.max(this.run.start, Math.min(this.end, time));
    this.request();
  }

  /** On paper: light, and everybody's way until the end. @param {boolean} printing */
  print(printing) {
    this.setPlaying(false);
    this.printing = printing;
    this.fit();
    const shown = this.time;
    this.time = printing ? this.end : shown;
    this.paint();
    this.time = shown;
    this.redraws.forEach((redraw) => redraw(this.theme));
  }

  begin() {
    this.fit();
    this.setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  }
}

/** @param {boolean} playing */
const makePlaySign = (playing) => draw('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, draw('path', { d: playing ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4 2.5v11l9-5.5z' }));

/** @param {any} data @param {Run} run @param {boolean} bySpeed */
function makeKey(data, run, bySpeed) {
  if (bySpeed) {
    return make('div', { class: 'legend' }, makeScale(viridis, '0', `${FASTEST} m/s`));
  }
  const names = data.people.names ?? [];
  const used = [...new Set(run.kinds)].sort((a, b) => a - b);
  const items = used.length < 2 && !names[used[0] - 1] ? [] : used.slice(0, kindColors.length).map((kind) => {
    const dot = draw('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, draw('circle', { cx: 5, cy: 5, r: 4.5, fill: kindColor(kind) }));
    return make('li', {}, dot, names[kind - 1] || `group ${kind}`);
  });
  return make('ul', { class: 'legend key' }, ...items);
}

/**
 * Pointer, wheel and keys on the picture.
 * @param {HTMLCanvasElement} canvas @param {() => PlaneView | SpaceView | null} getView @param {() => void} request @param {{ play: () => void, step: (by: number) => void }} time
 */
function listenTo(canvas, getView, request, time) {
  /** @type {Map<number, [number, number]>} */
  const held = new Map();
  const dense = () => canvas.width / Math.max(1, canvas.clientWidth);
  canvas.addEventListener('pointerdown', (event) => {
    held.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.setPointerCapture(event.pointerId);
  });
  const release = (/** @type {PointerEvent} */ event) => held.delete(event.pointerId);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointermove', (event) => {
    const before = held.get(event.pointerId);
    if (!before) {
      return;
    }
    const span = () => (held.size === 2 ? Math.hypot(...[0, 1].map((axis) => [...held.values()][0][axis] - [...held.values()][1][axis])) : 0);
    const was = span();
    held.set(event.pointerId, [event.clientX, event.clientY]);
    getView()?.drag(((event.clientX - before[0]) * dense()) / held.size, ((event.clientY - before[1]) * dense()) / held.size);
    if (was > 10) {
      const box = canvas.getBoundingClientRect();
      const [a, b] = [...held.values()];
      getView()?.zoomAt(span() / was, ((a[0] + b[0]) / 2 - box.left) * dense(), ((a[1] + b[1]) / 2 - box.top) * dense());
    }
    request();
  });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    getView()?.zoomAt(Math.exp(-event.deltaY * 0.0015), (event.clientX - box.left) * dense(), (event.clientY - box.top) * dense());
    request();
  }, { passive: false });
  canvas.addEventListener('dblclick', () => { getView()?.reset(); request(); });
  canvas.addEventListener('keydown', (event) => {
    const acts = /** @type {Record<string, () => void>} */ ({ ' ': time.play, ArrowLeft: () => time.step(-1), ArrowRight: () => time.step(1), '0': () => { getView()?.reset(); request(); } });
    if (acts[event.key]) {
      event.preventDefault();
      acts[event.key]();
    }
  });
}

// -------------------------------------------------------------------------------------------------------------- figures

/** @param {any} data @param {any} report @param {Run} run @param {Replay} replay */
function makeFigures(data, report, run, replay) {
  const figures = make('div', { class: 'figures' });
  const add = (/** @type {string} */ title, /** @type {string} */ about, /** @type {Node[]} */ ...content) => figures.append(make('section', {}, make('h2', {}, title), ...(about ? [make('p', { class: 'soft' }, about)] : []), ...content));
  const end = run.start + run.duration;
  const here = run.countHere();
  const stride = Math.max(1, Math.floor(here.length / 400));
  /** @type {Parameters<typeof makeCurves>[0]} */
  const curves = [{ name: 'here', className: 'here', steps: false, points: [...here].map((count, k) => /** @type {[number, number]} */ ([run.start + k / run.fps, count])).filter((_, k) => k % stride === 0) }];
  if (data.arrivals?.length > 0) {
    const before = data.arrivals[0][1] - 1;
    const total = data.arrivals.at(-1)[1];
    curves.unshift({ name: 'arrived', className: 'arrived', steps: true, points: [[run.start, before], ...data.arrivals, [end, total]] });
  }
  const chart = makeCurves(curves, run.start, end, (time) => replay.seek(time));
  replay.watchers.push(chart.show);
  add('Over time', '', chart.element, make('p', { class: 'soft screen' }, 'A click goes to that time.'));
  addFlows(add, report);
  if (replay.view instanceof PlaneView) {
    addMaps(add, replay, run);
  }
  return figures;
}

/** @param {(title: string, about: string, ...content: Node[]) => void} add @param {any} report */
function addFlows(add, report) {
  const exits = report.exits ?? [];
  const out = exits.reduce((/** @type {number} */ sum, /** @type {any} */ exit) => sum + exit.passed, 0);
  if (exits.length > 0) {
    add('Exits', '', makeTable(['exit', 'people', 'share', '', 'per s'], exits.map((/** @type {any} */ exit) => [exit.name || 'exit', showCount(exit.passed), out > 0 ? `${show((100 * exit.passed) / out, 0)} %` : '–', makeBar(out > 0 ? exit.passed / out : 0), show(exit.flow_per_s, 2)])));
  }
  const lines = report.lines ?? [];
  if (lines.length > 0) {
    add('Flow through lines', 'Between the first and the last who crossed; each person counts once.', makeTable(['line', 'people', 'to left', 'to right', 'per s', 'per m and s'], lines.map((/** @type {any} */ line) => [line.name || 'line', showCount(line.crossings), showCount(line.forward), showCount(line.backward), show(line.flow_per_s, 2), show(line.specific_flow_per_m_s, 2)])));
  }
}

/** @param {(title: string, about: string, ...content: Node[]) => void} add @param {Replay} replay @param {Run} run */
function addMaps(add, replay, run) {
  const view = /** @type {PlaneView} */ (replay.view);
  const grid = run.measure(view.plane.lower, view.plane.upper);
  // Few cells are much denser than all others: they share the end of the scale.
  const used = grid.density.filter((value) => value > 0).sort();
  const dense = Math.max(0.01, used[Math.floor(0.98 * used.length)] ?? 0);
  const step = niceStep(dense);
  const densest = Math.ceil(dense / step) * step;
  const density = makeMap(view, grid, grid.density, cividis, densest);
  const speed = makeMap(view, grid, grid.speed, viridis, FASTEST);
  density.canvas.setAttribute('aria-label', 'Map of the mean density');
  speed.canvas.setAttribute('aria-label', 'Map of the mean speed');
  const label = `over all ${showTime(run.duration)}, cells of ${show(grid.cell)} m`;
  add('Where people were', `People per square metre, ${label}.`, density.canvas, makeScale(cividis, '0', `${Number(densest.toPrecision(3))} /m² and more`));
  add('How fast they walked there', `Mean speed, ${label}.`, speed.canvas, makeScale(viridis, '0', `${FASTEST} m/s`));
  replay.redraws.push(density.draw, speed.draw);
}

/** @param {any} data @param {any} report */
function makeOrigin(data, report) {
  /** @type {[string, string][]} */
  const rows = [];
  const say = (/** @type {string} */ name, /** @type {any} */ value) => value !== undefined && value !== null && value !== '' && rows.push([name, String(value)]);
  say('Made by', data.madeBy);
  say('Command', data.command);
  say('Seed', report.seed);
  say('Preset', report.preset);
  say('State at the end', report.state_hash);
  say('Walked, against the shortest path', report.path_ratio_mean && report.done ? `${show(report.path_ratio_mean, 2)} times` : undefined);
  say('Replay', `${Number(data.frames.fps.toPrecision(2))} frames a second`);
  return make('footer', {}, make('dl', {}, ...rows.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value)))));
}

try {
  showPage(JSON.parse(document.getElementById('data')?.textContent ?? ''));
} catch (error) {
  document.getElementById('page')?.append(make('p', {}, `This file is damaged: ${/** @type {Error} */ (error).message}`));
}
