// Counts hidden secrets by class among planted ones, and false findings in public sessions.
// node bench/redaction.mjs [--set tuned|kept|more|third|fourth|fourth-kept|all] [--seed 1] [--library FILE] [--misses]
//   [--without-others] [--gitleaks FILE]: also compares with the rules of a gitleaks.toml
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { others } from './redaction/others.mjs';
import { plant } from './redaction/plant.mjs';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    library: { type: 'string', default: '@unspool/redact' },
    misses: { type: 'boolean', default: false },
    'without-others': { type: 'boolean', default: false },
    gitleaks: { type: 'string' },
  },
});
const { createRedactor } = await import(options.library);

const unspool = {
  name: 'Unspool',
  hide: (line) => JSON.stringify(createRedactor({ salt: 'bench' }).redactValue(line)),
  count: (line) => {
    const redactor = createRedactor({ salt: 'bench' });
    redactor.redactValue(line);
    return redactor.report().found;
  },
};
const tools = [unspool, ...(options['without-others'] ? [] : await others(options.gitleaks))];
const planted = [...plant(options.set, Number(options.seed))];
const measured = [];
for (const tool of tools) measured.push(await measure(tool));
printTable();
if (options.misses) printMisses();
await falseFindings();

/** By class and shape: how many were planted, how many were hidden, and where not. */
async function measure({ hide }) {
  const classes = new Map();
  for (const { shape, place, line, secrets } of planted) {
    const hidden = await hide(line);
    const left = secrets.filter((secret) => leaks(hidden, secret));
    if (!classes.has(shape.class)) classes.set(shape.class, new Map());
    const shapesOfClass = classes.get(shape.class);
    const seen = shapesOfClass.get(shape.name) ?? { found: 0, planted: 0, missed: [] };
    shapesOfClass.set(shape.name, seen);
    seen.planted++;
    if (left.length === 0) seen.found++;
    else seen.missed.push(place);
  }
  return classes;
}

function printTable() {
  const names = tools.map(({ name }) => `${name}: shapes in every place | of all planted`);
  console.log(`\n| class | shapes | ${names.join(' | ')} |\n|${' --- |'.repeat(2 + 2 * tools.length)}`);
  for (const group of measured[0].keys()) printRow(group, (classes) => [...classes.get(group).values()]);
  printRow('**all**', (classes) => [...classes.values()].flatMap((shapes) => [...shapes.values()]));
}

function printRow(name, shapesOf) {
  const cells = measured.flatMap((classes) => {
    const seen = shapesOf(classes);
    const every = seen.filter(({ found, planted: count }) => found === count).length;
    const sum = (part) => seen.reduce((total, each) => total + each[part], 0);
    return [percent(every, seen.length), percent(sum('found'), sum('planted'))];
  });
  console.log(`| ${name} | ${shapesOf(measured[0]).length} | ${cells.join(' | ')} |`);
}

function printMisses() {
  for (const [group, seen] of measured[0])
    for (const [form, { found, planted: count, missed }] of seen)
      if (missed.length > 0) console.log(`${group} ${found}/${count} ${JSON.stringify(form)} ${missed.join(', ')}`);
}

function percent(part, whole) {
  return `${((part / whole) * 100).toFixed(1)} %`;
}

/** A tail of five characters counts as a leak. Base64 is decoded first. */
function leaks(hidden, secret) {
  const tail = secret.slice(-5);
  const texts = [
    hidden,
    ...(hidden.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((block) => Buffer.from(block, 'base64').toString()),
  ];
  return texts.some((text) => text.includes(JSON.stringify(secret).slice(1, -1)) || tailLeft(text, tail));
}

/** A short tail occurs by chance in the surrounding text only if it is all digits. */
function tailLeft(text, tail) {
  return !/^\d+$/.test(tail) && text.includes(JSON.stringify(tail).slice(1, -1));
}

/** In public sessions, which hold no real secrets. */
async function falseFindings() {
  const folder = process.env['UNSPOOL_CORPUS'] && join(process.env['UNSPOOL_CORPUS'], 'corpus', 'files');
  if (!folder) return console.log('\nFalse findings: set UNSPOOL_CORPUS to count them.');
  const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map(parsed);
  console.log(`\nFindings in ${lines.length} lines of public sessions:`);
  for (const { name, count } of tools) {
    let found = 0;
    for (const line of lines) found += await count(line);
    console.log(`${name}: ${found}, ${((found / lines.length) * 10_000).toFixed(1)} in 10,000`);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
