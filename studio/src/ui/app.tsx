// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import { useEffect, useRef, useState } from 'preact/hooks';
import { findEntry } from '../model/gallery.ts';
import type { State, Studio, Tool } from '../model/studio.ts';
import { Viewport } from '../view/viewport.ts';
import { groupsAt } from '../model/command.ts';
import { gradient, groupColor, mixHex } from '../view/palette.ts';
import { CommandPanel, OrderTools, Said } from './command.tsx';
import { EditPanel } from './edit.tsx';
import { Film } from './exports.ts';
import { openFiles } from './files.ts';
import { Gallery } from './gallery.tsx';
import { listenToKeys } from './keys.ts';
import { mapLegends } from './maps.tsx';
import { NumbersPanel } from './numbers.tsx';
import { Icon, IconButton, Segments, useBeat, useStore, type IconName } from './parts.tsx';
import { Pointer } from './pointer.ts';
import { ScenePanel } from './scene.tsx';
import { KeysDialog, ShareDialog } from './share.tsx';
import { Timeline } from './timeline.tsx';

interface Picture {
  viewport: Viewport;
  pointer: Pointer;
}

export function App({ studio, pageSource }: { studio: Studio; pageSource: string }) {
  const state = useStore(studio.store);
  const host = useRef<HTMLDivElement>(null);
  const say = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [film] = useState(() => new Film());
  const [shut, setShut] = useState(window.innerWidth <= 760);
  useEffect(() => {
    const viewport = new Viewport(host.current!, studio);
    const pointer = new Pointer(studio, viewport);
    pointer.onSay = (words, x, y) => {
      const [tag, box] = [say.current!, host.current!.getBoundingClientRect()];
      tag.hidden = words === '';
      tag.textContent = words;
      tag.style.transform = `translate(${x - box.left + 16}px, ${y - box.top - 30}px)`;
    };
    setPicture({ viewport, pointer });
    Object.assign(window, { viewport });
    acceptDrops(studio);
    return listenToKeys(studio, viewport, pointer);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.theme = state.theme;
    picture?.viewport.request();
  }, [state.theme]);
  useEffect(() => {
    picture?.pointer.showParts();
    picture?.viewport.request();
  }, [state.mode, state.part, state.document]);
  useEffect(() => {
    picture?.viewport.setCommanding(state.mode === 'command');
    picture?.viewport.refit();
  }, [state.mode, picture]);
  const setMode = (mode: State['mode']) => {
    picture?.pointer.cancel();
    studio.set({ mode, panel: mode === 'watch' ? 'scene' : mode, tool: 'select', part: null, hints: false, selected: 0 });
    setShut(false);
  };
  const choosePanel = (panel: State['panel']) => {
    setShut(window.innerWidth <= 760 && panel === state.panel && !shut);
    const mode = panel === 'edit' || panel === 'command' ? panel : 'watch';
    // The other tabs can be looked at while commanding, and it goes on.
    if (mode !== state.mode && !(state.mode === 'command' && mode === 'watch')) {
      setMode(mode);
    }
    studio.set({ panel });
  };
  return (
    <div class="studio">
      <Bar studio={studio} state={state} setMode={setMode} setView={(view) => picture?.viewport.setView(view)} />
      <main class="view" aria-label="Picture">
        <div class="stage" ref={host} data-tool={state.tool === 'select' && !state.sending ? (state.mode === 'command' ? 'order' : 'select') : 'draw'} />
        {picture && <Names studio={studio} state={state} viewport={picture.viewport} />}
        {picture && state.layers.names && <GroupNames studio={studio} state={state} viewport={picture.viewport} />}
        {state.mode === 'command' && <OrderTools studio={studio} state={state} />}
        {state.mode === 'command' && <Said studio={studio} state={state} />}
        {state.beside > 0 && <PaneNames studio={studio} state={state} />}
        {state.mode === 'edit' && state.canEdit && <Tools studio={studio} state={state} pointer={picture?.pointer ?? null} />}
        <div class="say num" ref={say} hidden />
        <Legend studio={studio} state={state} />
        {picture && (
          <div class="floating corner">
            <IconButton icon="plus" label="Closer" hotkey="+" plain={false} onClick={() => picture.viewport.zoom(1.3)} />
            <IconButton icon="minus" label="Farther" hotkey="−" plain={false} onClick={() => picture.viewport.zoom(1 / 1.3)} />
            <IconButton icon="fit" label="Show all of it" hotkey="0" plain={false} onClick={() => picture.viewport.fit()} />
          </div>
        )}
        {state.hints && state.phase === 'showing' && <Hints studio={studio} />}
        {state.phase !== 'showing' && <div class="curtain" role="status"><p>{state.phase === 'starting' ? 'Starting…' : 'Preparing the scene…'}</p></div>}
        {state.notice && (
          <div class={`notice${state.refusal ? '' : ' calm'}`} role="status">
            <span>{state.notice}</span>
            <IconButton icon="close" label="Dismiss" onClick={() => studio.set({ notice: null })} />
          </div>
        )}
      </main>
      <aside class={`panel${shut ? ' shut' : ''}`} aria-label="Panel">
        <div class="tabs" role="tablist">
          {([['scene', 'Scene'], ['numbers', 'Numbers'], ['command', 'Command'], ['edit', 'Edit']] as const).map(([panel, name]) => (
            <button type="button" role="tab" key={panel} aria-selected={state.panel === panel} onClick={() => choosePanel(panel)}>{name}</button>
          ))}
        </div>
        <div class="content">
          {state.panel === 'scene' && <ScenePanel studio={studio} state={state} />}
          {state.panel === 'numbers' && <NumbersPanel studio={studio} state={state} />}
          {state.panel === 'command' && <CommandPanel studio={studio} state={state} />}
          {state.panel === 'edit' && <EditPanel studio={studio} state={state} />}
        </div>
      </aside>
      <Timeline studio={studio} state={state} />
      {state.dialog === 'gallery' && <Gallery studio={studio} current={state.sceneId} />}
      {state.dialog === 'keys' && <KeysDialog studio={studio} />}
      {state.dialog === 'share' && picture && <ShareDialog studio={studio} state={state} viewport={picture.viewport} film={film} pageSource={pageSource} />}
    </div>
  );
}

