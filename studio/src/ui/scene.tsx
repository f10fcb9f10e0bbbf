// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is shown, and who.
import { useState } from 'preact/hooks';
import type { AgentView } from '../engine/protocol.ts';
import type { ColorBy, State, Studio } from '../model/studio.ts';
import { groupColor, kindColor } from '../view/palette.ts';
import { GroupSigns } from './command.tsx';
import { MapSettings } from './maps.tsx';
import { Check, IconButton, meters, Segments, Typed, useBeat } from './parts.tsx';
import { VectorPad } from './vector.tsx';

export function ScenePanel({ studio, state }: { studio: Studio; state: State }) {
  return (
    <>
      {state.selected > 0 && <Inspector studio={studio} state={state} />}
      <Show studio={studio} state={state} />
      <FieldSettings studio={studio} state={state} />
      <About studio={studio} state={state} />
    </>
  );
}

function Show({ studio, state }: { studio: Studio; state: State }) {
  const { layers, stage } = state;
  const feet = (studio.record?.steps.all.length ?? 0) > 0;
  return (
    <section aria-label="Show">
      <h2>Show</h2>
      <div class="stack">
        <span class="soft">Colour of people by</span>
        <Segments<ColorBy> label="Colour of people" value={state.colorBy} options={[['group', 'Group'], ['speed', 'Speed'], ['waiting', 'Waiting']]} onChange={(colorBy) => { studio.set({ colorBy }); studio.onFrame(); }} />
      </div>
      {state.colorBy === 'group' && stage && (studio.record?.hasGroups ? studio.record.known.length > 0 : stage.groups.length > 1) && (
        <ul class="groups" aria-label="Groups">
          {studio.record?.hasGroups
            ? studio.record.known.map(({ name, hue, shade }, i) => <li key={i}><i class="swatch" style={{ background: groupColor(hue, shade, state.theme) }} />{name || 'unnamed'}</li>)
            : stage.groups.map((name, i) => <li key={i}><i class="swatch" style={{ background: kindColor(i + 1) }} />{name}</li>)}
        </ul>
      )}
      <Check label="Trails" checked={layers.trails} onChange={(on) => studio.setLayer('trails', on)} />
      <MapSettings studio={studio} state={state} />
      <Check label="Names of goals" checked={layers.names} onChange={(on) => studio.setLayer('names', on)} />
      {studio.record?.hasGroups && <Check label="Slots, anchors and paths of groups" checked={layers.groups} onChange={(on) => studio.setLayer('groups', on)} />}
      {studio.record?.hasGroups && layers.groups && <GroupSigns studio={studio} state={state} />}
      {feet && <Check label="Five circles" checked={layers.circles} onChange={(on) => studio.setLayer('circles', on)} />}
      {feet && <Check label="Footprints" checked={layers.footprints} onChange={(on) => studio.setLayer('footprints', on)} />}
    </section>
  );
}

// Haste 0 to 4 per metre, finer where it is small.
const toHaste = (slider: number): number => Math.round(4000 * slider ** 3) / 1000;
const toSlider = (haste: number): number => Math.cbrt(haste / 4);

function FieldSettings({ studio, state }: { studio: Studio; state: State }) {
  const { layers, stage, field } = state;
  if (!stage || stage.goals.length === 0) {
    return null;
  }
  const onMesh = stage.mesh !== null;
  const change = (change: Partial<State>) => {
    studio.set(change);
    void studio.showField();
  };
  return (
    <section aria-label="Field">
      <h2>Field of a goal</h2>
      <Check label="Show the field" checked={layers.field} onChange={(on) => studio.setLayer('field', on)} />
      {layers.field && (
        <div class="nested">
          <div class="row">
            <label for="goal">Goal</label>
            <select id="goal" value={state.goal} onChange={(event) => change({ goal: Number(event.currentTarget.value) })}>
              {stage.goals.map((goal, i) => (
                <option key={i} value={i}>{goal.name || `goal ${i + 1}`}</option>
              ))}
            </select>
          </div>
          <div class="row">
            <label for="haste">Haste</label>
            <span class="num soft">{state.haste === 0 ? '0: safest' : `${state.haste.toFixed(2)} per m`}</span>
          </div>
          <input id="haste" type="range" min={0} max={1} step={0.01} value={toSlider(state.haste)} onInput={(event) => change({ haste: toHaste(Number(event.currentTarget.value)) })} />
          <div class="ends"><span>keeps from walls</span><span>shortest</span></div>
          {!onMesh && <Check label="Contour lines" checked={layers.contours} onChange={(on) => studio.setLayer('contours', on)} />}
          {!onMesh && <Check label="Streamlines" checked={layers.streamlines} onChange={(on) => studio.setLayer('streamlines', on)} />}
          {field && <p class="soft num">{onMesh ? `${field.values.length} vertices` : `${field.width} × ${field.height} cells`}, solved in {(1000 * field.seconds).toFixed(0)} ms</p>}
        </div>
      )}
    </section>
  );
}

