// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is measured on the ground: which of it is shown, what its colours mean, and what it adds up to.
import { useMemo } from 'preact/hooks';
import { findJams, TotalsCounter } from '../model/flow.ts';
import type { RunRecord } from '../model/record.ts';
import type { GroundMap, State, Studio } from '../model/studio.ts';
import { DENSEST_MEAN, FASTEST } from '../view/flow.ts';
import { DENSEST } from '../view/layers.ts';
import { gradient } from '../view/palette.ts';
import { Check, clock, useBeat } from './parts.tsx';

type Choice = GroundMap | 'now';

const choices: [Choice, string][] = [['none', 'nothing'], ['now', 'density now'], ['density', 'density until now'], ['speed', 'speed until now']];

export function MapSettings({ studio, state }: { studio: Studio; state: State }) {
  const { layers, map, stage } = state;
  const value: Choice = map !== 'none' ? map : layers.density ? 'now' : 'none';
  const choose = (choice: Choice) => {
    studio.set({ map: choice === 'now' ? 'none' : choice, layers: { ...layers, density: choice === 'now' } });
    studio.onFrame();
  };
  if (stage?.mesh) {
    return null;
  }
  return (
    <>
      <div class="row">
        <label for="map">Map of</label>
        <select id="map" value={value} onChange={(event) => choose(event.currentTarget.value as Choice)}>
          {choices.map(([choice, name]) => <option key={choice} value={choice}>{name}</option>)}
        </select>
      </div>
      <Check label="Flow arrows" checked={layers.arrows} onChange={(on) => studio.setLayer('arrows', on)} />
      <Check label="Jams" checked={layers.jams} onChange={(on) => studio.setLayer('jams', on)} />
    </>
  );
}

const Scale = ({ title, ramp, ends }: { title: string; ramp: 'viridis' | 'cividis'; ends: [string, string] }) => (
  <div><h3>{title}</h3><div class="ramp" style={{ background: gradient(ramp) }} /><div class="ends"><span>{ends[0]}</span><span>{ends[1]}</span></div></div>
);

/** What the colours on the ground mean. */
export function mapLegends({ layers, map, stage }: State): preact.VNode[] {
  if (!stage || stage.mesh) {
    return [];
  }
  const parts: preact.VNode[] = [];
  if (map === 'density') {
    parts.push(<Scale key="map" title="People per m², mean until now" ramp="cividis" ends={['0', `${DENSEST_MEAN} and more`]} />);
  } else if (map === 'speed') {
    parts.push(<Scale key="map" title="Speed, mean until now" ramp="viridis" ends={['0', `${FASTEST} m/s`]} />);
  } else if (layers.density) {
    parts.push(<Scale key="map" title="People per m²" ramp="cividis" ends={['0', `${DENSEST} and more`]} />);
  }
  if (layers.arrows) {
    parts.push(<div key="arrows"><h3>Flow until now</h3><span>longer: more people per metre and second</span></div>);
  }
  if (layers.jams) {
    parts.push(<div key="jams" class="row"><i class="swatch" style={{ background: '#d55e00' }} />jam: five or more who hardly get on</div>);
  }
  return parts;
}

/** Sums over everybody until the time shown. */
export function Totals({ studio, state, record }: { studio: Studio; state: State; record: RunRecord }) {
  useBeat(state.playing, 2);
  const counter = useMemo(() => new TotalsCounter(record), [record]);
  const totals = counter.until(studio.tick);
  const jams = state.stage?.mesh ? [] : findJams(record, record.sample(studio.time, null));
  const most = record.series.there.slice(0, studio.tick + 1).reduce((best, count) => Math.max(best, count), 0);
  return (
    <section aria-label="Totals">
      <h2>Totals<span class="soft" style={{ fontWeight: 400 }}>until {clock(studio.time)}</span></h2>
      <dl class="facts">
        <dt>People</dt>
        <dd>{totals.people}, at most {most} at once</dd>
        <dt>Walked</dt>
        <dd>{totals.walked < 10_000 ? `${totals.walked.toFixed(0)} m` : `${(totals.walked / 1000).toFixed(1)} km`}</dd>
        <dt>Stood</dt>
        <dd>{totals.waited < 600 ? `${totals.waited.toFixed(0)} s` : `${(totals.waited / 60).toFixed(0)} min`} of all together</dd>
        {!state.stage?.mesh && (<><dt>Jams now</dt><dd>{jams.length === 0 ? 'none' : jams.map((jam) => jam.people).join(' and ') + ' people'}</dd></>)}
      </dl>
    </section>
  );
}
