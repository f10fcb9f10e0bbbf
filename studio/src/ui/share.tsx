// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import type { State, Studio } from '../model/studio.ts';
import type { Viewport } from '../view/viewport.ts';
import {
  saveDrawing, saveFigures, saveGif, savePage, savePicture, saveRecording, saveReplay, saveReport, saveScenario, saveTrajectories, saveTrajectoriesCsv, saveWalkers, type Film,
} from './exports.ts';
import { toFragment } from './files.ts';
import { Dialog } from './parts.tsx';

interface Props {
  studio: Studio;
  state: State;
  viewport: Viewport;
  film: Film;
  pageSource: string;
}

/** The longest address that programs pass on whole. */
const LONGEST_LINK = 12_000;

export function ShareDialog({ studio, state, viewport, film, pageSource }: Props) {
  const close = () => studio.set({ dialog: null });
  const after = (work: () => unknown) => () => {
    close();
    void Promise.resolve().then(work).catch((error: unknown) => studio.set({ notice: `It could not be saved: ${error instanceof Error ? error.message : String(error)}` }));
  };
  const copyLink = async () => {
    const link = `${window.location.href.replace(/#.*$/, '')}${await toFragment(state.document.text)}`;
    if (link.length > LONGEST_LINK) {
      studio.set({ notice: 'This scenario is too large for a link. Save it as a file instead.' });
      return;
    }
    window.history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(link);
      studio.set({ notice: 'The link is copied.' });
    } catch {
      studio.set({ notice: 'The link is in the address bar.' });
    }
  };
  const onFoot = (studio.record?.steps.all.length ?? 0) > 0;
  type Choice = [string, string, () => unknown, boolean];
  const groups: [string, Choice[]][] = [
    ['To look at', [
      ['Replay', 'HTML to be mailed: the run to watch, with its figures', () => saveReplay(studio), true],
      ['Picture', 'PNG, as it is seen now', () => savePicture(studio, viewport), true],
      ['Moving picture', 'GIF of the next 8 seconds, as they are seen', () => saveGif(studio, viewport), true],
      [film.isRunning ? 'Stop filming' : 'Film', film.isRunning ? 'and save the video' : 'WebM: films the picture until it is stopped', () => (film.isRunning ? film.stop() : startFilm(studio, viewport, film)), true],
      ['Drawing', 'SVG, from above, with everybody’s way until now', () => saveDrawing(studio), state.stage?.mesh == null],
      ['Walkers', onFoot ? 'glTF: figures whose feet stand where the steps are' : 'glTF: only where people walk on foot', () => saveWalkers(studio), onFoot],
    ]],
    ['To measure', [
      ['Recording', 'SQLite, as JuPedSim writes it: for PedPy and wayfield metrics', () => saveRecording(studio), true],
      ['Trajectories', 'text, as the pedestrian data archive has them', () => saveTrajectories(studio), true],
      ['Places', 'CSV: frame, id, place and where they look', () => saveTrajectoriesCsv(studio), true],
      ['Figures', 'CSV: people, arrivals and speed of all runs', () => saveFigures(studio), true],
      ['Report', 'JSON: who arrived, exits, flows', () => saveReport(studio), true],
    ]],
    ['To go on with', [
      ['Scenario', 'JSON, for the command line too', () => saveScenario(studio), state.canEdit],
      ['Page', 'this page as HTML with the scenario in it: it opens anywhere', () => savePage(studio, pageSource), state.canEdit],
      ['Link', 'with the scenario in it', copyLink, state.canEdit],
    ]],
  ];
  return (
    <Dialog title="Take away" onClose={close}>
      {groups.map(([title, choices]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div class="choices">
            {choices.map(([name, about, work, enabled]) => (
              <button type="button" class="button" key={name} disabled={!enabled} onClick={after(work)}>
                <span><b>{name}</b><span class="soft">{about}</span></span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </Dialog>
  );
}

function startFilm(studio: Studio, viewport: Viewport, film: Film): void {
  try {
    film.start(studio, viewport);
    studio.play(true);
    studio.set({ notice: 'Filming. Choose “Stop filming” under “Take away” to save it.' });
  } catch {
    studio.set({ notice: 'This browser cannot film the picture.' });
  }
}

const keys: [string, string][] = [
  ['space', 'play or pause'],
  [', .', 'a tick back, a tick forward'],
  ['Home End', 'to the beginning, to what is computed'],
  ['arrows', 'move the view'],
  ['+ −', 'closer, farther'],
  ['0', 'show all of it'],
  ['V', 'from above, or in space'],
  ['E', 'watch or edit'],
  ['T D F', 'trails, density, field'],
  ['N', 'numbers'],
  ['G', 'scenes'],
  ['W B O P X A', 'draw: wall, box, disc, polygon, exit, people'],
  ['C', 'command groups; there:'],
  ['Q L', 'select, lasso; Shift adds, double click takes the whole group'],
  ['M R A F P', 'go, freely, attack, follow, patrol; the right button goes, dragged it faces somewhere'],
  ['D C O', 'draw a path, a line to stand along, an outline'],
  ['H S G X J', 'hold, stop, group, split, merge; with Shift orders wait for those before'],
  ['1 9', 'select what Ctrl or Alt and the digit has kept'],
  ['Ctrl Z', 'undo; with Shift redo; of orders: take back'],
  ['Delete', 'the selected part'],
  ['Escape', 'stop what was begun, select nothing'],
];

export function KeysDialog({ studio }: { studio: Studio }) {
  return (
    <Dialog title="Keys" onClose={() => studio.set({ dialog: null })} narrow>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{key.split(' ').map((k) => <kbd key={k}>{k}</kbd>)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
