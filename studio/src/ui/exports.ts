// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What can be taken away: pictures, films, tables, the scenario, and a page that shows it all again.
import replayTemplate from 'wayfield-replay';
import type { RunRecord } from '../model/record.ts';
import { writeRecording } from '../model/recording.ts';
import { replayData, replayPage, report } from '../model/replay.ts';
import type { Studio } from '../model/studio.ts';
import { kindColor, palettes } from '../view/palette.ts';
import type { Viewport } from '../view/viewport.ts';
import { save } from './files.ts';
import { makeGif } from './gif.ts';
import { walkableWkt } from './walkable.ts';

const baseName = (studio: Studio): string => (studio.state.stage?.name ?? 'wayfield').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase() || 'wayfield';

/** Rows of all ticks, as the pedestrian data archive writes them. */
export function trajectories(record: RunRecord): string {
  const rows = [`# framerate: ${(1 / record.tickSeconds).toFixed(6)} fps`, '# id frame x/m y/m z/m'];
  record.frames.forEach((frame, tick) => {
    for (let i = 0; i < frame.count; ++i) {
      rows.push(`${frame.serials[i]} ${tick} ${frame.places[3 * i]!.toFixed(4)} ${frame.places[3 * i + 1]!.toFixed(4)} ${frame.places[3 * i + 2]!.toFixed(4)}`);
    }
  });
  return `${rows.join('\n')}\n`;
}

/** The same as CSV, with where everybody looks; `wayfield metrics` and the page itself read it. */
export function trajectoriesCsv(record: RunRecord): string {
  const onMesh = record.stage.mesh !== null;
  const rows = [`# framerate: ${(1 / record.tickSeconds).toFixed(6)} fps`, `frame,id,x,y,${onMesh ? 'z,' : ''}ori_x,ori_y`];
  record.frames.forEach((frame, tick) => {
    for (let i = 0; i < frame.count; ++i) {
      const n = (value: number) => value.toFixed(6);
      const place = [...frame.places.subarray(3 * i, 3 * i + (onMesh ? 3 : 2))].map(n);
      rows.push([tick, frame.serials[i], ...place, n(Math.cos(frame.headings[i]!)), n(Math.sin(frame.headings[i]!))].join(','));
    }
  });
  return `${rows.join('\n')}\n`;
}

/** One row for each tick and run. */
export function figures(records: readonly RunRecord[]): string {
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const rows = ['run,seconds,here,arrived,mean_speed_m_per_s'];
  for (const record of records) {
    record.series.times.forEach((time, i) => rows.push(`${quote(record.label)},${time.toFixed(2)},${record.series.there[i]},${record.series.arrived[i]},${record.series.meanSpeed[i]!.toFixed(4)}`));
  }
  return `${rows.join('\n')}\n`;
}

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The scene from above at a time, with where everybody went until then, as vectors. */
export function drawing(record: RunRecord, time: number, theme: 'light' | 'dark'): string {
  const { stage } = record;
  const palette = palettes[theme];
  const [[x0, y0], [x1, y1]] = [stage.lower, stage.upper];
  const [width, height] = [x1 - x0, y1 - y0];
  const n = (value: number) => Number(value.toFixed(3));
  const at = (x: number, y: number) => `${n(x - x0)} ${n(y1 - y)}`;
  const ring = (points: readonly (readonly [number, number])[], close: boolean) => `M${points.map(([x, y]) => at(x, y)).join('L')}${close ? 'Z' : ''}`;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${Math.round((900 * width) / Math.max(width, height))}" height="${Math.round((900 * height) / Math.max(width, height))}">`,
    `<title>${escapeXml(`${stage.name}, ${time.toFixed(1)} s`)}</title>`,
    `<rect width="${n(width)}" height="${n(height)}" fill="${palette.floor}"/>`,
  ];
  for (const role of ['walkable', 'terrain', 'obstacle'] as const) {
    const fill = { walkable: palette.floor, terrain: palette.terrain, obstacle: palette.wall }[role];
    for (const shape of stage.shapes.filter((s) => s.role === role)) {
      if (shape.kind === 'disc') {
        out.push(`<circle cx="${n(shape.center[0] - x0)}" cy="${n(y1 - shape.center[1])}" r="${n(shape.radius)}" fill="${fill}"/>`);
      } else if (shape.kind === 'line') {
        out.push(`<path d="${shape.rings.map((r) => ring(r, false)).join('')}" fill="none" stroke="${fill}" stroke-width="${n(Math.max(0.04, 2 * shape.radius))}" stroke-linecap="round" stroke-linejoin="round"/>`);
      } else if (shape.kind === 'rings') {
        out.push(`<path d="${shape.rings.map((r) => ring(r, true)).join('')}" fill="${fill}" fill-rule="evenodd"/>`);
      }
    }
  }
  for (const goal of stage.goals) {
    out.push(`<path d="${ring(goal.points, goal.kind === 'polygon')}" fill="${goal.kind === 'polygon' ? palette.goal : 'none'}" fill-opacity="0.3" stroke="${palette.goal}" stroke-width="0.15" stroke-linecap="round"/>`);
  }
  out.push(...trailPaths(record, record.tickAt(time), at));
  const sample = record.sample(time, null);
  for (let i = 0; i < sample.count; ++i) {
    const serial = sample.serials[i]!;
    out.push(`<circle cx="${n(sample.places[3 * i]! - x0)}" cy="${n(y1 - sample.places[3 * i + 1]!)}" r="${n(record.radii[serial] ?? 0.25)}" fill="${kindColor(record.groups[serial] ?? 1)}"/>`);
  }
  return `${out.join('\n')}\n</svg>\n`;
}

