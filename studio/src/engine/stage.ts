// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the library read, as the page draws it.
import { GoalKind, ShapeKind, ShapeRole, type GoalDef, type Mesh, type ShapeDef, type Simulation, type SurfaceMask, type Vec2, type Wayfield, type World } from 'wayfield';
import type { DrawnGoal, DrawnMesh, DrawnShape, Point, Stage } from './protocol.ts';

const roles = ['obstacle', 'walkable', 'terrain'] as const;
const toPoint = (p: Vec2): Point => [p.x, p.y];

function boxRing(shape: Required<ShapeDef>): Point[] {
  const [cos, sin] = [Math.cos(shape.angle), Math.sin(shape.angle)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => {
    const [x, y] = [i! * shape.halfSize.x!, j! * shape.halfSize.y!];
    return [shape.center.x + cos * x - sin * y, shape.center.y + sin * x + cos * y];
  });
}

function polygonRings(shape: Required<ShapeDef>): Point[][] {
  const points = (shape.points ?? []).map(toPoint);
  const sizes = shape.ringSizes ? Array.from(shape.ringSizes) : [points.length];
  let from = 0;
  return sizes.map((size) => points.slice(from, (from += size)));
}

export function drawShape(given: ShapeDef): DrawnShape {
  const shape = given as Required<ShapeDef>;
  const base = { role: roles[shape.role ?? ShapeRole.obstacleRole]!, name: shape.name ?? '', center: toPoint(shape.center), radius: shape.radius, cost: shape.cost, rings: [] as Point[][] };
  switch (shape.kind) {
    case ShapeKind.boxShape:
      return { ...base, kind: 'rings', rings: [boxRing(shape)] };
    case ShapeKind.discShape:
      return { ...base, kind: 'disc' };
    case ShapeKind.segmentShape:
      return { ...base, kind: 'line', rings: [(shape.points ?? []).map(toPoint)] };
    case ShapeKind.imageShape:
      return { ...base, kind: 'image', image: { width: shape.width, height: shape.height, pixel: shape.pixelSize, cells: Uint8Array.from(shape.cells ?? []) } };
    default:
      return { ...base, kind: 'rings', rings: polygonRings(shape) };
  }
}

function drawGoal(given: GoalDef): DrawnGoal {
  const goal = given as Required<GoalDef>;
  const kind = goal.kind === GoalKind.lineGoal ? 'line' : goal.kind === GoalKind.polygonGoal ? 'polygon' : 'point';
  return { name: goal.name ?? '', kind, points: (goal.points ?? []).map(toPoint) };
}

export function drawWorld(world: World): Pick<Stage, 'lower' | 'upper' | 'shapes' | 'goals'> {
  const bounds = world.getBounds();
  return {
    lower: toPoint(bounds.lower),
    upper: toPoint(bounds.upper),
    shapes: world.getShapeIds().map((id) => drawShape(world.getShape(id))),
    goals: world.getGoalIds().map((id) => drawGoal(world.getGoal(id))),
  };
}

export function drawMesh(wf: Wayfield, mesh: Mesh, mask: SurfaceMask | null): DrawnMesh {
  return {
    vertices: Float32Array.from(mesh.getVertices()),
    triangles: Uint32Array.from(mesh.getTriangles()),
    blocked: mask ? wf.getBlockedTriangles(mask, mesh) : new Uint8Array(mesh.getTriangleCount()),
  };
}

/** Names of the entries of "agents" and "sources", by the numbers that agents carry. */
export function namesOfGroups(text: string): string[] {
  try {
    const scenario = JSON.parse(text) as { agents?: { name?: string }[]; sources?: { name?: string }[] };
    const names = (list: unknown, what: string) => (Array.isArray(list) ? list.map((e: { name?: unknown }, i) => (typeof e?.name === 'string' ? e.name : `${what} ${i + 1}`)) : []);
    return [...names(scenario.agents, 'people'), ...names(scenario.sources, 'source')];
  } catch {
    return [];
  }
}

/** When the last order of a log is given, in seconds. */
export function lastOrderOf(text: string): number {
  try {
    const { orders } = JSON.parse(text) as { orders?: { time?: unknown; later?: unknown }[] };
    return (Array.isArray(orders) ? orders : []).reduce((last, { time, later }) => Math.max(last, Number(time) || 0, Number(later) || 0), 0);
  } catch {
    return 0;
  }
}

export function makeStage(wf: Wayfield, simulation: Simulation, text: string): Stage {
  const { world, scene } = simulation;
  const crowd = simulation.crowd!;
  const report = scene.mesh?.getReport();
  const place = world
    ? drawWorld(world)
    : {
        lower: [report!.lower.x, report!.lower.y] as Point,
        upper: [report!.upper.x, report!.upper.y] as Point,
        shapes: [],
        goals: (scene.goals ?? []).map((goal): DrawnGoal => {
          const at = scene.mesh!.getPosition(goal.place);
          return { name: goal.name, kind: 'point', points: [[at.x, at.y]], place: [at.x, at.y, at.z] };
        }),
      };
  const frame = crowd.getFrame();
  return {
    ...place,
    name: simulation.name,
    starts: [],
    lines: simulation.lines.slice(0, simulation.lineCount).map((l) => ({ name: l.name, a: toPoint(l.a), b: toPoint(l.b) })),
    mesh: scene.mesh ? drawMesh(wf, scene.mesh, scene.mask) : null,
    tickSeconds: crowd.getDef().tickSeconds!,
    seconds: simulation.seconds,
    agents: crowd.getAgentCount(),
    radius: frame.count > 0 ? frame.radii![0]! : 0.25,
    warnings: (simulation.warnings.text ? String(simulation.warnings.text) : '').split('\n').filter((line) => line !== ''),
    groups: namesOfGroups(text),
    paths: [],
  };
}