function acceptDrops(studio: Studio): void {
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    void openFiles(studio, [...(event.dataTransfer?.files ?? [])]);
  });
}

function Bar({ studio, state, setMode, setView }: { studio: Studio; state: State; setMode: (mode: State['mode']) => void; setView: (view: State['view']) => void }) {
  return (
    <header class="bar">
      <div class="brand">
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 20C8 20 8 4 14 4" fill="none" stroke="var(--accent)" stroke-width="2.2" stroke-linecap="round" />
          <path d="M2 20C10 20 12 10 21 10" fill="none" stroke="var(--good)" stroke-width="2.2" stroke-linecap="round" />
          <circle cx="14" cy="4" r="2.4" fill="var(--accent)" />
          <circle cx="20.6" cy="10" r="2.4" fill="var(--good)" />
        </svg>
        <span>Wayfield</span>
      </div>
      <button type="button" class="button title" aria-haspopup="dialog" title="Other scenes (G)" onClick={() => studio.set({ dialog: 'gallery' })}>
        <span>{state.stage?.name ?? 'Scenes'}</span><Icon name="down" />
      </button>
      <div class="grow" />
      <span class="wide"><Segments label="Mode" value={state.mode} options={[['watch', 'Watch'], ['command', 'Command'], ['edit', 'Edit']]} onChange={setMode} /></span>
      <Segments label="View" value={state.view} options={[['2d', '2D'], ['3d', '3D']]} onChange={setView} />
      <button type="button" class="button plain" title="Take away" aria-label="Take away" aria-haspopup="dialog" onClick={() => studio.set({ dialog: 'share' })}>
        <Icon name="share" /><span class="wide">Take away</span>
      </button>
      <span class="wide"><IconButton icon="keys" label="Keys" hotkey="?" onClick={() => studio.set({ dialog: 'keys' })} /></span>
      <IconButton icon={state.theme === 'dark' ? 'sun' : 'moon'} label={state.theme === 'dark' ? 'Light colours' : 'Dark colours'} onClick={() => setTheme(studio, state.theme === 'dark' ? 'light' : 'dark')} />
    </header>
  );
}

function setTheme(studio: Studio, theme: State['theme']): void {
  studio.set({ theme });
  try {
    localStorage.setItem('wayfield.theme', theme);
  } catch {
    // Without storage the choice holds for this visit.
  }
}

const tools: [Tool, IconName, string, string][] = [
  ['select', 'select', 'Select and move', 'S'], ['wall', 'wall', 'Wall', 'W'], ['box', 'box', 'Box', 'B'], ['disc', 'disc', 'Disc', 'O'], ['polygon', 'polygon', 'Polygon', 'P'],
  ['goal', 'goal', 'Exit', 'X'], ['people', 'people', 'People', 'A'],
];

function Tools({ studio, state, pointer }: { studio: Studio; state: State; pointer: Pointer | null }) {
  return (
    <div class="floating tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {tools.map(([tool, icon, label, key]) => (
        <IconButton key={tool} icon={icon} label={label} hotkey={key} pressed={state.tool === tool} onClick={() => { pointer?.cancel(); studio.set({ tool, part: tool === 'select' ? state.part : null }); }} />
      ))}
    </div>
  );
}

