import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, refresh } from '../src/index.js';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { openSql } from './support/sql.js';
import { storiesOf } from './support/story.js';

const DATABASE = 'opencode/opencode.db';
const DATA = '.local/share/opencode';

describe('opencode', () => {
  it("reads prompts, calls, images, sub-agents, compaction and the person's commands", () => {
    const [story, fork] = storiesOf(fixture(DATABASE));
    expect(story).toMatchObject({ agent: 'opencode', turns: 3, damaged: 0, unknown: [] });
    expect(story?.title).toBe('Plain answer number 0.');
    expect(story?.lines).toEqual([
      'user: "TOOL please"',
      'thinking',
      'model: Running it.',
      'call: bash {"command":"echo hello-from-tool > made.txt; cat made.txt","…',
      'result: hello-from-tool⏎',
      'model: The tool answered; all done.',
      'user: "AGENT again"',
      'thinking',
      'model: Delegating.',
      'call: task {"description":"sub task","prompt":"Sub task: answer PLAIN p…',
      'result: <task id="ses_e0e1ed424ffeytRgLFXUbftVpC" state="completed">…',
      'model: The tool answered; all done.',
      'user: "PLAIN look"',
      'injected: Called the Read tool with the following input: {"filePath":"…',
      'thinking',
      'model: Plain answer number 0.',
    ]);
    expect(story?.images).toBe(1);
    expect(story?.subAgents).toEqual([
      ['user: Sub task: answer PLAIN please', 'thinking', 'model: Plain answer number 2.'],
    ]);
    expect(fork?.lines.slice(16)).toEqual([
      'user: "EDIT in the fork"',
      'thinking',
      'model: Writing.',
      'call: write {"path":"/home/dev/work/oc/edited.txt","filePath":"/home/dev…',
      'result: Wrote file successfully. [wrote /home/dev/work/oc/edited.txt]',
      'model: The tool answered; all done.',
      'system: compact_boundary',
      'user: Plain answer number 0.',
      'injected: The following tool was executed by the user',
      'call: bash {"command":"echo shell-by-hand"}',
      'result: shell-by-hand⏎',
      'user: PLAIN after',
      'thinking',
      'model: Plain answer number 1.',
    ]);
  });

  it("counts the same as the database for each session, and a fork's copies once", () => {
    const [story, fork] = storiesOf(fixture(DATABASE));
    const sql = openSql(fixture(DATABASE));
    const counted = sql.all(
      'select tokens_input, tokens_output + tokens_reasoning, tokens_cache_read, tokens_cache_write from session where parent_id is null order by time_created',
    );
    sql.close();
    expect([story?.tokens, fork?.tokens]).toEqual(counted.map(Object.values));
    expect(story?.replyIds).toHaveLength(5);
    expect(fork?.replyIds.slice(0, 5)).toEqual(story?.replyIds);
    expect(fork?.replyIds).toHaveLength(9);
  });

  it('reads the JSON files of old versions, which count reasoning within the reply', () => {
    const home = homeOf({ [`${DATA}/storage`]: 'opencode/storage' });
    const [session, ...others] = sessionsAt(home, 'opencode');
    expect(others).toEqual([]);
    expect(session).toMatchObject({ id: 'ses_e0e1b06e8ffeGi3ZVdj6SyErSz', slug: '-home-dev-work-oc-old', turns: 2 });
    expect(session?.tokens).toEqual([11448 + 11527 + 11554 + 11672, 80, 400, 0]);
    expect(session?.subAgents).toEqual([
      ['user: Sub task: answer PLAIN please', 'thinking', 'model: Plain answer number 3.'],
    ]);
  });

  it('opens no file through an id inside a session', () => {
    const session = { id: '../../secret', parentID: '../../secret', directory: '/home/dev', time: { created: 1 } };
    const home = homeOf(
      { [`${DATA}/storage`]: 'opencode/storage' },
      {
        [`${DATA}/storage/session/p/ses_1.json`]: JSON.stringify(session),
        [`${DATA}/secret/m.json`]: JSON.stringify({ id: 'm', role: 'user', time: { created: 2 } }),
        [`${DATA}/storage/part/m/p.json`]: JSON.stringify({ type: 'text', text: 'from elsewhere' }),
      },
    );
    expect(JSON.stringify(sessionsAt(home, 'opencode'))).not.toContain('from elsewhere');
  });

  it('reads both formats, and creates no file next to the database', () => {
    const home = homeOf({ [`${DATA}/storage`]: 'opencode/storage', [`${DATA}/opencode.db`]: DATABASE });
    expect(sessionsAt(home, 'opencode')).toHaveLength(3);
    expect(readdirSync(join(home, DATA)).sort()).toEqual(['opencode.db', 'storage']);
    expect(sessionsAt(home, 'opencode', { XDG_DATA_HOME: join(home, 'elsewhere') })).toEqual([]);
    expect(sessionsAt(home, 'opencode', { OPENCODE_DB: join(home, DATA, 'opencode.db') })).toHaveLength(3);
  });

  it('reads the output of opencode export', () => {
    const messages = [message('user', 1, output('One')), message('assistant', 2, output('Two'), { type: 'odd' })];
    const file = written({ info: { id: 'ses_1', directory: '/home/dev', title: 'Kept' }, messages });
    const [story] = storiesOf(file);
    expect(story).toMatchObject({ title: 'Kept', lines: ['user: One', 'model: Two'], unknown: ['part odd'] });
  });

  it('moves text that follows a call after its result', () => {
    const tool = {
      type: 'tool',
      tool: 'edit',
      callID: 'c1',
      state: {
        status: 'completed',
        input: { filePath: 'a.ts', oldString: 'x', newString: 'y' },
        output: 'done',
        metadata: { diff: '@@ -1 +1 @@\n-x\n+y\n' },
      },
    };
    const failed = {
      type: 'tool',
      tool: 'bash',
      callID: 'c2',
      state: { status: 'error', input: {}, error: 'no such file' },
    };
    const running = { type: 'tool', tool: 'bash', callID: 'c3', state: { status: 'running', input: {} } };
    const info = { id: 'ses_1', directory: '/home/dev' };
    const parts = [output('First.'), tool, output('Then.'), failed, running];
    const [story] = storiesOf(written({ info, messages: [message('assistant', 1, ...parts)] }));
    expect(story?.lines).toEqual([
      'model: First.',
      'call: edit {"filePath":"a.ts","oldString":"x","newString":"y"}',
      'result: done [wrote /home/dev/a.ts]',
      'model: Then.',
      'call: bash {}',
      'call: bash {}',
      'failed: no such file',
    ]);
  });

  it('counts each step of a message that has several', () => {
    const step = (input: number) => ({ type: 'step-finish', tokens: { input, output: 3, reasoning: 1, cache: {} } });
    const parts = [output('One'), step(10), output('Two'), step(20)];
    const last = { ...message('assistant', 1, ...parts) };
    const info = { ...last.info, tokens: { input: 20, output: 3, reasoning: 1, cache: {} } };
    const [story] = storiesOf(written({ info: { id: 'ses_1' }, messages: [{ ...last, info }] }));
    expect(story?.tokens).toEqual([30, 6, 0, 0]);
  });

  it('retranslates only changed sessions', () => {
    const home = homeOf({ [`${DATA}/opencode.db`]: DATABASE });
    const before = sessionsAt(home, 'opencode');
    const sql = openSql(join(home, DATA, 'opencode.db'));
    sql.exec("update session set title = 'Kept as it was'");
    sql.exec(
      "update session set title = 'Made again', time_updated = 1 where title like 'Plain%' or parent_id is null and time_created = (select max(time_created) from session)",
    );
    sql.close();
    const after = sessionsAt(home, 'opencode');
    expect(after.map(({ title }) => title).sort()).toEqual(['Made again', before.map(({ title }) => title).sort()[0]]);
    expect(after.flatMap(({ subAgents }) => subAgents)).toHaveLength(1);
  });

  it('keeps nested sub-agents of an unchanged session', () => {
    const home = homeOf({ [`${DATA}/opencode.db`]: DATABASE });
    const sql = openSql(join(home, DATA, 'opencode.db'));
    sql.exec(`pragma foreign_keys = off;
      create temp table s as select * from session where parent_id is not null;
      create temp table m as select * from message where session_id in (select id from s);
      create temp table p as select * from part where session_id in (select id from s);
      update s set parent_id = id, id = 'ses_inner';
      update m set session_id = 'ses_inner', id = id || 'x';
      update p set session_id = 'ses_inner', id = id || 'x', message_id = message_id || 'x';
      insert into session select * from s; insert into message select * from m; insert into part select * from p`);
    const subAgents = () => sessionsAt(home, 'opencode').flatMap((session) => session.subAgents);
    expect(subAgents()).toHaveLength(2);
    sql.exec("update session set time_updated = 1 where title like '%fork%'");
    sql.close();
    expect(subAgents()).toHaveLength(2);
  });

  it('reads a database that its client has open, including its log', () => {
    const home = homeOf({ [`${DATA}/opencode.db`]: DATABASE });
    const file = join(home, DATA, 'opencode.db');
    const client = openSql(file);
    client.exec('pragma journal_mode = wal');
    sessionsAt(home, 'opencode');
    client.exec("update session set title = 'Only in the log', time_updated = 1 where parent_id is null");
    client.exec("begin; update session set title = 'Not committed', time_updated = 2");
    expect(sessionsAt(home, 'opencode').map(({ title }) => title)).toEqual(['Only in the log', 'Only in the log']);
    client.exec('rollback');
    client.close();
  });

  it('shows a sub-agent without its session as a session', () => {
    const file = copyOf(DATABASE);
    const sql = openSql(file);
    sql.exec('pragma foreign_keys = off; delete from session where parent_id is null');
    sql.close();
    expect(storiesOf(file).map(({ lines }) => lines[0])).toEqual(['user: Sub task: answer PLAIN please']);
  });

  it('reads the database of the older Go program', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-opencode-')), 'opencode.db');
    const sql = openSql(file);
    sql.exec('create table sessions (id text primary key, parent_session_id text, title text)');
    sql.exec(
      'create table messages (id text primary key, session_id text, role text, parts text, model text, created_at integer)',
    );
    sql.exec("insert into sessions values ('s1', null, 'In Go'), ('s2', 's1', 'Agent')");
    const add = (id: string, session: string, role: string, parts: JsonObject[]) =>
      sql.exec(
        `insert into messages values ('${id}', '${session}', '${role}', '${JSON.stringify(parts)}', 'gpt', 1701388800)`,
      );
    add('m1', 's1', 'user', [{ type: 'text', data: { text: 'Hello' } }]);
    add('m2', 's1', 'assistant', [
      { type: 'reasoning', data: { thinking: 'Hm' } },
      { type: 'tool_call', data: { id: 'c1', name: 'ls', input: '{"path":"."}' } },
    ]);
    add('m3', 's1', 'tool', [{ type: 'tool_result', data: { tool_call_id: 'c1', content: 'a.txt' } }]);
    add('m4', 's2', 'user', [{ type: 'text', data: { text: 'Inner' } }]);
    sql.close();
    const [story, ...others] = storiesOf(file);
    expect(others).toEqual([]);
    expect(story).toMatchObject({ agent: 'opencode', title: 'In Go', subAgents: [['user: Inner']] });
    expect(story?.lines).toEqual(['user: Hello', 'thinking', 'call: ls {"path":"."}', 'result: a.txt']);
  });

  it('leaves other databases alone', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-opencode-')), 'other.db');
    const sql = openSql(file);
    sql.exec('create table session (id text)');
    sql.close();
    expect(() => storiesOf(file)).toThrow('no adapter reads');
  });

  it('reports an unreadable database and keeps its copies', () => {
    const home = homeOf({ [`${DATA}/opencode.db`]: DATABASE });
    expect(sessionsAt(home, 'opencode')).toHaveLength(2);
    writeFileSync(join(home, DATA, 'opencode.db'), 'not a database');
    const adapter = ADAPTERS.find(({ name }) => name === 'opencode');
    const place = { env: {}, home, platform: 'linux' as const };
    const refreshed = adapter && refresh(adapter, { root: join(home, 'data'), place });
    expect(refreshed?.problems).toEqual([
      { path: join(home, DATA, 'opencode.db'), message: 'Cannot read the database: it is not an SQLite database.' },
    ]);
    expect(refreshed?.folder).toBeDefined();
  });
});

function output(text: string): JsonObject {
  return { type: 'text', text };
}

function message(role: string, created: number, ...parts: JsonObject[]) {
  return { info: { role, time: { created } }, parts };
}

function written(exported: JsonObject): string {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-opencode-')), 'export.json');
  writeFileSync(file, JSON.stringify(exported, null, 2));
  return file;
}

function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-opencode-'));
  mkdirSync(folder, { recursive: true });
  cpSync(fixture(name), join(folder, 'copy.db'));
  return join(folder, 'copy.db');
}
