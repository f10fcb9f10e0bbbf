// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Colours that people with any colour vision can tell apart: Okabe and Ito's for kinds, cividis and viridis for amounts.
export interface Palette {
  outside: string;
  floor: string;
  wall: string;
  wallEdge: string;
  grid: string;
  goal: string;
  line: string;
  terrain: string;
  trail: string;
  ink: string;
  accent: string;
  mesh: string;
  blocked: string;
}

export const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    outside: '#e4e8ee', floor: '#fbfcfd', wall: '#5b6675', wallEdge: '#434c59', grid: '#e9edf2', goal: '#0a7d5f', line: '#8a5a00', terrain: '#cfe3c2', trail: '#7a8699',
    ink: '#1b2430', accent: '#0b62d6', mesh: '#d9dfe6', blocked: '#8791a0',
  },
  dark: {
    outside: '#0e131a', floor: '#1a212b', wall: '#6d7a8c', wallEdge: '#93a0b3', grid: '#222b37', goal: '#35c99a', line: '#e0a63a', terrain: '#2c4434', trail: '#8492a6',
    ink: '#e8edf4', accent: '#6aa8ff', mesh: '#3a4552', blocked: '#202833',
  },
};

/** Okabe and Ito, without black; yellow last, for it is faint on white. */
export const kinds = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8d6cab', '#7a7a7a', '#b8a800', '#a2142f'];

const viridisStops = ['#440154', '#482878', '#3e4a89', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
const cividisStops = ['#00224e', '#123570', '#3b496c', '#575d6d', '#707173', '#8a8678', '#a59c74', '#c3b369', '#e1cc55', '#fee838'];

export type Rgb = [number, number, number];

export function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function ramp(stops: string[]): (t: number) => Rgb {
  const colors = stops.map(toRgb);
  return (t) => {
    const x = Math.max(0, Math.min(1, Number.isFinite(t) ? t : 0)) * (colors.length - 1);
    const i = Math.min(colors.length - 2, Math.floor(x));
    const [a, b] = [colors[i]!, colors[i + 1]!];
    return [0, 1, 2].map((k) => Math.round(a[k]! + (x - i) * (b[k]! - a[k]!))) as Rgb;
  };
}

export const viridis = ramp(viridisStops);
export const cividis = ramp(cividisStops);
export const gradient = (stops: 'viridis' | 'cividis'): string => `linear-gradient(90deg, ${(stops === 'viridis' ? viridisStops : cividisStops).join(', ')})`;

export const kindColor = (group: number): string => kinds[(((group - 1) % kinds.length) + kinds.length) % kinds.length]!;

const kindRgbs = kinds.map(toRgb);
export const kindRgb = (group: number): Rgb => kindRgbs[(((group - 1) % kinds.length) + kinds.length) % kinds.length]!;

// ------------------------------------------------------------------------------------------------------ groups under orders

/** The hues of groups, the same as in pictures that the program draws: red, blue, green, pink, orange, sky. */
const hues = ['#d5401e', '#0a62b0', '#0b8f6b', '#c4539b', '#e09100', '#3fa7dc'];
/** People in no group, where there are groups. */
export const stranger = '#a9aebb';

export function mixHex(a: string, b: string, share: number): string {
  const [p, q] = [toRgb(a), toRgb(b)];
  return `#${p.map((v, k) => Math.round(v + share * (q[k]! - v)).toString(16).padStart(2, '0')).join('')}`;
}

/** Groups of one hue differ in shade: plain, dark, light, a little darker. */
export function groupColor(hue: number, shade: number, theme: 'light' | 'dark'): string {
  const plain = theme === 'dark' ? mixHex(hues[hue % hues.length]!, '#ffffff', 0.14) : hues[hue % hues.length]!;
  const dark = theme === 'dark' ? 0.36 : 0.45;
  return [plain, mixHex(plain, '#000000', dark), mixHex(plain, '#ffffff', 0.4), mixHex(plain, '#000000', dark / 2)][shade % 4]!;
}
