// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Commanding groups: who is selected, orders, formations, what was told and what became of it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GroupHappening, Place } from '../engine/protocol.ts';
import { formationKinds, MILLIMETRES, modeNames, orderNames, type Commander, type GroupNow, type OrderTool, type Told } from '../model/command.ts';
import type { State, Studio } from '../model/studio.ts';
import { groupColor, mixHex, stranger } from '../view/palette.ts';
import { openFiles, save } from './files.ts';
import { Check, clock, Icon, IconButton, useBeat, type IconName } from './parts.tsx';

export const orderTools: [OrderTool, IconName, string, string][] = [
  ['select', 'select', 'Select: click, or drag a box', 'Q'], ['lasso', 'lasso', 'Lasso', 'L'], ['go', 'go', 'Go there; drag to face somewhere', 'M'], ['free', 'free', 'Go there, each freely', 'R'],
  ['attack', 'attack', 'Attack toward a place', 'A'], ['follow', 'tail', 'Follow somebody', 'F'], ['patrol', 'patrol', 'Patrol to a place and back', 'P'], ['sketch', 'sketch', 'Draw a path; again for a branch', 'D'],
  ['curve', 'curve', 'Stand along a drawn line', 'C'], ['outline', 'polygon', 'Stand in a drawn outline', 'O'],
];

/** Paths and shapes are drawn in the plane. */
const planar: readonly OrderTool[] = ['sketch', 'curve', 'outline'];

export function OrderTools({ studio, state }: { studio: Studio; state: State }) {
  const onMesh = state.stage?.mesh != null;
  return (
    <div class="floating tools orders" role="toolbar" aria-label="Orders" aria-orientation="vertical">
      {orderTools.map(([tool, icon, label, key]) => (
        <IconButton key={tool} icon={icon} label={label} hotkey={key} disabled={onMesh && planar.includes(tool)} pressed={state.command.tool === tool} onClick={() => studio.commander.set({ tool })} />
      ))}
    </div>
  );
}

const say: Record<GroupHappening['kind'], string> = {
  arrived: 'has arrived', formed: 'stands in formation', blocked: 'that place lies in a wall: goes to the nearest place it can reach', unreachable: 'there is no way: goes to the nearest place it can reach',
  engaged: 'is engaged', lost: 'whom it followed is gone: it holds', divided: 'parts', 'no branch': 'no branch is open to some: they stay', empty: 'has no members left', refused: '',
};

function words(studio: Studio, happening: GroupHappening): string {
  const known = studio.record?.known ?? [];
  const name = known[happening.group - 1]?.name || 'a group';
  if (happening.kind === 'refused') {
    return `could not be given: ${happening.text}`;
  }
  const other = known[happening.other - 1]?.name;
  const at = happening.kind === 'blocked' || happening.kind === 'unreachable' ? ` (${happening.place[0].toFixed(1)}, ${happening.place[1].toFixed(1)})` : '';
  return `${name}: ${say[happening.kind]}${at}${happening.kind === 'divided' && other ? `, ${other} takes another branch` : ''}`;
}

const SAID_SECONDS = 8;

/** Signs of groups, as in pictures that the program draws. */
export function GroupSigns({ studio, state }: { studio: Studio; state: State }) {
  const { record } = studio;
  const first = record?.known[0];
  if (!record || !first || state.stage?.mesh) {
    return null;
  }
  const dark = state.theme === 'dark';
  const color = groupColor(first.hue, first.shade, state.theme);
  const kinds = record.agentKinds.some((kind) => kind > 0);
  const deep = mixHex(color, dark ? '#ffffff' : '#000000', 0.3);
  const signs: [string, JSX.Element][] = [
    ['slot, and who is off it', <><line x1="4" y1="8" x2="19" y2="8" stroke={deep} /><circle cx="5" cy="8" r="4" fill={color} /><circle cx="19" cy="8" r="3.4" fill="none" stroke={deep} stroke-width="1.5" /></>],
    ['anchor, heading', <path d="M3 6.500h9V3.500L22 8l-10 4.500v-3H3z" fill={mixHex(color, '#ffffff', 0.55)} stroke={dark ? '#10151c' : mixHex(color, '#000000', 0.65)} />],
    ['path, its forks', <><path d="M1 8H23" stroke={color} stroke-opacity="0.3" stroke-width="9" /><path d="M1 8H23" stroke={deep} stroke-width="1.5" /><circle cx="12" cy="8" r="3.6" fill="#fff" stroke={deep} stroke-width="2" /></>],
    ['where an order leads', <><path d="M1 8H14" stroke={deep} stroke-dasharray="3 3" /><path d="M14 8l4-4 4 4-4 4z" fill="#fff" stroke={deep} stroke-width="1.6" /></>],
  ];
  return (
    <div class="signs">
      {signs.map(([name, sign]) => <div class="row" key={name}><svg width="24" height="16" viewBox="0 0 24 16" aria-hidden="true">{sign}</svg>{name}</div>)}
      <div class="row"><i class="swatch" style={{ background: stranger, margin: '0 6px' }} />in no group</div>
      {kinds && <div class="row"><svg width="24" height="16" viewBox="0 0 24 16" aria-hidden="true"><circle cx="12" cy="8" r="7" fill={color} /><circle cx="12" cy="8" r="3.400" fill="none" stroke="#fff" stroke-width="1.6" /></svg>of another kind</div>}
    </div>
  );
}