function trailPaths(record: RunRecord, last: number, at: (x: number, y: number) => string): string[] {
  const paths = new Map<number, string[]>();
  const stride = Math.max(1, Math.floor(last / 400));
  for (let tick = 0; tick <= last; tick += stride) {
    const frame = record.frames[tick]!;
    for (let i = 0; i < frame.count; ++i) {
      const serial = frame.serials[i]!;
      const path = paths.get(serial) ?? [];
      path.push(at(frame.places[3 * i]!, frame.places[3 * i + 1]!));
      paths.set(serial, path);
    }
  }
  return [...paths].filter(([, points]) => points.length > 1).map(([serial, points]) => `<path d="M${points.join('L')}" fill="none" stroke="${kindColor(record.groups[serial] ?? 1)}" stroke-opacity="0.45" stroke-width="0.05"/>`);
}

export async function savePicture(studio: Studio, viewport: Viewport): Promise<void> {
  const blob = await viewport.takePicture();
  if (blob) {
    save(`${baseName(studio)}.png`, blob);
  }
}

export function saveDrawing(studio: Studio): void {
  if (studio.record) {
    save(`${baseName(studio)}.svg`, drawing(studio.record, studio.time, studio.state.theme), 'image/svg+xml');
  }
}

export function saveTrajectories(studio: Studio): void {
  if (studio.record) {
    save(`${baseName(studio)}.txt`, trajectories(studio.record));
  }
}

export function saveTrajectoriesCsv(studio: Studio): void {
  if (studio.record) {
    save(`${baseName(studio)}-trajectories.csv`, trajectoriesCsv(studio.record), 'text/csv');
  }
}

/** What the program prints with --json, as far as the page knows it. */
export async function saveReport(studio: Studio): Promise<void> {
  if (studio.record) {
    save(`${baseName(studio)}-report.json`, `${JSON.stringify({ name: studio.record.stage.name, ...report(studio.record, seedOf(studio), await studio.hash()) }, null, 2)}\n`, 'application/json');
  }
}

export async function saveRecording(studio: Studio): Promise<void> {
  if (studio.record) {
    const bytes = await writeRecording(studio.record, walkableWkt(studio.record.stage));
    save(`${baseName(studio)}.sqlite`, new Blob([bytes as BlobPart], { type: 'application/vnd.sqlite3' }));
  }
}

/** Those on foot, as figures that walk. */
export async function saveWalkers(studio: Studio): Promise<void> {
  const bytes = await studio.figures();
  if (bytes) {
    save(`${baseName(studio)}.glb`, new Blob([bytes as BlobPart], { type: 'model/gltf-binary' }));
  }
}

export async function saveGif(studio: Studio, viewport: Viewport): Promise<void> {
  const bytes = await makeGif(studio, viewport, (share) => studio.set({ notice: share < 1 ? `Drawing the moving picture: ${Math.round(100 * share)} %` : null }));
  if (bytes) {
    save(`${baseName(studio)}.gif`, new Blob([bytes as BlobPart], { type: 'image/gif' }));
  }
}

const seedOf = (studio: Studio): number => Number((studio.state.document.value as { crowd?: { seed?: number } } | null)?.crowd?.seed ?? 1);

export function saveFigures(studio: Studio): void {
  save(`${baseName(studio)}.csv`, figures(studio.state.runs.map((run) => studio.records.get(run)).filter((record) => record !== undefined)), 'text/csv');
}

export function saveScenario(studio: Studio): void {
  save(studio.sourceName || 'scenario.json', studio.state.document.text, 'application/json');
}

/** Films what is shown, from now on until it is told to stop. */
export class Film {
  private recorder: MediaRecorder | null = null;

  get isRunning(): boolean {
    return this.recorder !== null;
  }

  start(studio: Studio, viewport: Viewport): void {
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t));
    const recorder = new MediaRecorder(viewport.stream(30), { ...(type ? { mimeType: type } : {}), videoBitsPerSecond: 8e6 });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => save(`${baseName(studio)}.webm`, new Blob(parts, { type: 'video/webm' }));
    recorder.start(500);
    this.recorder = recorder;
  }

  stop(): void {
    this.recorder?.stop();
    this.recorder = null;
  }
}

/** The run as far as it is computed, as a page that replays it. */
export async function saveReplay(studio: Studio): Promise<void> {
  if (studio.record) {
    const { record } = studio;
    save(`${baseName(studio)}-replay.html`, replayPage(replayTemplate, replayData(record, { madeBy: studio.state.machine, seed: seedOf(studio), hash: await studio.hash() })), 'text/html');
  }
}

/** This page with the scenario put into it: opened anywhere, it computes the same again, bit for bit. */
export function savePage(studio: Studio, source: string): void {
  const data = JSON.stringify({ name: studio.sourceName, text: studio.state.document.text }).replace(/</g, '\\u003c');
  const page = source.replace(/(<script type="application\/json" id="scene">)[\s\S]*?(<\/script>)/, (_, open: string, close: string) => `${open}${data}${close}`);
  save(`${baseName(studio)}.html`, page, 'text/html');
}
