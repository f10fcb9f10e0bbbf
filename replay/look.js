// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Colours that people with any colour vision can tell apart: Okabe and Ito's for kinds, cividis and viridis for amounts.

const looks = {
  light: {
    outside: '#e4e8ee', floor: '#fbfcfd', wall: '#5b6675', edge: '#434c59', goal: '#0a7d5f', line: '#8a5a00', terrain: '#cfe3c2', ink: '#1b2430', soft: '#566274',
    mesh: [0.85, 0.875, 0.9], blocked: [0.53, 0.57, 0.63], back: [0.894, 0.91, 0.933],
  },
  dark: {
    outside: '#0e131a', floor: '#1a212b', wall: '#6d7a8c', edge: '#93a0b3', goal: '#35c99a', line: '#e0a63a', terrain: '#2c4434', ink: '#e8edf4', soft: '#a3b0c2',
    mesh: [0.3, 0.35, 0.41], blocked: [0.15, 0.18, 0.22], back: [0.055, 0.075, 0.1],
  },
};

const kindColors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8d6cab', '#7a7a7a', '#b8a800', '#a2142f'];
const viridis = ['#440154', '#482878', '#3e4a89', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
const cividis = ['#00224e', '#123570', '#3b496c', '#575d6d', '#707173', '#8a8678', '#a59c74', '#c3b369', '#e1cc55', '#fee838'];

/** @param {string} hex */
const rgbOf = (hex) => [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16));

/** @param {string[]} stops @param {number} t */
function rampColor(stops, t) {
  const x = Math.max(0, Math.min(1, Number.isFinite(t) ? t : 0)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(x));
  const [a, b] = [rgbOf(stops[i]), rgbOf(stops[i + 1])];
  return a.map((v, k) => Math.round(v + (x - i) * (b[k] - v)));
}

const SPEED_STEPS = 32;
const speedColors = Array.from({ length: SPEED_STEPS }, (_, k) => `rgb(${rampColor(viridis, k / (SPEED_STEPS - 1)).join(' ')})`);
const FASTEST = 1.8; // m/s, the end of the scale

/** @param {number} kind */
const kindColor = (kind) => kindColors[(kind + kindColors.length - 1) % kindColors.length];
/** @param {number} speed */
const speedColor = (speed) => speedColors[Math.max(0, Math.min(SPEED_STEPS - 1, Math.round((speed / FASTEST) * (SPEED_STEPS - 1))))];

/** An element; what it says is text and never markup. @param {string} name @param {Record<string, any>} [attributes] @param {...(Node | string)} children */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

/** The same within a drawing. @param {string} name @param {Record<string, any>} [attributes] @param {...(Node | string)} children */
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function setAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
}

/** @param {number | null | undefined} value @param {number} [digits] */
const show = (value, digits = 1) => (value === null || value === undefined || !Number.isFinite(value) ? '–' : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
/** @param {number | null | undefined} value */
const showCount = (value) => show(value, 0);
/** Minutes from two minutes on. @param {number} seconds */
const showTime = (seconds) => (seconds < 120 ? `${show(seconds)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`);
