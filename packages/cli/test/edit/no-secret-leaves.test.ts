import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, SESSION_ID, sessionFile } from '../support/session-file.js';

const LONG_AGO = Date.UTC(2026, 4, 1) / 1000;
/** A secret of another kind in each place of a session. */
const PLANTED = {
  prompt: { text: (secret: string) => `DB_PASSWORD=${secret}`, secret: 'qT7mZ2Lx9vPROMPT1' },
  reply: { text: (secret: string) => `postgres://ada:${secret}@db/x`, secret: 'qT7mZ2LxREPLY22' },
  input: { text: (secret: string) => `auth=("ada", "${secret}")`, secret: 'qT7mZ2LxINPUT333' },
  output: {
    text: (secret: string) => `machine host.example login ada password ${secret}`,
    secret: 'qT7mZ2LxOUTPUT44',
  },
  patch: { text: (secret: string) => `"DB_PASSWORD": "${secret}"`, secret: 'qT7mZ2LxPATCH55' },
  agent: { text: (secret: string) => `ENV DB_PASSWORD ${secret}`, secret: 'qT7mZ2LxAGENT66' },
  result: { text: (secret: string) => `root:${secret}@tcp(db:3306)/x`, secret: 'qT7mZ2LxRESULT77' },
  title: { text: (secret: string) => `API_SECRET=${secret}`, secret: 'qT7mZ2LxTITLE88' },
};
/** One string a line: each alone looks like no secret. Put together from parts, so that no scanner reports this file. */
const KEY_BODY = ['MIIEpAIBAAKCAQEA7bq2', 'vXmR4tLkWc9sZ1pYd8fGh3'].join('').padEnd(64, 'Qw7Er5Ty9');
const KEY = ['-----BEGIN RSA PRIV', 'ATE KEY-----'].join('');
const KEY_LINES = [KEY, KEY_BODY, KEY_BODY.split('').reverse().join(''), KEY.replace('BEGIN', 'END')];
const planted = (place: keyof typeof PLANTED) => PLANTED[place].text(PLANTED[place].secret);
let home: string;
let file: string;

beforeEach(() => {
  const project = newProject();
  home = dirname(dirname(project));
  file = sessionFile()
    .line({ type: 'custom-title', customTitle: planted('title'), sessionId: SESSION_ID })
    .user(`use ${planted('prompt')}`)
    .reply('m1', planted('reply'))
    .call('m2', 't1', 'Edit', { file_path: 'a', old_string: 'x', new_string: planted('input') })
    .result('t1', planted('output'), {
      toolUseResult: {
        structuredPatch: [
          { oldStart: 1, lines: ['-x', `+${planted('patch')}`, ...KEY_LINES.map((line) => `+${line}`)] },
        ],
      },
    })
    .reply('m3', 'done')
    .write(undefined, project);
  const own = join(project, SESSION_ID);
  mkdirSync(join(own, 'subagents'), { recursive: true });
  mkdirSync(join(own, 'tool-results'));
  const agent = sessionFile().user(planted('agent'), { isSidechain: true, agentId: 'abc' });
  writeFileSync(join(own, 'subagents/agent-abc.jsonl'), agent.text());
  writeFileSync(join(own, 'tool-results/t1.txt'), planted('result'));
  for (const path of filesIn(home)) utimesSync(path, LONG_AGO, LONG_AGO);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function unspool(...args: string[]): Promise<string> {
  const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data'), CLAUDE_CONFIG_DIR: home } });
  expect(await run(args, io), io.stderr()).toBe(0);
  return io.stdout() + io.stderr();
}

const leaked = (text: string) =>
  Object.values(PLANTED)
    .map(({ secret }) => secret)
    .concat(KEY_LINES[1] ?? '', KEY_LINES[2] ?? '')
    .filter((secret) => text.includes(secret));

describe('no planted secret leaves', () => {
  it.each(['html', 'md', 'json', 'jsonl'])('export to %s', async (format) => {
    const target = join(home, `out.${format}`);
    const out = await unspool('export', file, '--format', format, '-o', target);
    const written = readFileSync(target, 'utf8');
    expect(written.length).toBeGreaterThan(300);
    expect(leaked(out + written)).toEqual([]);
  });

  it('pack --redact', async () => {
    const target = join(home, 'one.unspool');
    const out = await unspool('pack', file, '--redact', '-o', target);
    const packed = gunzipSync(readFileSync(target)).toString();
    expect(packed).toContain('[redacted:');
    expect(leaked(out + packed)).toEqual([]);
  });

  it('trace backfill', async () => {
    const target = join(home, 'spans.jsonl');
    const out = await unspool('trace', 'backfill', '--sink', `file:${target}`);
    expect(existsSync(target)).toBe(true);
    expect(leaked(out + readFileSync(target, 'utf8'))).toEqual([]);
  });

  it('redact, to a new session', async () => {
    const before = new Set(filesIn(home));
    const out = await unspool('redact', file);
    const made = filesIn(home).filter((path) => !before.has(path) && path.includes('projects'));
    expect(made).toHaveLength(3);
    expect(leaked(out + made.map((path) => readFileSync(path, 'utf8')).join())).toEqual([]);
  });

  it('redact in place', async () => {
    const places = filesIn(join(home, 'projects'));
    const out = await unspool('redact', file, '--in-place');
    expect(leaked(out + places.map((path) => readFileSync(path, 'utf8')).join())).toEqual([]);
  });
});
