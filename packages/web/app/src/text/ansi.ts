import { lastWritings } from './overwritten.js';
import { visible } from './visible.js';

/** A run of terminal output with one style. `look` contains our class names only, never text of the output. */
export interface AnsiRun {
  text: string;
  look: string;
}

interface Style {
  ink: string;
  back: string;
  flags: Set<string>;
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const FLAGS: { [code: number]: string } = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
};
const ESC = '\u001b';
/** Colours, other control sequences, titles and links, and single escapes. All but colours are dropped. */
const SEQUENCE = new RegExp(
  `${ESC}\\[([0-9;:]*)m|${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}[\\]PX^_][^\u0007${ESC}]{0,4096}(?:\u0007|${ESC}\\\\)?|${ESC}[ -/]*[0-~]?`,
  'g',
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Terminal output as runs of text with colours. Cursor movements are dropped; of an overwritten line the last text counts. */
export function parseAnsi(printed: string): AnsiRun[] {
  const text = lastWritings(printed);
  const style: Style = { ink: '', back: '', flags: new Set() };
  const runs: AnsiRun[] = [];
  let at = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    push(runs, text.slice(at, match.index), style);
    if (match[1] !== undefined) apply(style, match[1]);
    at = match.index + match[0].length;
  }
  push(runs, text.slice(at), style);
  return runs;
}

function push(runs: AnsiRun[], raw: string, style: Style): void {
  const text = visible(raw.replace(CONTROL, ''));
  if (text === '') return;
  const look = [style.ink, style.back, ...[...style.flags].map((flag) => `a-${flag}`)].filter(Boolean).join(' ');
  const last = runs.at(-1);
  if (last && last.look === look) last.text += text;
  else runs.push({ text, look });
}

function apply(style: Style, codes: string): void {
  const numbers = codes.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)));
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0;
    if (code === 38 || code === 48) {
      const { name, used } = extended(numbers.slice(at + 1));
      if (name) style[code === 38 ? 'ink' : 'back'] = `${code === 38 ? 'a-' : 'ab-'}${name}`;
      at += used;
    } else applyOne(style, code);
  }
}

function applyOne(style: Style, code: number): void {
  const flag = FLAGS[code];
  if (code === 0) {
    style.ink = '';
    style.back = '';
    style.flags.clear();
  } else if (flag) style.flags.add(flag);
  else if (code === 22) {
    style.flags.delete('bold');
    style.flags.delete('dim');
  } else if (code >= 23 && code <= 29) style.flags.delete(FLAGS[code - 20] ?? '');
  else if (code >= 30 && code <= 37) style.ink = `a-${NAMES[code - 30]}`;
  else if (code >= 90 && code <= 97) style.ink = `a-${NAMES[code - 90]}`;
  else if (code === 39) style.ink = '';
  else if (code >= 40 && code <= 47) style.back = `ab-${NAMES[code - 40]}`;
  else if (code >= 100 && code <= 107) style.back = `ab-${NAMES[code - 100]}`;
  else if (code === 49) style.back = '';
}

/** Maps 256 colours and true colours to the nearest of eight, since the page has its own palette. */
function extended(rest: number[]): { name: string | undefined; used: number } {
  if (rest[0] === 5) return { name: nearestOf256(rest[1] ?? 0), used: 2 };
  if (rest[0] === 2) return { name: nearest(rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0), used: 4 };
  return { name: undefined, used: 0 };
}

function nearestOf256(code: number): string | undefined {
  if (code < 16) return NAMES[code % 8];
  if (code >= 232) return code < 244 ? 'black' : 'white';
  const cube = code - 16;
  return nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51);
}

function nearest(red: number, green: number, blue: number): string | undefined {
  const most = Math.max(red, green, blue);
  if (most < 60) return 'black';
  const bit = (value: number) => (value > most * 0.6 ? 1 : 0);
  return NAMES[bit(red) + 2 * bit(green) + 4 * bit(blue)];
}
