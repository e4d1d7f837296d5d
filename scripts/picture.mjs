// The README's pictures: what `unspool show` prints for a sample session, as an SVG, and three of the screenshots that the
// browser tests leave in screenshots/.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './ready.mjs';

const ESC = String.fromCharCode(27);
const COLUMNS = 80;
const LINES = 31;
const CELL = { width: 8.43, height: 19 };
const COLOURS = { 31: '#cf222e', 32: '#1a7f37', 33: '#9a6700', 35: '#8250df', 36: '#0969da' };

const { stdout } = spawnSync(
  process.execPath,
  [join(root, 'packages/cli/dist/unspool.js'), 'show', 'Fix the flaky upload test'],
  {
    env: { ...process.env, CLAUDE_CONFIG_DIR: join(root, 'packages/cli/samples'), FORCE_COLOR: '1', TZ: 'UTC' },
    encoding: 'utf8',
  },
);
const lines = stdout.split('\n').slice(0, LINES);
const height = (lines.length + 2) * CELL.height;
const width = Math.round((COLUMNS + 4) * CELL.width);
const text = lines.map((line, at) => drawLine(line, (at + 2) * CELL.height)).join('\n');
mkdirSync(join(root, 'docs'), { recursive: true });
writeFileSync(
  join(root, 'docs/show.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A session shown turn by turn in a terminal">
<rect width="100%" height="100%" rx="8" fill="#fbfbfa" stroke="#d8d8d4"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#24292f" xml:space="preserve">
${text}
</g>
</svg>
`,
);

for (const [shot, picture] of [
  ['everything-light', 'session'],
  ['everything-dark', 'session-dark'],
  ['plan', 'plan'],
]) {
  const from = join(root, 'screenshots', `${shot}.png`);
  if (existsSync(from)) copyFileSync(from, join(root, 'docs', `${picture}.png`));
  else say(`screenshots/${shot}.png is not there: npx vitest run packages/web/test/browser makes it.`);
}

/** A line of text with its colours; each run is put at its own column, so that no font can push it aside. */
function drawLine(line, y) {
  const style = { fill: undefined, isBold: false, isDim: false };
  let column = 0;
  const runs = [];
  for (const part of line.split(new RegExp(`(${ESC}\\[[0-9;]*m)`))) {
    if (part.startsWith(ESC)) apply(style, part.slice(2, -1));
    else if (part !== '') {
      runs.push(drawRun(part, column, y, style));
      column += [...part].length;
    }
  }
  return runs.join('');
}

function drawRun(part, column, y, { fill, isBold, isDim }) {
  const x = ((column + 2) * CELL.width).toFixed(1);
  const length = ([...part].length * CELL.width).toFixed(1);
  const look = [fill && `fill="${fill}"`, isBold && 'font-weight="600"', isDim && 'opacity="0.55"']
    .filter(Boolean)
    .join(' ');
  return `<text x="${x}" y="${y}" textLength="${length}" ${look}>${escaped(part)}</text>`;
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
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00a0');
}