/** What has just happened to groups, for eyes and for screen readers. */
export function Said({ studio, state }: { studio: Studio; state: State }) {
  useBeat(state.playing, 4);
  const { record, time } = studio;
  const lately = (record?.happenings ?? []).filter(({ tick }) => tick * record!.tickSeconds <= time + 1e-6 && tick * record!.tickSeconds > time - SAID_SECONDS).slice(-3);
  return (
    <div class="said" role="log" aria-live="polite" aria-label="What groups report">
      {lately.map((happening) => (
        <p key={`${happening.tick} ${happening.kind} ${happening.group} ${happening.other}`} class={['blocked', 'unreachable', 'lost', 'no branch', 'refused'].includes(happening.kind) ? 'warn' : ''}>{words(studio, happening)}</p>
      ))}
    </div>
  );
}

export function CommandPanel({ studio, state }: { studio: Studio; state: State }) {
  useBeat(state.playing, 3);
  const { commander } = studio;
  const groups = commander.groups;
  return (
    <>
      <Selection studio={studio} state={state} groups={groups} />
      <Orders studio={studio} state={state} />
      <Groups studio={studio} state={state} groups={groups} />
      <FormationForm commander={commander} state={state} />
      <Log studio={studio} state={state} />
    </>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

function Selection({ studio, state, groups }: { studio: Studio; state: State; groups: GroupNow[] }) {
  const { commander } = studio;
  const { selection, kept } = state.command;
  const wanted = new Set(selection);
  const names = groups.filter((group) => group.members.some((serial) => wanted.has(serial))).map((group) => `${group.name}${group.members.every((serial) => wanted.has(serial)) ? '' : ' in part'}`);
  return (
    <section aria-label="Selection">
      <h2>
        <span>{selection.length === 0 ? 'Nobody selected' : `${selection.length} ${selection.length === 1 ? 'person' : 'people'} selected`}</span>
        <span class="row tight">
          <button type="button" class="button small" onClick={() => commander.selectAll()}>All</button>
          <button type="button" class="button small" disabled={selection.length === 0} onClick={() => commander.select([])}>None</button>
        </span>
      </h2>
      {selection.length === 0 ? <p class="soft">Click a person, drag a box, or double click for the whole group. Shift adds.</p> : names.length > 0 && <p class="soft">{names.join(', ')}</p>}
      <div class="digits" role="group" aria-label="Number keys">
        {digits.map((digit) => (
          <button
            type="button" key={digit} class="button small" aria-label={kept[digit] ? `Select number ${digit}, ${kept[digit].length} people` : `Keep the selection as number ${digit}`}
            title={kept[digit] ? `${kept[digit].length} people (${digit}); with Shift: keep the selection here` : `Keep the selection here (Ctrl ${digit})`} aria-pressed={kept[digit] !== undefined}
            disabled={!kept[digit] && selection.length === 0} onClick={(event) => (kept[digit] && !event.shiftKey ? commander.recall(digit) : commander.keep(digit))}
          >
            {digit}
          </button>
        ))}
      </div>
    </section>
  );
}

function readPlaces(text: string): Place[] | null {
  const places = text.split(/[;\n]/).map((part) => part.trim()).filter((part) => part !== '').map((part) => part.split(/[\s,]+/).map(Number));
  const good = places.length > 0 && places.every((place) => (place.length === 2 || place.length === 3) && place.every((v) => Number.isFinite(v)));
  return good ? places.map(([x, y, z]) => [x!, y!, z ?? 0]) : null;
}

type TypedOrder = 'go' | 'free' | 'attack' | 'patrol' | 'path';

function Orders({ studio, state }: { studio: Studio; state: State }) {
  const { commander } = studio;
  const [text, setText] = useState('');
  const [typed, setTyped] = useState<TypedOrder>('go');
  const places = readPlaces(text);
  const nobody = state.command.selection.length === 0;
  const give = () => {
    const first = places?.[0];
    if (!first) {
      return;
    }
    if (typed === 'path') {
      // As if it were drawn: pixels that are metres.
      const stroke = { points: places.map(([x, y]): [number, number] => [1000 * x, 1000 * y]), rows: MILLIMETRES };
      void commander.draw(stroke, first);
    } else if (typed === 'attack') {
      commander.attack(first);
    } else {
      commander.go(first, typed);
    }
  };
  return (
    <section aria-label="Orders">
      <h2>Orders</h2>
      <div class="row wrap">
        <button type="button" class="button" title="Keep the formation here (H)" disabled={nobody} onClick={() => commander.hold()}>Hold</button>
        <button type="button" class="button" title="Everybody stands (S)" disabled={nobody} onClick={() => commander.stop()}>Stop</button>
        <button type="button" class="button" title="Back to the moment of the last order, without it (Ctrl Z)" disabled={!commander.canTakeBack} onClick={() => commander.takeBack()}><Icon name="undo" size={16} /> Take back</button>
      </div>
      <Check label="After the orders they have (Shift)" checked={state.command.queued} onChange={(queued) => commander.set({ queued })} />
      <details>
        <summary class="soft">By coordinates</summary>
        <div class="row">
          <select aria-label="Order" value={typed} onChange={(event) => setTyped(event.currentTarget.value as TypedOrder)}>
            <option value="go">go to</option><option value="free">freely to</option><option value="attack">attack to</option><option value="patrol">patrol to</option><option value="path" disabled={state.stage?.mesh != null}>path</option>
          </select>
          <input
            type="text" aria-label={typed === 'path' ? 'Points of the path, as x, y; x, y' : 'Place, as x, y'} placeholder={typed === 'path' ? '5, 5; 12, 8' : '12, 8'} value={text} style={{ flex: 1, width: 0 }}
            onInput={(event) => setText(event.currentTarget.value)} onKeyDown={(event) => event.key === 'Enter' && give()}
          />
          <button type="button" class="button" disabled={nobody || places === null || (typed === 'path' && places.length < 2)} onClick={give}>Give</button>
        </div>
      </details>
    </section>
  );
}

const withRatio = ['box', 'staggered'];
const withAngle: Record<string, [number, number, number]> = { wedge: [0.2, 3, Math.PI / 2], echelon: [-1.5, 1.5, Math.PI / 4], arc: [0.2, 6.28, Math.PI] };

function FormationForm({ commander, state }: { commander: Commander; state: State }) {
  const { formation } = state.command;
  const angle = withAngle[formation.kind];
  const degrees = (value: number) => `${Math.round((value * 180) / Math.PI)}°`;
  const drawn = formation.points.length > 0;
  return (
    <section aria-label="Formation">
      <h2>Formation</h2>
      <div class="row">
        <label for="formation">Shape</label>
        <select id="formation" value={formation.kind} onChange={(event) => commander.setFormation({ kind: event.currentTarget.value })}>
          {formationKinds.map((kind) => (
            <option key={kind} value={kind} disabled={(kind === 'curve' || kind === 'outline' || kind === 'points') && !drawn}>
              {kind === 'none' ? 'none: freely' : kind === 'curve' ? 'a drawn line' : kind === 'outline' ? 'a drawn outline' : kind === 'points' ? 'listed places' : kind}
            </option>
          ))}
        </select>
      </div>
      <div class="row"><label for="spacing">Spacing</label><span class="num soft">{formation.spacing.toFixed(2)} m</span></div>
      <input id="spacing" type="range" min={0.5} max={4} step={0.1} value={formation.spacing} onChange={(event) => commander.setFormation({ spacing: Number(event.currentTarget.value) })} />
      {withRatio.includes(formation.kind) && (
        <>
          <div class="row"><label for="ratio">Width to depth</label><span class="num soft">{formation.ratio.toFixed(1)}</span></div>
          <input id="ratio" type="range" min={-2} max={2} step={0.25} value={Math.log2(formation.ratio)} onChange={(event) => commander.setFormation({ ratio: 2 ** Number(event.currentTarget.value) })} />
        </>
      )}
      {angle && (
        <>
          <div class="row"><label for="angle">Angle</label><span class="num soft">{degrees(formation.angle || angle[2])}</span></div>
          <input id="angle" type="range" min={angle[0]} max={angle[1]} step={0.05} value={formation.angle || angle[2]} onChange={(event) => commander.setFormation({ angle: Number(event.currentTarget.value) })} />
        </>
      )}
      <Check label="Rigid: never folds at narrow places" checked={formation.rigid} onChange={(rigid) => commander.setFormation({ rigid })} />
    </section>
  );
}

function Groups({ studio, state, groups }: { studio: Studio; state: State; groups: GroupNow[] }) {
  const { commander } = studio;
  const wanted = new Set(state.command.selection);
  return (
    <section aria-label="Groups">
      <h2>Groups</h2>
      <div class="row wrap">
        <button type="button" class="button small" title="A group of those who are selected (G)" disabled={wanted.size === 0} onClick={() => commander.makeGroup()}>Group</button>
        <button type="button" class="button small" title="In two halves, left and right (X)" disabled={wanted.size === 0} onClick={() => commander.split()}>Split</button>
        <button type="button" class="button small" title="The groups that are selected become one (J)" disabled={wanted.size === 0} onClick={() => commander.merge()}>Merge</button>
        <button type="button" class="button small" title="Members stand where they are (Delete)" disabled={wanted.size === 0} onClick={() => commander.disband()}>Disband</button>
      </div>
      {groups.length === 0 ? (
        <p class="soft">No groups yet. Select people and tell them to go somewhere: they become one.</p>
      ) : (
        <ul class="teams">
          {groups.map((group) => (
            <li key={group.number}>
              <button type="button" aria-pressed={group.members.length > 0 && group.members.every((serial) => wanted.has(serial))} onClick={(event) => commander.select(group.members, event.shiftKey)}>
                <i class="swatch" style={{ background: groupColor(group.hue, group.shade, state.theme) }} />
                <span class="name">{group.name || 'unnamed'}</span>
                <span class="soft num">{group.members.length}</span>
                <small title={`error E ${group.error.toFixed(2)}: how far off their slots members are, in spacings`}>{group.order < orderNames.length && group.mode !== 3 && group.mode !== 0 ? `${orderNames[group.order]}: ` : ''}{modeNames[group.mode]}{group.waiting > 0 ? `, then ${group.waiting} more` : ''}{group.mode >= 2 ? ` · E ${group.error.toFixed(2)}` : ''}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {groups.length > 0 && <details><summary class="soft">Signs in the picture</summary><GroupSigns studio={studio} state={state} /></details>}
    </section>
  );
}

function Log({ studio, state }: { studio: Studio; state: State }) {
  const { told } = state.command;
  const tickSeconds = state.stage?.tickSeconds ?? 0.2;
  const isFile = state.sceneId === '' || state.document.value !== null;
  const saveLog = async () => {
    const text = await studio.log();
    if (text === null) {
      return;
    }
    save(`${(state.stage?.name ?? 'orders').replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}-orders.json`, text, 'application/json');
    studio.set({
      notice: studio.commander.logIsWhole
        ? 'Replay it with: wayfield run SCENARIO.json --orders LOG.json'
        : 'Saved. This run was also told things that no log of orders holds (people pushed or sent, walls changed): a replay will differ.',
    });
  };
  return (
    <section aria-label="Orders given">
      <h2>Orders given</h2>
      {told.length === 0 && <p class="soft">None yet in this run.</p>}
      {told.length > 0 && <ol class="told">{told.slice(-12).map((one) => <Line key={one.ids.join()} one={one} time={one.tick * tickSeconds} />)}</ol>}
      {studio.isPast && <p class="soft">You have gone back: an order from here forks the run.</p>}
      <div class="row wrap">
        <button type="button" class="button small" disabled={!isFile} onClick={() => void saveLog()}>Save log</button>
        <label class="button small">
          Open log…
          <input class="hidden" type="file" accept=".json" onChange={(event) => void openFiles(studio, [...(event.currentTarget.files ?? [])])} />
        </label>
      </div>
    </section>
  );
}

function Line({ one, time }: { one: Told; time: number }) {
  return (
    <li>
      <span class="num soft">{clock(time)}</span>
      <span>
        <b>{one.who}</b> {one.what}
        {one.ok === false && <em>{one.message}</em>}
      </span>
    </li>
  );
}
