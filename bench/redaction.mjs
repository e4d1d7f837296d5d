// Counts hidden secrets by class among planted ones, and false findings in public sessions.
// node bench/redaction.mjs [--set tuned|kept|more|third|fourth|fourth-kept|all] [--seed 1] [--library FILE] [--misses] [--without-others]
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
  },
});
const { createRedactor } = await import(options.library);

const unspool = {
  name: 'Unspool',
  hide: (line) => JSON.stringify(createRedactor({ salt: 'bench' }).redactValue(line)),
};
const tools = [unspool, ...(options['without-others'] ? [] : await others())];
const planted = [...plant(options.set, Number(options.seed))];
for (const tool of tools) await measure(tool);
falseFindings();

async function measure({ name, hide }) {
  const classes = new Map();
  const started = process.cpuUsage();
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
  const { user, system } = process.cpuUsage(started);
  console.log(`\n${name}, ${planted.length} planted, ${Math.round((user + system) / 1000)} ms of processor time\n`);
  console.log(
    '| class | shapes | found in some place | in every place | occurrences |\n| --- | --- | --- | --- | --- |',
  );
  const all = [...classes.values()].flatMap((group) => [...group.values()]);
  for (const [group, seen] of [...classes]) console.log(row(group, [...seen.values()]));
  console.log(row('**all**', all));
  if (!options.misses || name !== 'Unspool') return;
  for (const [group, seen] of classes)
    for (const [form, { found, planted: count, missed }] of seen)
      if (missed.length > 0) console.log(`${group} ${found}/${count} ${JSON.stringify(form)} ${missed.join(', ')}`);
}

function row(name, seen) {
  const some = seen.filter(({ found }) => found > 0).length;
  const every = seen.filter(({ found, planted: count }) => found === count).length;
  const found = seen.reduce((sum, each) => sum + each.found, 0);
  const count = seen.reduce((sum, each) => sum + each.planted, 0);
  return `| ${name} | ${seen.length} | ${percent(some, seen.length)} | ${percent(every, seen.length)} | ${percent(found, count)} |`;
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

function falseFindings() {
  const folder = process.env['UNSPOOL_CORPUS'] && join(process.env['UNSPOOL_CORPUS'], 'corpus', 'files');
  if (!folder) return console.log('\nFalse findings: set UNSPOOL_CORPUS to count them.');
  const redactor = createRedactor({ salt: 'bench' });
  let lines = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      lines++;
      try {
        redactor.redactValue(JSON.parse(line));
      } catch {
        redactor.redactText(line);
      }
    }
  }
  const { found } = redactor.report();
  console.log(
    `\nPublic sessions: ${found} findings in ${lines} lines, ${((found / lines) * 10_000).toFixed(1)} in 10,000.`,
  );
}
