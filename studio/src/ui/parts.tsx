// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Small pieces that panels are made of.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from '../model/store.ts';

export function useStore<T extends object>(store: Store<T>): T {
  const [, again] = useState(0);
  useEffect(() => store.watch(() => again((n) => n + 1)), [store]);
  return store.get();
}

/** Draw this part again so many times a second while something runs. */
export function useBeat(active: boolean, perSecond: number): void {
  const [, again] = useState(0);
  useEffect(() => {
    if (!active) {
      again((n) => n + 1);
      return undefined;
    }
    const timer = window.setInterval(() => again((n) => n + 1), 1000 / perSecond);
    return () => window.clearInterval(timer);
  }, [active, perSecond]);
}

const paths = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  forward: 'M6 5l9 7-9 7zM16 5h2.5v14H16z',
  back: 'M18 5l-9 7 9 7zM5.5 5H8v14H5.500z',
  start: 'M6 5h2.200v14H6zM19 5.200v13.600L9.5 12z',
  end: 'M18 5h-2.200v14H18zM5 5.200v13.600L14.5 12z',
  plus: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  minus: 'M5 11h14v2H5z',
  fit: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  undo: 'M9 5 4 10l5 5v-3.500h5a3.5 3.5 0 0 1 0 7H9V21h5a6 6 0 0 0 0-12H9z',
  redo: 'M15 5l5 5-5 5v-3.500h-5a3.5 3.5 0 0 0 0 7h5V21h-5a6 6 0 0 1 0-12h5z',
  close: 'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.400L12 13.4 6.4 19 5 17.6 10.6 12 5 6.400z',
  down: 'M6 9l6 6 6-6-1.4-1.400L12 12.2 7.4 7.600z',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500z',
  sun: 'M12 7.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11 2h2v3.500h-2zM11 18.500h2V22h-2zM2 11h3.500v2H2zM18.5 11H22v2h-3.500zM4.2 5.600l1.4-1.4 2.5 2.5-1.4 1.400zM15.9 17.300l1.4-1.4 2.5 2.5-1.4 1.400zM4.2 18.400l2.5-2.5 1.4 1.4-2.5 2.500zM15.9 6.700l2.5-2.5 1.4 1.4-2.5 2.500z',
  keys: 'M3 6h18v12H3zm2 2v8h14V8zm1.5 1.500h2v2h-2zm3.5 0h2v2h-2zm3.5 0h2v2h-2zm3 0h1.500v2h-1.500zM8 13h8v1.800H8z',
  share: 'M11 3h2v9.200l3.3-3.3 1.4 1.400L12 16l-5.7-5.7 1.4-1.4 3.3 3.300zM4 18h16v2.500H4z',
  select: 'M6 3l12 9-5.6 1.1 3 6-2.3 1.1-3-6L6 18z',
  wall: 'M3.5 18.5 18.5 3.500l2 2-15 15z',
  box: 'M4 6h16v12H4zm2 2v8h12V8z',
  disc: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 2.200a5.8 5.8 0 1 1 0 11.6 5.8 5.8 0 0 1 0-11.600z',
  polygon: 'M12 3l8.5 6.5-3.2 10.500H6.700L3.5 9.500zm0 2.600L5.9 10.300l2.3 7.600h7.600l2.3-7.600z',
  goal: 'M6 3h12l-2.5 4.500L18 12H8v9H6z',
  people: 'M8.5 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm7.5 1a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM2.5 19c0-3.5 2.7-6 6-6s6 2.5 6 6zm13.6 0c0-2.3-.8-4.2-2-5.5.6-.3 1.2-.4 1.9-.4 2.9 0 5.5 2.2 5.5 5.900z',
  measure: 'M3 15.5 15.5 3 21 8.5 8.5 21zm2.8 0 2.7 2.7 1.2-1.2-1.6-1.6 1-1 1.6 1.6 1.2-1.2-2.6-2.6 1-1 2.6 2.6 1.2-1.2-1.6-1.6 1-1 1.6 1.6 1.2-1.200L15.5 5.800z',
  trash: 'M9 3h6l1 2h4v2H4V5h4zM6 8.500h12L17 21H7zm3.2 2 .4 8.500h1.400l-.3-8.500zm4.1 0-.3 8.500h1.400l.4-8.500z',
  follow: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  lasso: 'M12 4c5 0 9 2.500 9 6s-4 6-9 6c-.8 0-1.600-.1-2.300-.2.2 1.700-.6 3.600-2.700 4.700l-1-1.700c1.300-.7 1.800-1.700 1.700-3.100-2.800-1.100-4.700-3.200-4.700-5.700 0-3.500 4-6 9-6zm0 2c-4 0-7 1.800-7 4 0 1.500 1.300 2.700 3.200 3.400.9-.8 2.600-.8 3.300.5 4.300.2 7.500-1.600 7.500-3.900 0-2.200-3-4-7-4z',
  go: 'M12 3l7 8h-4.500v9h-5v-9H5z',
  free: 'M12 3l4 5h-2.700v5h-2.600V8H8zM3.500 12l6-.6-1.800 2 3 3.200-1.900 1.800-3-3.200-2 1.900zM20.500 12l-.3 5.100-2-1.900-3 3.200-1.900-1.800 3-3.200-1.800-2z',
  attack: 'M11 2h2v3.100a7 7 0 0 1 5.900 5.900H22v2h-3.100a7 7 0 0 1-5.900 5.900V22h-2v-3.100A7 7 0 0 1 5.100 13H2v-2h3.100A7 7 0 0 1 11 5.100zm1 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  tail: 'M7 4a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zm0 2a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM17 13a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM10.500 11.800l1.500-1.400 3 3.200-1.500 1.400zM6 13h2v3h3v2H6z',
  patrol: 'M7 4v3h11v2.500H7v3L2.500 8.200zM17 11.500l4.500 4.300L17 20v-3H6v-2.500h11z',
  sketch: 'M4 20c-1-4 1-7 4.500-7.500 3-.4 5-.8 5.300-3.200.2-1.800 1.500-3.600 3.700-4L16.800 3 22 5.800l-3.600 4.400-.5-2.800c-1 .3-1.700 1-1.900 2.200-.6 4-4 4.500-7.200 5-2.400.4-3.600 2.200-2.900 5z',
  curve: 'M3 17.500C6 9 18 9 21 17.500l-1.900.7C16.700 11.500 7.300 11.500 4.900 18.200zM12 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5.500 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm13 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  folder: 'M3 5h6.500l2 2.500H21V19H3zm2 4.500V17h14V9.500z',
};

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" fill-rule="evenodd" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  hotkey?: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
  plain?: boolean;
}

