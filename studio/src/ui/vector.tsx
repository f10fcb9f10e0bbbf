// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import { useRef, useState } from 'preact/hooks';

const SIZE = 108;

/** A round pad on which a vector is dragged; arrow keys move it too. */
export function VectorPad({ label, value, most, onChange }: { label: string; value: [number, number]; most: number; onChange: (value: [number, number]) => void }) {
  const [dragged, setDragged] = useState<[number, number] | null>(null);
  const pad = useRef<SVGSVGElement>(null);
  const [x, y] = dragged ?? value;
  const scale = (SIZE / 2 - 10) / most;
  const at = (event: PointerEvent): [number, number] => {
    const box = pad.current!.getBoundingClientRect();
    const [dx, dy] = [(event.clientX - box.left - box.width / 2) / scale, -(event.clientY - box.top - box.height / 2) / scale];
    const size = Math.max(1, Math.hypot(dx, dy) / most);
    const clean = (v: number) => (Math.abs(v) < 0.06 * most ? 0 : Math.round(v * 100) / 100);
    return [clean(dx / size), clean(dy / size)];
  };
  const keys: Record<string, [number, number]> = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, 0.2], ArrowDown: [0, -0.2] };
  return (
    <svg
      ref={pad} width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} tabIndex={0} role="slider" aria-label={label}
      aria-valuenow={Number(Math.hypot(x, y).toFixed(2))} aria-valuemin={0} aria-valuemax={most} aria-valuetext={`${x.toFixed(2)}, ${y.toFixed(2)}`} style={{ flex: 'none', touchAction: 'none', cursor: 'move' }}
      onPointerDown={(event) => { pad.current!.setPointerCapture(event.pointerId); setDragged(at(event)); }}
      onPointerMove={(event) => dragged && setDragged(at(event))}
      onPointerUp={(event) => { if (dragged) { onChange(at(event)); setDragged(null); } }}
      onKeyDown={(event) => {
        const by = keys[event.key];
        if (by) {
          event.preventDefault();
          event.stopPropagation();
          onChange([Math.max(-most, Math.min(most, x + by[0])), Math.max(-most, Math.min(most, y + by[1]))]);
        }
      }}
    >
      <circle r={SIZE / 2 - 10} fill="var(--sunk)" stroke="var(--line)" />
      <path d={`M${-SIZE / 2 + 10} 0H${SIZE / 2 - 10}M0 ${-SIZE / 2 + 10}V${SIZE / 2 - 10}`} stroke="var(--line)" />
      <line x1={0} y1={0} x2={x * scale} y2={-y * scale} stroke="#d55e00" stroke-width={3} stroke-linecap="round" />
      <circle cx={x * scale} cy={-y * scale} r={6} fill="#d55e00" />
    </svg>
  );
}
