// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The scenes that come with the page: the files of scenarios/, put in by build.mjs, and those that a program makes.
import { built } from 'wayfield-scenarios';

export interface GalleryEntry {
  id: string;
  title: string;
  /** What it shows, in two sentences at most. */
  about: string;
  chapter: string;
  text: string;
  /** Made by the library under this name. */
  scene?: { name: string; agents: number };
}

const chapters: [RegExp, string][] = [
  [/^W/, 'On foot'],
  [/^C\d/, 'One agent among others'],
  [/^F\d|^S\d/, 'Fields and paths'],
  [/^R\d/, 'RiMEA tests'],
  [/^G\d/, 'Groups'],
];

const made: [string, number, string, string][] = [
  ['crossing', 100, 'Crossing', 'Four groups meet where two corridors cross. Nobody stops; stripes form by themselves.'],
  ['egress', 100, 'Egress', 'A crowded room is left through an exit of 1.2 m.'],
  ['doorway', 50, 'Doorway', 'Two groups change rooms through a door of 1 m, and take turns.'],
  ['corridor', 200, 'Corridor', 'Two groups walk through a corridor in opposite directions and sort themselves into lanes.'],
  ['ring', 50, 'Ring', 'Agents on a circle, each to the place opposite of its own.'],
  ['annulus', 1000, 'Annulus', 'A thousand on a wide ring, each to the place opposite of its own.'],
  ['square', 1000, 'Square', 'A thousand on an open square, each to the place of another.'],
  ['ambush', 20, 'Ambush', 'The short way is closed by people who stand; there is a longer one.'],
  ['obstacles', 500, 'Obstacles', 'Five hundred between seven hundred pillars and crates, to sixteen places.'],
];

const firstSentences = (text: string): string => (/^(?:[^.]|\.(?=\d))+\.(?:\s(?:[^.]|\.(?=\d))+\.)?/.exec(text)?.[0] ?? text).trim();

const front = ['park', 'exits', 'office', 'wedge', 'armies', 'planet', 'storeys', 'bridge', 'torus', 'moebius', 'bottleneck', 'corridor-one-way', 'building'];

function chapterOf(id: string): string {
  return chapters.find(([pattern]) => pattern.test(id))?.[1] ?? 'Start here';
}

export const gallery: GalleryEntry[] = [
  ...[...built]
    .sort((a, b) => (front.indexOf(a.id) + 100) % 100 - ((front.indexOf(b.id) + 100) % 100) || a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(({ id, text }): GalleryEntry => {
      const { name, description } = JSON.parse(text) as { name?: string; description?: string };
      const title = name ?? id;
      return { id, title: title.charAt(0).toUpperCase() + title.slice(1), about: firstSentences(description ?? ''), chapter: chapterOf(id), text };
    }),
  ...made.map(([name, agents, title, about]): GalleryEntry => ({ id: name, title, about, chapter: 'Made by the program', text: '', scene: { name, agents } })),
];

export const chapterNames: string[] = [...new Set(gallery.map((entry) => entry.chapter))].sort((a, b) => order(a) - order(b));

function order(chapter: string): number {
  return ['Start here', 'Made by the program', 'On foot', 'Groups', 'One agent among others', 'RiMEA tests', 'Fields and paths'].indexOf(chapter);
}

export const findEntry = (id: string): GalleryEntry | undefined => gallery.find((entry) => entry.id === id);