/** Names of goals, where they are. */
function Names({ studio, state, viewport }: { studio: Studio; state: State; viewport: Viewport }) {
  const list = useRef<HTMLDivElement>(null);
  const goals = state.layers.names ? state.stage?.goals.filter((goal) => goal.name !== '') ?? [] : [];
  useEffect(() => {
    const place = () => {
      const items = list.current?.children ?? [];
      goals.forEach((goal, i) => {
        const item = items[i] as HTMLElement | undefined;
        const [x, y] = goal.points.reduce(([a, b], [c, d]) => [a + c / goal.points.length, b + d / goal.points.length], [0, 0]);
        const seen = viewport.screenOf(goal.place?.[0] ?? x, goal.place?.[1] ?? y, goal.place?.[2] ?? 0);
        const at = goal.place && viewport.isHidden(...goal.place) ? null : seen;
        if (item) {
          item.style.visibility = at ? 'visible' : 'hidden';
          item.style.transform = at ? `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px) translate(-50%, -135%)` : '';
        }
      });
    };
    return viewport.whenViewed(place);
  });
  void studio;
  return <div class="names" ref={list} aria-hidden="true">{goals.map((goal) => <span key={goal.name}>{goal.name}</span>)}</div>;
}

/** Names of groups above their members. */
function GroupNames({ studio, state, viewport }: { studio: Studio; state: State; viewport: Viewport }) {
  useBeat(state.playing, 2);
  const list = useRef<HTMLDivElement>(null);
  const { record } = studio;
  const groups = record && state.layers.groups ? groupsAt(record, studio.time).filter((group) => group.name !== '' && group.members.length > 0).slice(0, 40) : [];
  useEffect(() => {
    const place = () => {
      const tops = viewport.topsOfGroups();
      const taken: DOMRect[] = [];
      groups.forEach((group, k) => {
        const item = list.current?.children[k] as HTMLElement | undefined;
        const at = tops.get(group.number);
        if (!item) {
          return;
        }
        item.style.visibility = at ? 'visible' : 'hidden';
        if (at) {
          // Upward until it is clear of the others.
          const [width, height] = [item.offsetWidth, item.offsetHeight];
          let y = at[1] - height - 4;
          for (let tries = 0; tries < 6 && taken.some((box) => Math.abs(box.x - at[0]) < (box.width + width) / 2 && Math.abs(box.y - y) < height); ++tries) {
            y -= height;
          }
          taken.push(new DOMRect(at[0], y, width, height));
          item.style.transform = `translate(${at[0].toFixed(1)}px, ${y.toFixed(1)}px) translateX(-50%)`;
        }
      });
    };
    return viewport.whenViewed(place);
  });
  return (
    <div class="names teams" ref={list} aria-hidden="true">
      {groups.map((group) => (
        <span key={group.number} style={{ color: mixHex(groupColor(group.hue, group.shade, state.theme), state.theme === 'dark' ? '#ffffff' : '#000000', 0.45) }}>{group.name}{group.mode === 4 ? ', engaged' : ''}</span>
      ))}
    </div>
  );
}

/** Which run is left and which is right. */
function PaneNames({ studio, state }: { studio: Studio; state: State }) {
  const [left, right] = [studio.record, studio.records.get(state.beside)];
  return (
    <>
      <div class="pane left">{left?.label}</div>
      <div class="pane right">{right?.label}<IconButton icon="close" label="Show one run" onClick={() => studio.compare(state.run)} /></div>
    </>
  );
}

function Legend({ studio, state }: { studio: Studio; state: State }) {
  const { stage, colorBy, layers } = state;
  if (!stage || stage.agents + (studio.record?.most ?? 0) === 0 && !layers.field) {
    return null;
  }
  const parts = [];
  if (colorBy === 'speed') {
    parts.push(<div key="speed"><h3>Speed</h3><div class="ramp" style={{ background: gradient('viridis') }} /><div class="ends"><span>stands</span><span>as wanted</span></div></div>);
  } else if (colorBy === 'waiting') {
    parts.push(<div key="waiting"><h3>People</h3>{[['#56b4e9', 'walk'], ['#d55e00', 'wait'], ['#8a94a3', 'are there']].map(([color, text]) => <div class="row" key={text}><i class="swatch" style={{ background: color }} />{text}</div>)}</div>);
  }
  parts.push(...mapLegends(state));
  if (layers.field && state.field) {
    parts.push(<div key="field"><h3>Way to {stage.goals[state.goal]?.name || 'the goal'}</h3><div class="ramp" style={{ background: gradient('viridis') }} /><div class="ends"><span>far</span><span>near</span></div></div>);
  }
  return parts.length > 0 ? <div class="legend">{parts}</div> : null;
}

function Hints({ studio }: { studio: Studio }) {
  return (
    <div class="hints" role="note">
      <ul>
        <li><b>Click a person</b><span class="soft">to see where they go and why</span></li>
        <li><b>Drag the time</b><span class="soft">back to any moment, and change something there</span></li>
        <li><b>Choose a scene</b><span class="soft">at the top, or edit this one</span></li>
      </ul>
      <span class="close"><IconButton icon="close" label="Close the hints" onClick={() => dismissHints(studio)} /></span>
    </div>
  );
}

export function dismissHints(studio: Studio): void {
  studio.set({ hints: false });
  try {
    localStorage.setItem('wayfield.visited', 'yes');
  } catch {
    // They come again next time.
  }
}

export { findEntry };
