// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is counted: arrivals of all runs, people, speed, who crossed a line.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { RunRecord } from '../model/record.ts';
import type { State, Studio } from '../model/studio.ts';
import { kinds, palettes } from '../view/palette.ts';
import { Totals } from './maps.tsx';
import { clock, IconButton, meters, useBeat } from './parts.tsx';

export const runColor = (index: number): string => kinds[index % kinds.length]!;

interface PlotProps {
  title: string;
  unit: string;
  records: RunRecord[];
  pick: (record: RunRecord) => number[];
  theme: State['theme'];
  beat: number;
}

/** Times of all runs on one axis; a run that is shorter ends where it ends. */
function align(records: RunRecord[], pick: PlotProps['pick']): uPlot.AlignedData {
  const longest = records.reduce<RunRecord | null>((best, record) => (!best || record.series.times.length > best.series.times.length ? record : best), null);
  const times = longest?.series.times ?? [];
  const stride = Math.max(1, Math.floor(times.length / 700));
  const thin = (values: readonly (number | null)[]) => values.filter((_, i) => i % stride === 0 || i === values.length - 1);
  return [thin(times) as number[], ...records.map((record) => thin(Array.from(times, (_, i) => pick(record)[i] ?? null)) as (number | null)[])];
}

function Plot({ title, unit, records, pick, theme, beat }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const key = `${records.map((r) => r.number).join()} ${theme}`;
  useEffect(() => {
    const { ink, grid } = palettes[theme];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '11px system-ui, sans-serif' };
    plot.current = new uPlot(
      {
        width: host.current!.clientWidth, height: 148, legend: { show: false }, cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(1e-9, most * 1.06)] } },
        axes: [{ ...axis, size: 26, values: (_, ticks) => ticks.map((v) => `${v} s`) }, { ...axis, size: 36 }],
        series: [{}, ...records.map((record, i) => ({ label: record.label, stroke: runColor(i), width: 2, points: { show: false } }))],
      },
      align(records, pick),
      host.current!,
    );
    const observer = new ResizeObserver(() => host.current && plot.current?.setSize({ width: host.current.clientWidth, height: 148 }));
    observer.observe(host.current!);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, [key]);
  useEffect(() => plot.current?.setData(align(records, pick)), [beat]);
  return (
    <section aria-label={title}>
      <h2>{title}<span class="soft" style={{ fontWeight: 400 }}>{unit}</span></h2>
      <div class="plot" ref={host} />
    </section>
  );
}

const pickArrived = (record: RunRecord) => record.series.arrived;
const pickThere = (record: RunRecord) => record.series.there;
const pickSpeed = (record: RunRecord) => record.series.meanSpeed;

export function NumbersPanel({ studio, state }: { studio: Studio; state: State }) {
  useBeat(state.playing, 3);
  const records = state.runs.map((run) => studio.records.get(run)).filter((record) => record !== undefined);
  const record = studio.record;
  if (!record) {
    return null;
  }
  const beat = records.reduce((sum, r) => sum + r.frames.length, 0);
  const tick = studio.tick;
  const out = record.evacuationTime;
  return (
    <>
      <section aria-label="Now">
        <div class="figures">
          <div><div class="big">{record.series.arrived[tick] ?? 0}</div><div class="soft">arrived</div></div>
          <div><div class="big">{record.series.there[tick] ?? 0}</div><div class="soft">here now</div></div>
          <div><div class="big">{(record.series.meanSpeed[tick] ?? 0).toFixed(2)}</div><div class="soft">m/s mean speed</div></div>
          <div><div class="big">{out === null ? '–' : `${out.toFixed(1)} s`}</div><div class="soft">last one out</div></div>
        </div>
        {!record.ended && <button type="button" class="button" style={{ marginTop: '12px' }} onClick={() => studio.computeAll()}>Compute to the end</button>}
        {record.stuck.length > 0 && <p class="soft">{new Set(record.stuck.map(([serial]) => serial)).size} people made no progress for a while.</p>}
      </section>
      <Totals studio={studio} state={state} record={record} />
      <section aria-label="Runs">
        <h2>Runs<button type="button" class="button" onClick={() => studio.restart()}>Run again</button></h2>
        <ul class="runs">
          {records.map((r, i) => (
            <li key={r.number}>
              <i class="swatch" style={{ background: runColor(i) }} />
              <span class="name" title={r.label}>{r.label}{r.number === state.run ? ', shown' : ''}</span>
              <span class="num soft">{r.evacuationTime !== null ? `${r.evacuationTime.toFixed(1)} s` : `${r.series.arrived.at(-1) ?? 0} arrived`}</span>
              {r.number !== state.run && <button type="button" class="button small" aria-pressed={state.beside === r.number} aria-label={`Compare with ${r.label}`} onClick={() => studio.compare(state.beside === r.number ? state.run : r.number)}>Beside</button>}
              {r.number !== state.run && <IconButton icon="trash" label={`Remove ${r.label}`} onClick={() => studio.dropRun(r.number)} />}
            </li>
          ))}
        </ul>
      </section>
      <Plot title="Arrived" unit="people" records={records} pick={pickArrived} theme={state.theme} beat={beat} />
      <Plot title="Here" unit="people" records={records} pick={pickThere} theme={state.theme} beat={beat} />
      <Plot title="Mean speed" unit="m/s" records={records} pick={pickSpeed} theme={state.theme} beat={beat} />
      {!state.stage?.mesh && <Lines studio={studio} state={state} record={record} />}
    </>
  );
}

function Lines({ studio, state, record }: { studio: Studio; state: State; record: RunRecord }) {
  const { measured, stage } = state;
  const until = studio.time;
  const second = Math.floor(until);
  const own = measured.map(([a, b], i) => ({ name: measured.length > 1 ? `line ${i + 1}` : 'your line', a, b, own: i }));
  const lines: { name: string; a: [number, number]; b: [number, number]; own?: number }[] = [...(stage?.lines ?? []), ...own];
  const counts = useMemo(() => lines.map((line) => record.crossings(line.a, line.b, until)), [second, record, measured, stage]);
  return (
    <section aria-label="Flow through lines">
      <h2>
        Flow through lines
        <button type="button" class="button" aria-pressed={state.tool === 'measure'} onClick={() => studio.set({ tool: state.tool === 'measure' ? 'select' : 'measure' })}>Draw one</button>
      </h2>
      {lines.length === 0 && <p class="soft">Draw a line across a door to count who passes it.</p>}
      <dl class="facts">
        {lines.map((line, i) => {
          const { left, right } = counts[i]!;
          const width = Math.hypot(line.b[0] - line.a[0], line.b[1] - line.a[1]);
          return (
            <div key={line.name + i} style={{ display: 'contents' }}>
              <dt>{line.name}, {meters(width)}</dt>
              <dd>
                {left + right} people{until > 1 ? `, ${((left + right) / until).toFixed(2)} /s` : ''}
                {line.own !== undefined && <IconButton icon="trash" label={`Remove ${line.name}`} onClick={() => { studio.set({ measured: measured.filter((_, k) => k !== line.own) }); studio.onFrame(); }} />}
              </dd>
            </div>
          );
        })}
      </dl>
      {lines.length > 0 && <p class="soft">until {clock(until)}</p>}
    </section>
  );
}
