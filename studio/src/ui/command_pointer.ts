// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Mouse, pen and finger while groups are commanded: select by click, box, lasso and double click; order by the right button, or by the tool that was chosen.
import type { DrawnStroke, Place, Point } from '../engine/protocol.ts';
import { isInside, outOfFrame, thin } from '../model/drawn.ts';
import type { OrderTool } from '../model/command.ts';
import type { Studio } from '../model/studio.ts';
import type { Viewport } from '../view/viewport.ts';

const CLICK_PIXELS = 5;
const FACING_PIXELS = 14;
const GOAL_PIXELS = 14;
const STROKE_PIXELS = 4;
const DOUBLE_MS = 400;

interface Drag {
  button: number;
  tool: OrderTool;
  from: Point;
  /** In pixels of the window. */
  track: Point[];
  add: boolean;
  /** The matrix from the screen to the ground, as it was when the stroke began. */
  rows: number[][];
}

export class CommandPointer {
  private drag: Drag | null = null;
  private lastClick: { time: number; serial: number } = { time: -Infinity, serial: 0 };
  private wasQueued = false;

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
  ) {}

  private get commander() {
    return this.studio.commander;
  }

  cancel(): void {
    this.drag = null;
    this.viewport.marks.draft = null;
    this.viewport.orderDraft = null;
    this.viewport.request();
  }

  /** Words beside the pointer, while something is drawn. */
  say(): string {
    const { drag } = this;
    const preview = this.viewport.orderDraft?.preview;
    if (!drag || drag.track.length < 2) {
      return '';
    }
    return preview && drag.tool === 'sketch' ? (preview.joined.length > 1 && preview.joined.at(-1) ? 'another branch' : preview.isClick ? '' : 'a path') : '';
  }

  down(event: PointerEvent): void {
    if (event.button === 1 || (event.button !== 0 && event.button !== 2)) {
      return;
    }
    const tool = event.button === 2 ? 'go' : this.commander.state.tool;
    const lasso = tool === 'select' && event.altKey;
    this.drag = { button: event.button, tool: lasso ? 'lasso' : tool, from: [event.clientX, event.clientY], track: [[event.clientX, event.clientY]], add: event.shiftKey, rows: this.viewport.screenRows() };
    (event.target as Element).setPointerCapture?.(event.pointerId);
  }

  moved(event: PointerEvent): void {
    const { drag } = this;
    if (!drag) {
      return;
    }
    const at: Point = [event.clientX, event.clientY];
    const last = drag.track.at(-1)!;
    if (Math.hypot(at[0] - last[0], at[1] - last[1]) >= (drag.tool === 'select' ? 0 : STROKE_PIXELS)) {
      drag.track.push(at);
    }
    this.show(drag, at);
  }

  private far(drag: Drag, at: Point, pixels: number): boolean {
    return Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) >= pixels || drag.track.length > 8;
  }

  /** What letting go would do. */
  private show(drag: Drag, at: Point): void {
    const { viewport } = this;
    const ground = (points: readonly Point[]): Point[] => points.map(([x, y]) => viewport.groundAt(x, y)).filter((p) => p !== null).map((p) => [p.x, p.y]);
    switch (drag.tool) {
      case 'select':
        viewport.marks.draft = this.far(drag, at, CLICK_PIXELS) ? { points: ground(boxOf(drag.from, at)), closed: true, radius: 0, plain: true } : null;
        break;
      case 'lasso':
        viewport.marks.draft = { points: ground(drag.track), closed: true, radius: 0, plain: true };
        break;
      case 'sketch': {
        viewport.orderDraft = { preview: viewport.orderDraft?.preview ?? null, line: ground(drag.track) };
        if (drag.track.length > 1 && !this.studio.state.stage?.mesh) {
          this.commander.preview(this.strokeOf(drag), (preview) => {
            if (this.drag === drag) {
              viewport.orderDraft = { preview };
              viewport.request();
            }
          });
        }
        break;
      }
      case 'curve':
      case 'outline':
        viewport.orderDraft = { line: ground(drag.tool === 'outline' && drag.track.length > 2 ? [...drag.track, drag.track[0]!] : drag.track) };
        break;
      default:
        this.showFacing(drag, at);
    }
    viewport.request();
  }

  /** Where everybody would stand, looking along the drag. */
  private showFacing(drag: Drag, at: Point): void {
    const facing = this.facingOf(drag, at);
    const place = this.viewport.groundAt(...drag.from);
    if (!facing || !place) {
      this.viewport.orderDraft = null;
      return;
    }
    const members = this.commander.selected().serials.length;
    this.viewport.orderDraft = { slots: outOfFrame(this.commander.slots(members), [place.x, place.y], facing), arrow: { at: [place.x, place.y], along: facing } };
  }

  private facingOf(drag: Drag, at: Point): Point | null {
    const [a, b] = [this.viewport.groundAt(...drag.from), this.viewport.groundAt(...at)];
    if (!a || !b || Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) < FACING_PIXELS || this.studio.state.stage?.mesh) {
      return null;
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    return length > 0 ? [(b.x - a.x) / length, (b.y - a.y) / length] : null;
  }

  private strokeOf(drag: Drag): DrawnStroke {
    return { points: thin(drag.track, STROKE_PIXELS), rows: drag.rows };
  }

  up(event: PointerEvent): void {
    const { drag } = this;
    if (!drag) {
      return;
    }
    const at: Point = [event.clientX, event.clientY];
    const clicked = !this.far(drag, at, CLICK_PIXELS);
    drag.track.push(at);
    this.cancel();
    if (drag.tool === 'select' || drag.tool === 'lasso') {
      this.select(drag, at, clicked, event);
      return;
    }
    this.wasQueued = this.commander.state.queued;
    if (event.shiftKey) {
      this.commander.set({ queued: true });
    }
    this.order(drag, at, clicked);
    if (event.shiftKey) {
      this.commander.set({ queued: this.wasQueued });
    }
  }

  private select(drag: Drag, at: Point, clicked: boolean, event: PointerEvent): void {
    const { viewport, commander } = this;
    const add = drag.add || event.shiftKey;
    if (!clicked) {
      const [x0, x1] = [Math.min(drag.from[0], at[0]), Math.max(drag.from[0], at[0])];
      const [y0, y1] = [Math.min(drag.from[1], at[1]), Math.max(drag.from[1], at[1])];
      commander.select(viewport.peopleWhere(drag.tool === 'lasso' ? (x, y) => isInside([x, y], drag.track) : (x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1), add);
      return;
    }
    const serial = viewport.personAt(...at);
    const isDouble = serial > 0 && serial === this.lastClick.serial && event.timeStamp - this.lastClick.time < DOUBLE_MS;
    this.lastClick = { time: event.timeStamp, serial };
    if (isDouble) {
      commander.selectAlike(serial, event.ctrlKey || event.metaKey, false);
    } else {
      commander.select(serial > 0 ? [serial] : [], add);
    }
  }

  private order(drag: Drag, at: Point, clicked: boolean): void {
    const { viewport, commander } = this;
    const hit = viewport.groundAt(...drag.from);
    if (!hit) {
      return;
    }
    const place: Place = [hit.x, hit.y, hit.z];
    const serial = viewport.personAt(...drag.from);
    const facing = clicked ? null : this.facingOf(drag, at);
    switch (drag.tool) {
      case 'go':
      case 'free':
        commander.go(place, drag.tool, drag.tool === 'go' ? facing : null, clicked ? this.goalAt(drag.from) : null);
        break;
      case 'patrol':
        commander.go(place, 'patrol');
        break;
      case 'attack':
        commander.attack(place, serial);
        break;
      case 'follow':
        commander.follow(serial);
        break;
      case 'sketch':
        if (this.studio.state.stage?.mesh) {
          commander.go(place, 'go');
        } else {
          void commander.draw(this.strokeOf(drag), place).then((preview) => this.linger(preview));
        }
        return; // more branches may follow
      default: {
        const line = thin(drag.track, STROKE_PIXELS).map(([x, y]) => viewport.groundAt(x, y)).filter((p) => p !== null).map((p): Point => [p.x, p.y]);
        if (line.length >= (drag.tool === 'outline' ? 3 : 2)) {
          commander.formDrawn(drag.tool === 'outline' ? 'outline' : 'curve', line);
        }
      }
    }
    if (drag.button === 0 && !commander.state.queued) {
      commander.set({ tool: 'select' });
    }
  }

  /** What of a path is left out, and where a field leads, stays to be seen for a while. */
  private linger(preview: import('../engine/protocol.ts').SketchPreview | null): void {
    if (!preview || preview.blocked.length + preview.detours.length === 0) {
      return;
    }
    const shown = { preview: { ...preview, routes: [], nodes: new Float32Array() } };
    this.viewport.orderDraft = shown;
    this.viewport.request();
    window.setTimeout(() => {
      if (this.viewport.orderDraft === shown) {
        this.viewport.orderDraft = null;
        this.viewport.request();
      }
    }, 4000);
  }

  /** A goal with a name under the pointer: who is sent there goes in. */
  private goalAt([x, y]: Point): number | null {
    const goals = this.studio.state.stage?.goals ?? [];
    const at = this.viewport.groundAt(x, y);
    const reach = GOAL_PIXELS * this.viewport.metersPerPixel();
    const found = goals.findIndex(
      (goal) => at !== null && goal.name !== '' && !goal.place && (goal.kind === 'polygon' ? isInside([at.x, at.y], goal.points) : distanceToLine([at.x, at.y], goal.points) < reach),
    );
    return found < 0 ? null : found;
  }
}

const boxOf = (a: Point, b: Point): Point[] => [a, [b[0], a[1]], b, [a[0], b[1]]];

function distanceToLine([x, y]: Point, line: readonly Point[]): number {
  let least = line.length > 0 ? Math.hypot(x - line[0]![0], y - line[0]![1]) : Infinity;
  line.slice(1).forEach((b, k) => {
    const a = line[k]!;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy));
  });
  return least;
}
