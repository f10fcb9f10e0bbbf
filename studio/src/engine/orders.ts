// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What groups are told, given to the crowd through the log of orders, which notes it.
import {
  Advance, GroupOrderKind, WayfieldError, type AgentId, type Crowd, type FormationDef, type GroupId, type GroupOrder, type OrderLog, type Stop, type Strokes, type Wayfield, type World,
} from 'wayfield';
import type { Command, DrawnStroke, Formation, GroupCommand, OrderKind, Outcome, Place } from './protocol.ts';

export const orderKinds: readonly OrderKind[] = ['move', 'formation', 'attack', 'follow', 'patrol', 'hold', 'form', 'stop', 'stroke'];

const groupKinds: readonly string[] = ['order', 'create', 'split', 'merge', 'disband', 'shape'];

export const isGroupCommand = (command: Command): command is GroupCommand & { id?: number } => groupKinds.includes(command.kind);

interface Target {
  readonly crowd: Crowd;
  readonly log: OrderLog;
  readonly world: World | null;
  find(serial: number): AgentId | null;
}

/** Names of groups that were made, in the order of the log. */
export interface Names {
  made: string[];
}

const vector = ([x, y, z]: Place) => ({ x, y, z });

export function makeFormation(wf: Wayfield, formation: Formation): FormationDef {
  return {
    kind: wf.findFormation(formation.kind), spacing: formation.spacing, ratio: formation.ratio, angle: formation.angle, rigid: formation.rigid,
    points: formation.points.map(([x, y]) => ({ x, y })),
  };
}

/** Whoever calls it destroys it. */
export function makeStrokes(wf: Wayfield, drawn: readonly DrawnStroke[]): Strokes {
  const strokes = wf.createStrokes();
  try {
    drawn.forEach(({ points, rows }) => strokes.addOnScreen({ rows }, points.map(([x, y]) => ({ x, y }))));
    return strokes;
  } catch (error) {
    strokes.destroy();
    throw error;
  }
}

function groupOf(at: Target, name: string): GroupId {
  const id = at.log.findGroup(at.crowd, name);
  if (id.index1 === 0) {
    throw new Error(`there is no group ${name} now`);
  }
  return id;
}

const agentsOf = (at: Target, serials: readonly number[]): AgentId[] => serials.map((serial) => at.find(serial)).filter((id) => id !== null);

function stopOf(wf: Wayfield, at: Target, to: Place | undefined, goal: number | undefined): Stop | undefined {
  const ids = at.world?.getGoalIds() ?? [];
  return goal !== undefined && ids[goal] ? wf.makeGoalStop(ids[goal]) : to ? wf.makePointStop(vector(to)) : undefined;
}

function giveOrder(wf: Wayfield, at: Target, command: GroupCommand & { kind: 'order' }): void {
  const id = groupOf(at, command.group);
  const kind = orderKinds.indexOf(command.order) as GroupOrderKind;
  const to = stopOf(wf, at, command.to, command.goal);
  const leader = command.leader !== undefined ? at.find(command.leader) : null;
  const strokes = command.strokes ? makeStrokes(wf, command.strokes) : null;
  const order: GroupOrder = {
    kind,
    ...(to ? { to } : {}),
    ...(command.facing ? { facing: vector(command.facing) } : {}),
    ...(leader ? { leader } : {}),
    ...(command.leading !== undefined ? { leadingGroup: groupOf(at, command.leading) } : {}),
    ...(command.enemies ? { enemies: command.enemies.map((name) => at.log.findGroup(at.crowd, name)).filter((enemy) => enemy.index1 !== 0) } : {}),
    ...(command.targets ? { targets: agentsOf(at, command.targets) } : {}),
    ...(command.range !== undefined ? { range: command.range } : {}),
    ...(strokes ? { strokes, advance: Advance.advanceEach } : {}),
    queued: command.queued ?? false,
  };
  try {
    at.log.orderGroup(at.crowd, id, order);
  } finally {
    strokes?.destroy();
  }
}

function performCommand(wf: Wayfield, at: Target, command: GroupCommand, names: Names): void {
  const { crowd, log } = at;
  switch (command.kind) {
    case 'order':
      return giveOrder(wf, at, command);
    case 'create':
      log.createGroup(crowd, { formation: makeFormation(wf, command.formation), members: agentsOf(at, command.members) }, command.name);
      names.made.push(command.name);
      return undefined;
    case 'split':
      log.splitGroup(crowd, groupOf(at, command.group), agentsOf(at, command.members), command.name);
      names.made.push(command.name);
      return undefined;
    case 'merge':
      return log.mergeGroups(crowd, groupOf(at, command.group), groupOf(at, command.with));
    case 'disband':
      return log.destroyGroup(crowd, groupOf(at, command.group));
    default:
      return log.setFormation(crowd, groupOf(at, command.group), makeFormation(wf, command.formation));
  }
}

/** An order that cannot be given changes nothing, and says why. */
export function perform(wf: Wayfield, at: Target, command: GroupCommand & { id?: number }, names: Names): Outcome {
  const id = command.id ?? 0;
  try {
    performCommand(wf, at, command, names);
    return { id, ok: true, message: '' };
  } catch (error) {
    if (error instanceof WayfieldError) {
      return { id, ok: false, message: error.detail || error.message };
    }
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
