// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the mouse, a pen or a finger does in the picture: select, drag, draw.
import { distanceTo, freshName, insert, move, partsOf, type Document, type Handle, type Part, type Vec } from '../model/document.ts';
import { isObject, nameOf, type JsonObject, type Path } from '../model/json.ts';
import type { Studio, Tool } from '../model/studio.ts';
import { CommandPointer } from './command_pointer.ts';
import type { Viewport } from '../view/viewport.ts';

const CLICK_PIXELS = 5;
const GRAB_PIXELS = 12;
const WALL_THICKNESS = 0.2;

type Drag =
  | { kind: 'none' }
  | { kind: 'handle'; handle: Handle; gesture: string }
  | { kind: 'part'; part: Part; from: Vec; document: JsonObject; gesture: string }
  | { kind: 'draw'; from: Vec };

export class Pointer {
  private readonly commands: CommandPointer;
  private drag: Drag = { kind: 'none' };
  private downAt: [number, number] | null = null;
  private points: Vec[] = []; // of a wall or polygon that is being drawn, corner by corner
  private drags = 0;
  /** Words to show beside the pointer; none: "". */
  onSay: (words: string, clientX: number, clientY: number) => void = () => {};

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
  ) {
    this.commands = new CommandPointer(studio, viewport);
    const { canvas } = viewport;
    canvas.addEventListener('pointerdown', (event) => this.down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.moved(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', () => this.cancel());
    canvas.addEventListener('dblclick', () => this.finishPoints());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    studio.onEdited = (document) => this.showParts(document);
  }

  private get tool(): Tool {
    return this.studio.state.tool;
  }

  private get grab(): number {
    return GRAB_PIXELS * this.viewport.metersPerPixel();
  }

  private ground(event: PointerEvent, exact = false): Vec | null {
    const at = this.viewport.groundAt(event.clientX, event.clientY);
    return at ? (exact ? [at.x, at.y] : this.snap([at.x, at.y], event)) : null;
  }

  /** To corners near by, else to a grid that is as fine as one can see; with Alt to nothing. */
  private snap(point: Vec, event: PointerEvent): Vec {
    if (event.altKey) {
      return [Math.round(point[0] * 1000) / 1000, Math.round(point[1] * 1000) / 1000];
    }
    const { part } = this.viewport.marks;
    const corners = this.viewport.marks.parts.filter((p) => p !== part).flatMap((p) => (p.radius > 0 ? [] : p.outline));
    const near = corners.find((corner) => Math.hypot(corner[0] - point[0], corner[1] - point[1]) < this.grab * 0.7);
    if (near) {
      return [near[0], near[1]];
    }
    const step = [0.05, 0.1, 0.25, 0.5, 1, 2, 5].find((s) => s / this.viewport.metersPerPixel() > 4.5) ?? 10;
    return [Math.round(Math.round(point[0] / step) * step * 1000) / 1000, Math.round(Math.round(point[1] / step) * step * 1000) / 1000];
  }

  showParts(document: Document = this.studio.state.document): void {
    const { marks } = this.viewport;
    const { part, mode } = this.studio.state;
    marks.parts = mode === 'edit' && document.value ? partsOf(document.value) : [];
    marks.part = part ? marks.parts.find((p) => nameOf(p.path) === nameOf(part)) ?? null : null;
  }

  // --------------------------------------------------------------------------------------------------------------- events

  private down(event: PointerEvent): void {
    if (!event.isPrimary) {
      this.cancel();
      return;
    }
    if (this.isCommanding) {
      this.commands.down(event);
      return;
    }
    this.downAt = [event.clientX, event.clientY];
    const { state } = this.studio;
    const at = this.ground(event, true);
    if (event.button !== 0 || !at) {
      return;
    }
    if (this.tool === 'measure' || (state.mode === 'edit' && this.tool !== 'select')) {
      this.viewport.hold(true);
      this.drag = { kind: 'draw', from: this.ground(event)! };
      return;
    }
    if (state.mode === 'edit' && state.canEdit) {
      this.beginDrag(at);
    }
  }

  private beginDrag(at: Vec): void {
    const { marks } = this.viewport;
    const { document } = this.studio.state;
    const gesture = `drag ${++this.drags}`;
    const handle = marks.part?.handles.find((h) => Math.hypot(h.at[0] - at[0], h.at[1] - at[1]) < this.grab);
    if (handle) {
      this.drag = { kind: 'handle', handle, gesture };
    } else if (marks.part && document.value && distanceTo(marks.part, at) < this.grab * 0.6) {
      this.drag = { kind: 'part', part: marks.part, from: at, document: document.value, gesture };
    } else {
      return;
    }
    this.viewport.hold(true);
  }

  /** Lines are measured as elsewhere. */
  private get isCommanding(): boolean {
    return this.studio.state.mode === 'command' && this.tool === 'select';
  }

  private moved(event: PointerEvent): void {
    if (this.isCommanding) {
      this.commands.moved(event);
      this.onSay(this.commands.say(), event.clientX, event.clientY);
      return;
    }
    const at = this.ground(event);
    const { marks } = this.viewport;
    if (!at) {
      return;
    }
    const drawing = this.tool !== 'select';
    if (drawing && this.drag.kind === 'none') {
      marks.snap = at;
      if (this.points.length > 0) {
        marks.draft = { points: [...this.points, at], closed: false, radius: 0 };
      }
      this.viewport.request();
    }
    this.say(event);
    switch (this.drag.kind) {
      case 'handle':
        this.studio.edit(this.drag.handle.drag(at), this.drag.gesture);
        break;
      case 'part': {
        const exact = this.ground(event, true)!;
        const step = event.altKey ? 0.001 : 0.05;
        const by: Vec = [Math.round((exact[0] - this.drag.from[0]) / step) * step, Math.round((exact[1] - this.drag.from[1]) / step) * step];
        this.studio.edit(move(this.drag.document, this.drag.part.path, by), this.drag.gesture);
        break;
      }
      case 'draw':
        marks.draft = this.draft(this.drag.from, at);
        this.viewport.request();
        break;
      default:
    }
  }

  /** How long, or how large, what is being drawn is. */
  private say(event: PointerEvent): void {
    const { draft } = this.viewport.marks;
    const drawn = draft && (this.drag.kind === 'draw' || this.points.length > 0) ? sayDraft(draft) : null;
    const dragged = this.drag.kind === 'handle' && this.viewport.marks.part ? sayDraft({ ...this.viewport.marks.part, points: this.viewport.marks.part.outline }) : null;
    this.onSay(drawn ?? dragged ?? '', event.clientX, event.clientY);
  }

  private draft(from: Vec, to: Vec): { points: Vec[]; closed: boolean; radius: number } {
    switch (this.tool) {
      case 'box':
      case 'people':
        return { points: [from, [to[0], from[1]], to, [from[0], to[1]]], closed: true, radius: 0 };
      case 'disc':
        return { points: [from], closed: false, radius: Math.hypot(to[0] - from[0], to[1] - from[1]) };
      default:
        return { points: [...this.points, from, to], closed: false, radius: 0 };
    }
  }

  private up(event: PointerEvent): void {
    this.onSay('', 0, 0);
    if (this.isCommanding) {
      this.commands.up(event);
      return;
    }
    const clicked = this.downAt !== null && Math.hypot(event.clientX - this.downAt[0], event.clientY - this.downAt[1]) < CLICK_PIXELS;
    const { drag } = this;
    this.drag = { kind: 'none' };
    this.downAt = null;
    this.viewport.hold(false);
    if (drag.kind === 'handle' || drag.kind === 'part') {
      if (!clicked) {
        void this.studio.apply();
      }
      return;
    }
    const at = this.ground(event);
    if (drag.kind === 'draw' && at) {
      this.drawn(drag.from, at, clicked);
    } else if (clicked && event.button === 0) {
      this.click(event);
    } else if (clicked && event.button === 2) {
      this.send(event);
    }
  }

  // ---------------------------------------------------------------------------------------------------------------- click

  private click(event: PointerEvent): void {
    const { state } = this.studio;
    if (state.sending) {
      this.send(event);
      return;
    }
    if (state.mode === 'edit') {
      const at = this.ground(event, true);
      const { marks } = this.viewport;
      // The smallest under the pointer: what is large lies below.
      const hit = at ? marks.parts.filter((part) => distanceTo(part, at) < this.grab * 0.6).sort((a, b) => sizeOf(a) - sizeOf(b))[0] : undefined;
      this.studio.set({ part: hit?.path ?? null, panel: 'edit' });
      this.showParts();
      this.viewport.request();
      return;
    }
    this.studio.select(this.viewport.personAt(event.clientX, event.clientY));
  }

  /** The selected person goes there from now on. */
  private send(event: PointerEvent): void {
    const { selected } = this.studio.state;
    const at = this.viewport.groundAt(event.clientX, event.clientY);
    if (selected > 0 && at) {
      this.studio.set({ sending: false, notice: null });
      this.studio.command([{ kind: 'send', serials: [selected], to: [at.x, at.y, at.z] }], `person ${selected} sent`);
    }
  }

  // ----------------------------------------------------------------------------------------------------------------- draw

  cancel(): void {
    this.commands.cancel();
    this.drag = { kind: 'none' };
    this.points = [];
    this.viewport.marks.draft = null;
    this.viewport.marks.snap = null;
    this.viewport.hold(false);
    this.viewport.request();
  }

  private drawn(from: Vec, to: Vec, clicked: boolean): void {
    const { studio, tool } = { studio: this.studio, tool: this.tool };
    this.viewport.marks.draft = null;
    if (tool === 'measure') {
      studio.set(clicked ? { tool: 'select' } : { measured: [...studio.state.measured, [from, to]], tool: 'select', panel: 'numbers' });
      this.viewport.marks.snap = null;
      this.viewport.request();
      return;
    }
    const corners = tool === 'wall' || tool === 'polygon' || tool === 'goal';
    if (corners && clicked) {
      this.addPoint(to);
      return;
    }
    if (clicked || Math.hypot(to[0] - from[0], to[1] - from[1]) < 1e-6) {
      this.viewport.request();
      return;
    }
    this.make(tool, corners ? [...this.points, from, to] : [from, to]);
  }

  private addPoint(point: Vec): void {
    const first = this.points[0];
    const last = this.points.at(-1);
    const onto = (p: Vec | undefined) => p !== undefined && Math.hypot(p[0] - point[0], p[1] - point[1]) < this.grab;
    if (this.tool === 'polygon' && this.points.length > 2 && onto(first)) {
      this.finishPoints();
    } else if (this.points.length > 1 && onto(last)) {
      this.finishPoints();
    } else if (!onto(last)) {
      this.points.push(point);
      this.viewport.marks.draft = { points: [...this.points], closed: false, radius: 0 };
      this.viewport.request();
    }
  }

  /** Double click, Enter, or a click on the last corner. */
  finishPoints(): void {
    const { points } = this;
    if (points.length >= (this.tool === 'polygon' ? 3 : 2)) {
      this.make(this.tool, points);
    }
    this.cancel();
  }

  private make(tool: Tool, points: Vec[]): void {
    const { value } = this.studio.state.document;
    this.cancel();
    if (!value) {
      return;
    }
    const made = makePart(value, tool, points);
    if (!made) {
      return;
    }
    const { document, path } = insert(value, made.list, made.item);
    this.studio.set({ part: path, tool: 'select', panel: 'edit' });
    this.studio.edit(document);
    void this.studio.apply();
  }
}

/** "4.40 m", "3.00 × 2.00 m", "⌀ 1.20 m". */
export function sayDraft({ points, closed, radius }: { points: Vec[]; closed: boolean; radius: number }): string {
  if (radius > 0) {
    return `⌀ ${(2 * radius).toFixed(2)} m`;
  }
  if (closed && points.length === 4) {
    const side = (i: number) => Math.hypot(points[i + 1]![0] - points[i]![0], points[i + 1]![1] - points[i]![1]);
    return `${side(0).toFixed(2)} × ${side(1).toFixed(2)} m`;
  }
  const [a, b] = [points.at(-2), points.at(-1)];
  return a && b ? `${Math.hypot(b[0] - a[0], b[1] - a[1]).toFixed(2)} m` : '';
}

const sizeOf = (part: Part): number => {
  const [xs, ys] = [part.outline.map((p) => p[0]), part.outline.map((p) => p[1])];
  return part.radius > 0 ? 4 * part.radius ** 2 : (Math.max(...xs) - Math.min(...xs) + 0.1) * (Math.max(...ys) - Math.min(...ys) + 0.1);
};

/** What a tool makes of the points that were drawn. */
export function makePart(document: JsonObject, tool: Tool, points: Vec[]): { list: Path; item: JsonObject } | null {
  const [from, to] = [points[0]!, points.at(-1)!];
  const bounds = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
  const obstacles: Path = ['world', 'obstacles'];
  switch (tool) {
    case 'wall':
      return { list: obstacles, item: { type: 'segment', name: freshName(document, obstacles, 'wall'), points, thickness: WALL_THICKNESS } };
    case 'box':
      return { list: obstacles, item: { type: 'box', name: freshName(document, obstacles, 'box'), bounds } };
    case 'disc':
      return { list: obstacles, item: { type: 'disc', name: freshName(document, obstacles, 'pillar'), center: from, radius: Math.round(1000 * Math.hypot(to[0] - from[0], to[1] - from[1])) / 1000 } };
    case 'polygon':
      return { list: obstacles, item: { type: 'polygon', name: freshName(document, obstacles, 'polygon'), points } };
    case 'goal':
      return { list: ['goals'], item: { type: 'line', name: freshName(document, ['goals'], 'exit'), points } };
    case 'people': {
      const goals = Array.isArray(document.goals) ? document.goals : [];
      const goal = goals.find((g) => isObject(g) && typeof g.name === 'string') as JsonObject | undefined;
      const room = (bounds[2]! - bounds[0]!) * (bounds[3]! - bounds[1]!);
      return {
        list: ['agents'],
        item: {
          name: freshName(document, ['agents'], 'people'), count: Math.max(1, Math.min(80, Math.floor(room))), region: { type: 'box', bounds },
          desiredSpeed: { normal: [1.34, 0.2], within: [0.8, 1.9] }, ...(goal ? { stops: [goal.name as string] } : {}),
        },
      };
    }
    default:
      return null;
  }
}