export function IconButton({ icon, label, hotkey, onClick, pressed, disabled, plain = true }: IconButtonProps) {
  return (
    <button type="button" class={`button icon${plain ? ' plain' : ''}`} aria-label={label} title={hotkey ? `${label} (${hotkey})` : label} onClick={onClick} aria-pressed={pressed} disabled={disabled}>
      <Icon name={icon} />
    </button>
  );
}

export function Segments<T extends string>({ label, value, options, onChange }: { label: string; value: T; options: readonly (readonly [T, string])[]; onChange: (value: T) => void }) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button type="button" key={option} aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}

export function Check({ label, checked, onChange, disabled = false }: { label: string; checked: boolean; onChange: (on: boolean) => void; disabled?: boolean }) {
  return (
    <label class={`check${disabled ? ' off' : ''}`}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

type InputProps = Omit<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'onChange'>;

/** A field that is read when it is left: what is being typed stays, though the page is drawn again meanwhile. */
export function Typed({ value, onDone, ...props }: InputProps & { value: string; onDone: (text: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      {...props} value={draft ?? value} onInput={(event) => setDraft(event.currentTarget.value)} onBlur={() => setDraft(null)}
      onChange={(event) => {
        setDraft(null);
        onDone(event.currentTarget.value);
      }}
    />
  );
}

/** A dialog that Escape and the ground around it close, and that keeps the focus. */
export function Dialog({ title, onClose, narrow = false, extra, children }: { title: string; onClose: () => void; narrow?: boolean; extra?: ComponentChildren; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => before?.focus?.();
  }, []);
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onClose();
    }
    if (event.key === 'Tab' && box.current) {
      const all = [...box.current.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')].filter((item) => !item.hasAttribute('disabled'));
      const [first, last] = [all[0], all.at(-1)];
      if (event.shiftKey ? document.activeElement === first || document.activeElement === box.current : document.activeElement === last) {
        event.preventDefault();
        (event.shiftKey ? last : first)?.focus();
      }
    }
    event.stopPropagation();
  };
  return (
    <div class="backdrop" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div class={`dialog${narrow ? ' narrow' : ''}`} role="dialog" aria-modal="true" aria-label={title} tabIndex={-1} ref={box} onKeyDown={keep}>
        <header>
          <h2>{title}</h2>
          {extra}
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <div class="body">{children}</div>
      </div>
    </div>
  );
}

export const meters = (value: number): string => `${value.toFixed(Math.abs(value) < 10 ? 2 : 1)} m`;
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