function About({ studio, state }: { studio: Studio; state: State }) {
  const { stage, machine } = state;
  const [hash, setHash] = useState<{ tick: number; text: string } | null>(null);
  if (!stage) {
    return null;
  }
  const ask = async () => {
    const tick = studio.tick;
    setHash({ tick, text: (await studio.hash()) ?? 'not available' });
  };
  return (
    <section aria-label="About this scene">
      <h2>This scene</h2>
      <dl class="facts">
        <dt>Size</dt>
        <dd>{(stage.upper[0] - stage.lower[0]).toFixed(1)} × {(stage.upper[1] - stage.lower[1]).toFixed(1)} m</dd>
        <dt>A tick</dt>
        <dd>{stage.tickSeconds} s</dd>
        {state.recorded
          ? (<><dt>Is</dt><dd>a recording, frames every {meters(stage.tickSeconds).replace(' m', ' s')}</dd></>)
          : (<><dt>Computed by</dt><dd>{machine}</dd><dt>State</dt>
        <dd>{hash ? <span title={`after tick ${hash.tick}`}>{hash.text}</span> : <button type="button" class="button" onClick={() => void ask()}>Hash of this moment</button>}</dd></>)}
      </dl>
      {stage.warnings.map((line) => <p key={line} class="soft">{line}</p>)}
    </section>
  );
}

// ----------------------------------------------------------------------------------------------------------- inspector

const modeNames = ['walking', 'waiting', 'at its end'];

function Inspector({ studio, state }: { studio: Studio; state: State }) {
  useBeat(state.playing, 8);
  const { record } = studio;
  const found = record?.find(state.selected, studio.time);
  const { agent } = state;
  const group = state.stage?.groups[(record?.groups[state.selected] ?? 0) - 1];
  return (
    <section aria-label="Selected person">
      <h2>
        Person {state.selected}
        <IconButton icon="close" label="Close" onClick={() => studio.select(0)} />
      </h2>
      {found ? (
        <dl class="facts">
          {group && (<><dt>Of</dt><dd>{group}</dd></>)}
          <dt>Is</dt>
          <dd>{modeNames[found.mode]}</dd>
          <dt>Speed</dt>
          <dd>{found.speed.toFixed(2)} of {(record?.desiredSpeeds[state.selected] ?? 0).toFixed(2)} m/s</dd>
          <dt>Place</dt>
          <dd>{found.place.slice(0, state.stage?.mesh ? 3 : 2).map((v) => v.toFixed(2)).join(', ')}</dd>
          <dt>Radius</dt>
          <dd>{meters(record?.radii[state.selected] ?? 0)}</dd>
          {!state.playing && agent && <Details agent={agent} />}
        </dl>
      ) : (
        <p class="soft">Not here at this moment.</p>
      )}
      {found && (
        <>
          <div class="row wrap">
            <button type="button" class="button" aria-pressed={state.followed} onClick={() => { studio.set({ followed: !state.followed }); studio.onFrame(); }}>Follow</button>
            {!state.recorded && <button type="button" class="button" aria-pressed={state.sending} onClick={() => studio.set({ sending: !state.sending, notice: state.sending ? null : 'Click the place to send this person to.' })}>Send…</button>}
            {!state.recorded && <button type="button" class="button" onClick={() => push(studio, state)}>Push</button>}
          </div>
          {!state.recorded && <Personality studio={studio} state={state} />}
          {state.recorded ? null : state.playing
            ? <p class="soft">Pause to see the local map, where it wants to go and what pulls it.</p>
            : !state.stage?.mesh && agent && <Pull studio={studio} agent={agent} />}
        </>
      )}
    </section>
  );
}

