// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Play, pause, step, speed, and everything computed so far, with the curve of arrivals behind it.
import { useEffect, useRef } from 'preact/hooks';
import type { State, Studio } from '../model/studio.ts';
import { palettes } from '../view/palette.ts';
import { clock, IconButton, useBeat } from './parts.tsx';

const speeds = [0.25, 0.5, 1, 2, 4, 8];

function drawTrack(canvas: HTMLCanvasElement, studio: Studio, theme: State['theme']): void {
  const { record } = studio;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d')!;
  const palette = palettes[theme];
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (!record) {
    return;
  }
  const whole = wholeOf(studio);
  const toX = (time: number) => (time / whole) * width;
  context.fillStyle = theme === 'dark' ? '#26364d' : '#d9e6f8';
  context.fillRect(0, 0, toX(record.duration), height);
  const { there, arrived, times } = record.series;
  const most = Math.max(1, record.most, arrived.at(-1) ?? 0);
  const curve = (values: number[], color: string, fill: boolean) => {
    context.beginPath();
    const stride = Math.max(1, Math.floor(times.length / (2 * width)));
    for (let i = 0; i < times.length; i += stride) {
      context.lineTo(toX(times[i]!), height - 3 - (values[i]! / most) * (height - 8));
    }
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.stroke();
    if (fill) {
      context.lineTo(toX(times.at(-1) ?? 0), height);
      context.lineTo(0, height);
      context.globalAlpha = 0.14;
      context.fillStyle = color;
      context.fill();
      context.globalAlpha = 1;
    }
  };
  curve(there, palette.accent, true);
  curve(arrived, palette.goal, false);
  if (record.forkedAt > 0) {
    const x = toX(record.forkedAt * record.tickSeconds);
    context.fillStyle = palette.line;
    context.fillRect(x - 1, 0, 2, height);
  }
  const x = Math.max(1, Math.min(width - 1, toX(studio.time)));
  context.fillStyle = palette.ink;
  context.fillRect(x - 1, 0, 2, height);
  context.beginPath();
  context.arc(x, 5, 5, 0, 2 * Math.PI);
  context.fill();
}

/** The time at the right end: what is computed, and some room. */
function wholeOf(studio: Studio): number {
  const { record } = studio;
  if (!record) {
    return 1;
  }
  return record.ended ? Math.max(record.duration, record.tickSeconds) : Math.max(30, Math.ceil((record.duration * 1.15) / 30) * 30);
}

export function Timeline({ studio, state }: { studio: Studio; state: State }) {
  useBeat(state.playing, 12);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragging = useRef(false);
  useEffect(() => {
    drawTrack(canvas.current!, studio, state.theme);
  });
  const seek = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    studio.seek(((event.clientX - box.left) / box.width) * wholeOf(studio));
    drawTrack(canvas.current!, studio, state.theme);
  };
  const record = studio.record;
  const tick = studio.tick;
  const there = record?.series.there[tick] ?? 0;
  const arrived = record?.series.arrived[tick] ?? 0;
  const second = (by: number) => studio.seek(studio.time + by);
  return (
    <div class="time">
      <div class="transport">
        <IconButton icon="start" label="To the beginning" hotkey="Home" onClick={() => studio.seek(0)} />
        <IconButton icon="back" label="One tick back" hotkey="," onClick={() => studio.step(-1)} />
        <button type="button" class="button strong icon" aria-label={state.playing ? 'Pause' : 'Play'} title={`${state.playing ? 'Pause' : 'Play'} (space)`} onClick={() => studio.play()}>
          <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d={state.playing ? 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' : 'M7 4.5v15l12.5-7.5z'} /></svg>
        </button>
        <IconButton icon="forward" label="One tick forward" hotkey="." onClick={() => studio.step(1)} />
        <label class="hidden" for="speed">Speed</label>
        <select id="speed" value={state.speed} onChange={(event) => { studio.set({ speed: Number(event.currentTarget.value) }); studio.onFrame(); }}>
          {speeds.map((speed) => <option key={speed} value={speed}>{speed} ×</option>)}
        </select>
        <span class="clock">{clock(studio.time)} <small>/ {clock(record?.duration ?? 0)}</small></span>
        <div
          class="track" role="slider" tabIndex={0} aria-label="Time" aria-valuemin={0} aria-valuemax={Number((record?.duration ?? 0).toFixed(1))} aria-valuenow={Number(studio.time.toFixed(1))}
          aria-valuetext={`${studio.time.toFixed(1)} seconds`}
          onPointerDown={(event) => { dragging.current = true; event.currentTarget.setPointerCapture(event.pointerId); seek(event); }}
          onPointerMove={(event) => dragging.current && seek(event)}
          onPointerUp={() => (dragging.current = false)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
            if (by !== undefined) {
              event.preventDefault();
              event.stopPropagation();
              second(by);
            }
          }}
        >
          <canvas ref={canvas} />
        </div>
        <div class="count num"><b>{there}</b> <span class="soft">here</span><br /><b>{arrived}</b> <span class="soft">arrived</span></div>
      </div>
    </div>
  );
}
