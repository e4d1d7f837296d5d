// The animation in the README: commands being typed and their output for the bundled samples. An SVG without scripts,
// animated with CSS.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ready.mjs';

const SCENES = [
  { command: 'unspool ls', seconds: 3.5 },
  { command: 'unspool search upload --kind prompt,reply -n 4', seconds: 5 },
  { command: 'unspool show 5a3c --turn 1', seconds: 5 },
  { command: 'unspool usage projects', seconds: 5 },
  { command: 'unspool strip 91f7', seconds: 6 },
  { command: 'unspool check last', seconds: 4 },
  { command: 'unspool undo', seconds: 3.5 },
];
const ESC = String.fromCharCode(27);
const COLUMNS = 112;
const ROWS = 19;
const CELL = { width: 7.8, height: 18 };
const TYPED_PER_SECOND = 22;
const PAUSE_SECONDS = 0.4;
const COLOURS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 35: '#d2a8ff', 36: '#79c0ff' };

/** The picture, as text. */
export function terminalPicture() {
  const place = layOut();
  try {
    const scenes = timed(SCENES.map((scene) => ({ ...scene, lines: linesOf(scene.command, place) })));
    return drawn(scenes);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Copies of the samples, old enough not to count as in use. */
function layOut() {
  const place = mkdtempSync(join(tmpdir(), 'unspool-picture-'));
  cpSync(join(root, 'packages/cli/samples'), join(place, '.claude'), { recursive: true });
  const past = new Date(Date.now() - 86_400_000);
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), past, past);
  }
  return place;
}

function linesOf(command, place) {
  const words = command.match(/"[^"]*"|\S+/g).slice(1);
  const { stdout } = spawnSync(process.execPath, [join(root, 'packages/cli/dist/unspool.js'), ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: place,
      CLAUDE_CONFIG_DIR: join(place, '.claude'),
      UNSPOOL_HOME: join(place, 'data'),
      COLUMNS: String(COLUMNS),
      FORCE_COLOR: '1',
      TZ: 'UTC',
    },
    cwd: place,
    encoding: 'utf8',
  });
  return stdout
    .replaceAll(place, '~')
    .trimEnd()
    .split('\n')
    .slice(0, ROWS - 2);
}

function timed(scenes) {
  let start = 0;
  return scenes.map((scene) => {
    const printed = start + PAUSE_SECONDS + scene.command.length / TYPED_PER_SECOND;
    const end = printed + PAUSE_SECONDS + scene.seconds;
    const at = { ...scene, start, typing: start + PAUSE_SECONDS, printed: printed + PAUSE_SECONDS, end };
    start = end;
    return at;
  });
}

function drawn(scenes) {
  const total = scenes.at(-1).end;
  const width = Math.round((COLUMNS + 3) * CELL.width);
  const height = Math.round((ROWS + 2.6) * CELL.height);
  const percent = (seconds) => `${((100 * seconds) / total).toFixed(2)}%`;
  const rules = scenes.map(({ command, start, typing, printed, end }, at) => {
    const from = at === 0 ? '' : `0%{visibility:hidden}`;
    const until = at === scenes.length - 1 ? '' : `${percent(end)}{visibility:hidden}`;
    const typed = `0%,${percent(typing)}{width:0;animation-timing-function:steps(${command.length})}`;
    const whole = (command.length * CELL.width).toFixed(1);
    return `@keyframes s${at}{${from}${percent(start)}{visibility:visible}${until}}
@keyframes o${at}{0%{visibility:hidden}${percent(printed)}{visibility:inherit}}
@keyframes t${at}{${typed}${percent(printed - PAUSE_SECONDS)},100%{width:${whole}px}}
#s${at}{visibility:hidden;animation:s${at} ${total}s step-end infinite}
#o${at}{animation:o${at} ${total}s step-end infinite}
#t${at}{animation:t${at} ${total}s linear infinite}`;
  });
  const groups = scenes.map(({ command, lines }, at) => {
    const y = 3 * CELL.height;
    const clip = `<clipPath id="c${at}"><rect id="t${at}" x="${x(2)}" y="${y - CELL.height}" width="${(command.length * CELL.width).toFixed(1)}" height="${CELL.height * 1.5}"/></clipPath>`;
    const output = lines.map((line, row) => drawLine(line, (row + 4.4) * CELL.height)).filter(Boolean);
    return `<g id="s${at}">${clip}<text x="${x(0)}" y="${y}" fill="#7ee787">$</text><g clip-path="url(#c${at})">${run(command, 2, y, { isBold: true })}</g>
<g id="o${at}">${output.join('\n')}</g></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Unspool in a terminal: list sessions, search them, show a turn, see what projects cost, make a session smaller, check it, undo">
<style>
${rules.join('\n')}
@media (prefers-reduced-motion:reduce){*{animation-play-state:paused!important}}
</style>
<rect width="100%" height="100%" rx="9" fill="#161b22"/>
<circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/><circle cx="60" cy="18" r="6" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">
${groups.join('\n')}
</g>
</svg>
`;
}

/** A line with its colours. Each run is placed at its column, so that the font cannot shift it. */
function drawLine(line, y) {
  const style = { fill: undefined, isBold: false, isDim: false };
  let column = 0;
  const runs = [];
  for (const part of line.split(new RegExp(`(${ESC}\\[[0-9;]*m)`))) {
    if (part.startsWith(ESC)) apply(style, part.slice(2, -1));
    else if (part !== '') {
      // Spaces are not drawn, because viewers treat them differently.
      for (const { 0: words, index } of part.matchAll(/\S+(?: \S+)*/g)) {
        const at = column + [...part.slice(0, index)].length;
        if (at < COLUMNS) runs.push(run([...words].slice(0, COLUMNS - at).join(''), at, y, style));
      }
      column += [...part].length;
    }
  }
  return runs.join('');
}

function run(part, column, y, { fill, isBold, isDim }) {
  const look = [fill && `fill="${fill}"`, isBold && 'font-weight="600"', isDim && 'opacity="0.6"'].filter(Boolean);
  const length = ([...part].length * CELL.width).toFixed(1);
  return `<text x="${x(column)}" y="${y.toFixed(1)}" textLength="${length}" ${look.join(' ')}>${escaped(part)}</text>`;
}

function x(column) {
  return ((column + 1.5) * CELL.width).toFixed(1);
}

function apply(style, code) {
  const number = Number(code);
  if (number === 1) style.isBold = true;
  else if (number === 2) style.isDim = true;
  else if (number === 22) style.isBold = style.isDim = false;
  else if (number === 39 || number === 0) style.fill = undefined;
  else if (COLOURS[number]) style.fill = COLOURS[number];
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
