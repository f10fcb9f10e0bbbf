// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All there is to say about one agent at one moment.
import { WayfieldError } from 'wayfield';
import type { AgentView, LocalMapView, Point } from './protocol.ts';
import { destinationOf, type RouteMaker } from './routes.ts';
import type { Live } from './run.ts';

const stopStates = ['open', 'blocked', 'unreachable'] as const;

function mapOf(live: Live, serial: number): { map: LocalMapView | null; behavior: AgentView['behavior'] } {
  const id = live.find(serial);
  try {
    const map = live.crowd.getLocalMap(id!);
    const cells = map.size * map.size;
    return {
      map: {
        size: map.size, cell: map.cell, center: [map.center.x, map.center.y], angle: map.angle, cells: Uint8Array.from(map.cells.slice(0, cells)),
        values: Float32Array.from(map.values.slice(0, cells)), guide: [map.guide.x, map.guide.y], direction: [map.direction.x, map.direction.y],
      },
      behavior: { v: [map.behavior.v.x, map.behavior.v.y] as Point, epsilon: map.behavior.epsilon },
    };
  } catch (error) {
    if (error instanceof WayfieldError) {
      return { map: null, behavior: { v: [0, 0], epsilon: 0 } }; // it stands, or walks on foot
    }
    throw error;
  }
}

export function inspect(live: Live, serial: number, routes: RouteMaker, text: string, key: string): AgentView | null {
  const id = live.find(serial);
  if (!id) {
    return null;
  }
  const state = live.crowd.getAgent(id);
  const { world } = live;
  const goals = world ? world.getGoalIds().map((goal) => String(world.getGoal(goal).name ?? '')) : [];
  const to = state.stop < state.stopCount ? destinationOf(text, Number(state.userData), state.stop, state.exit, goals, live.sent(serial)) : null;
  return {
    tick: live.tick, serial,
    position: [state.position.x, state.position.y, state.position.z],
    velocity: [state.velocity.x, state.velocity.y, state.velocity.z],
    heading: state.heading, radius: state.radius, desiredSpeed: state.desiredSpeed, stop: state.stop, stopCount: state.stopCount,
    stopState: stopStates[state.stopState] ?? 'open',
    distanceToGoal: state.distanceToGoal, distanceWalked: state.distanceWalked, pressedSeconds: state.pressedSeconds, waiting: state.waiting,
    ...mapOf(live, serial),
    destination: to?.name ?? '',
    route: world && to ? routes.trace(world, { x: state.position.x, y: state.position.y }, to, state.radius, `${key} ${world.getRevision()}`) : null,
  };
}