function Details({ agent }: { agent: AgentView }) {
  return (
    <>
      {agent.destination !== '' && (<><dt>Goes to</dt><dd>{agent.destination}</dd></>)}
      <dt>Stop</dt>
      <dd>{agent.stopCount === 0 ? 'none' : agent.stop >= agent.stopCount ? 'at the end' : `${agent.stop + 1} of ${agent.stopCount}`}{agent.stopState !== 'open' ? `, ${agent.stopState}` : ''}</dd>
      <dt>Distance to it</dt>
      <dd>{agent.distanceToGoal > 0 ? meters(agent.distanceToGoal) : '–'}</dd>
      <dt>Walked</dt>
      <dd>{meters(agent.distanceWalked)}</dd>
      <dt>Held up for</dt>
      <dd>{agent.pressedSeconds.toFixed(1)} s</dd>
    </>
  );
}

/** As the library knows them: wfGetPersonalityName. */
const personalities = ['tired', 'hurried', 'drunk', 'shy', 'sociable', 'blind', 'aggressive'];

/** From the moment shown on this person is somebody else: the run forks. */
function Personality({ studio, state }: { studio: Studio; state: State }) {
  const { selected } = state;
  const speed = studio.record?.desiredSpeeds[selected] ?? 1.3;
  return (
    <>
      <div class="row">
        <label for="personality">Personality</label>
        <select id="personality" value="" onChange={(event) => event.currentTarget.value && studio.command([{ kind: 'personality', serial: selected, name: event.currentTarget.value }], `person ${selected} ${event.currentTarget.value}`)}>
          <option value="">becomes…</option>
          {personalities.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </div>
      <div class="row">
        <label for="desired-speed">Wants to walk at</label>
        <Typed
          id="desired-speed" type="text" inputMode="decimal" value={speed.toFixed(2)} style={{ width: '76px' }}
          onDone={(text) => {
            const wanted = Number(text);
            if (wanted > 0 && wanted <= 10) {
              studio.command([{ kind: 'speed', serial: selected, speed: wanted }], `person ${selected} walks at ${wanted} m/s`);
            }
          }}
        />
        <span class="soft">m/s</span>
      </div>
    </>
  );
}

/** Half a second sideways, away from where it looks. */
function push(studio: Studio, state: State): void {
  const found = studio.record?.find(state.selected, studio.time);
  if (found && studio.record) {
    const speed = 2;
    const side = found.heading + Math.PI / 2;
    const ticks = Math.max(1, Math.round(0.8 / studio.record.tickSeconds));
    studio.command([{ kind: 'push', serial: state.selected, velocity: [speed * Math.cos(side), speed * Math.sin(side), 0], ticks }], `person ${state.selected} pushed`);
  }
}

function Pull({ studio, agent }: { studio: Studio; agent: AgentView }) {
  const { v, epsilon } = agent.behavior;
  return (
    <div>
      <h3 style={{ margin: '10px 0 4px' }}>Behaviour vector</h3>
      <div class="row">
        <VectorPad label="Behaviour vector" value={[v[0] * epsilon, v[1] * epsilon]} most={2} onChange={([x, y]) => {
          const size = Math.hypot(x, y);
          studio.command([{ kind: 'pull', serial: agent.serial, v: size > 0 ? [x / size, y / size] : [1, 0], epsilon: size }], `person ${agent.serial} pulled`);
        }} />
        <p class="soft">
          Drag it: from here on this person is pulled that way, and the run forks.
          <br />
          <span class="num">ε v = ({(v[0] * epsilon).toFixed(2)}, {(v[1] * epsilon).toFixed(2)})</span>
        </p>
      </div>
    </div>
  );
}
