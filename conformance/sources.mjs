import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { madeSources } from './made-sources.mjs';

const FIXTURES = fileURLToPath(new URL('../packages/session/fixtures/resume', import.meta.url));
/** Takes every nth of the files that each probe one rule of the client. They are damaged on purpose. */
const EDITED_STEP = 4;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** The session files to ask about: `{ name, file, sessionId? }`. */
export function sources() {
  const corpus = process.env.UNSPOOL_CORPUS;
  const recorded = [...madeSources(), ...recordedCases(FIXTURES)];
  if (!corpus) return recorded;
  const known = new Set(recorded.map((source) => source.name));
  const more = recordedCases(join(corpus, 'real-client/resume')).filter((source) => !known.has(source.name));
  return [...recorded, ...more, ...filesIn(corpus, 'real-client/sessions'), ...filesIn(corpus, 'corpus/files')];
}

function recordedCases(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  const edited = names.filter((name) => name.startsWith('edit-')).filter((_, at) => at % EDITED_STEP === 0);
  return [...names.filter((name) => /^(scenario|cross)-/.test(name)), ...edited].map((name) => ({
    name,
    file: join(folder, name, 'session.jsonl'),
    sessionId: JSON.parse(readFileSync(join(folder, name, 'resume.json'), 'utf8')).sessionId,
  }));
}

function filesIn(corpus, part) {
  const folder = join(corpus, part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.name.startsWith('agent-'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => basename(dirname(file)) !== 'subagents')
    .sort()
    .map((file) => ({ name: relative(folder, file).replace(/\.jsonl$/, ''), file }));
}

/** Puts a session and its family where the client finds them, with old times because edits refuse a live session. */
export function layOut({ file }, sessionId, project) {
  mkdirSync(project, { recursive: true });
  const target = join(project, `${sessionId}.jsonl`);
  cpSync(file, target);
  const own = join(dirname(file), basename(file, '.jsonl'));
  if (existsSync(own)) cpSync(own, join(project, sessionId), { recursive: true });
  for (const name of readdirSync(dirname(file))) {
    if (/^agent-.*\.jsonl$/.test(name)) cpSync(join(dirname(file), name), join(project, name));
  }
  for (const name of readdirSync(project, { recursive: true })) utimesSync(join(project, name), LONG_AGO, LONG_AGO);
}
