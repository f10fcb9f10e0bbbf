// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

import { useState } from 'preact/hooks';
import { chapterNames, gallery } from '../model/gallery.ts';
import type { Studio } from '../model/studio.ts';
import { openFiles } from './files.ts';
import { Dialog, Icon } from './parts.tsx';

/** All scenes, each a click away. */
export function Gallery({ studio, current }: { studio: Studio; current: string }) {
  const [wanted, setWanted] = useState('');
  const words = wanted.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const entries = gallery.filter((entry) => words.every((word) => `${entry.id} ${entry.title} ${entry.about}`.toLowerCase().includes(word)));
  const search = <input type="text" placeholder="Search" aria-label="Search scenes" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />;
  return (
    <Dialog title="Scenes" onClose={() => studio.set({ dialog: null })} extra={search}>
      <div class="row" style={{ marginBottom: '16px' }}>
        <label class="button">
          <Icon name="folder" /> Open a file…
          <input class="hidden" type="file" multiple onChange={(event) => void openFiles(studio, [...(event.currentTarget.files ?? [])])} />
        </label>
        <button type="button" class="button" onClick={() => studio.openText('new.json', EMPTY_SCENE)}>
          <Icon name="plus" /> New, empty room
        </button>
        <span class="soft wide">Files can also be dropped onto the page: scenarios, MovingAI, ROS, WKT, PGM, PNG, OBJ, PLY, STL, OFF.</span>
      </div>
      {chapterNames.map((chapter) => {
        const list = entries.filter((entry) => entry.chapter === chapter);
        return list.length === 0 ? null : (
          <div key={chapter}>
            <h3 class="chapter">{chapter}</h3>
            <ul class="cards">
              {list.map((entry) => (
                <li key={entry.id}>
                  <button type="button" class="card" aria-current={entry.id === current ? 'true' : undefined} onClick={() => studio.openEntry(entry)}>
                    <b>{entry.title}</b>
                    <span>{entry.about}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {entries.length === 0 && <p class="soft">No scene has these words.</p>}
    </Dialog>
  );
}

export const EMPTY_SCENE = `{
  "version": 1,
  "name": "New room",
  "world": { "size": [16, 10], "obstacles": [] },
  "goals": [],
  "run": { "seconds": 120 },
  "agents": []
}
`;
