import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { openSql } from './support/sql.js';
import { storiesOf } from './support/story.js';

const SESSION = '0d1c7b52-6c0e-4f0e-9a55-2f6f1f6f7a10';
const CHATS = `.cursor/chats/${'0'.repeat(32)}`;
const NO_RESULT = 'result: The transcript of Cursor does not hold what the tool returne…';

describe('Cursor', () => {
  it('reads a transcript: prompts without the text around them, calls without results, hidden thinking', () => {
    const [story] = storiesOf(fixture(`cursor/${SESSION}/${SESSION}.jsonl`));
    expect(story).toMatchObject({ agent: 'cursor', turns: 2, damaged: 0, unknown: ['part odd', 'never_seen'] });
    expect(story?.tokens).toEqual([0, 0, 0, 0]);
    expect(story?.lines).toEqual([
      'injected: <attached_files>⏎notes.md⏎</attached_files>',
      'user: Write a greeting into hello.txt',
      'thinking',
      'model: I will write it.',
      'call: Write {"path":"/home/dev/work/my-app/hello.txt","contents":"hello\\…',
      `${NO_RESULT} [wrote /home/dev/work/my-app/hello.txt]`,
      'thinking',
      'call: StrReplace {"path":"/home/dev/work/my-app/hello.txt","old_string":"hell…',
      `${NO_RESULT} [wrote /home/dev/work/my-app/hello.txt]`,
      'model: Done.',
      'user: thanks',
      'model: You are welcome.',
    ]);
  });

  it('finds transcripts, their sub-agents, and their folder through the paths in them', () => {
    const home = homeOf({ '.cursor/projects/home-dev-work-my-app/agent-transcripts': 'cursor' });
    const [session, ...others] = sessionsAt(home, 'cursor');
    expect(others).toEqual([]);
    expect(session).toMatchObject({ id: SESSION, slug: '-home-dev-work-my-app', turns: 2 });
    expect(session?.subAgents).toEqual([['user: Look around', 'model: Nothing here.']]);
    const elsewhere = join(home, '.cursor');
    expect(sessionsAt(homeOf({}), 'cursor', { CURSOR_CONFIG_DIR: elsewhere })).toHaveLength(1);
  });

  it('reads the store of the command line: results, models, images, summaries', () => {
    const file = store(join(mkdtempSync(join(tmpdir(), 'unspool-cursor-')), 'store.db'), MESSAGES);
    const [story] = storiesOf(file);
    expect(story).toMatchObject({ agent: 'cursor', title: 'Kept', images: 1, damaged: 0, unknown: ['part odd'] });
    expect(story?.lines).toEqual([
      'injected: <user_info>⏎Workspace Path: /home/dev⏎</user_info>',
      'user: Write it',
      'thinking',
      'model: Writing.',
      'call: Write {"path":"a.txt","contents":"one"}',
      'call: Shell {"command":"ls"}',
      'result: ok [wrote /home/dev/a.txt]',
      'failed: no such file',
      'system: compact_boundary',
      'user: All so far',
      'user: Next',
      'model: Yes.',
    ]);
  });

  it('says which messages of a store are missing', () => {
    const file = store(join(mkdtempSync(join(tmpdir(), 'unspool-cursor-')), 'store.db'), MESSAGES);
    const sql = openSql(file);
    sql.exec("delete from blobs where cast(data as text) like '%Writing.%'");
    sql.close();
    const [story] = storiesOf(file);
    expect(story?.damaged).toBe(1);
    expect(story?.lines).toContain('user: Next');
  });

  it('shows a session once, with its metadata, from the source that has more', () => {
    const transcripts = '.cursor/projects/home-dev-shop/agent-transcripts';
    const note = { title: 'My title', cwd: '/home/dev/of-its-own', updatedAtMs: 1_790_000_000_000 };
    const home = homeOf({ [transcripts]: 'cursor' }, { [`${CHATS}/${SESSION}/meta.json`]: JSON.stringify(note) });
    expect(sessionsAt(home, 'cursor')).toMatchObject([{ title: 'My title', slug: '-home-dev-of-its-own', turns: 2 }]);
    const many = Array.from({ length: 20 }, (_, at) => output('user', `Prompt ${at}`, { requestId: `r${at}` }));
    const file = store(join(home, CHATS, SESSION, 'store.db'), many);
    utimesSync(file, 1, 1);
    expect(sessionsAt(home, 'cursor')).toMatchObject([{ title: 'My title', turns: 20 }]);
  });
});

const MESSAGES: JsonObject[] = [
  { role: 'system', content: 'The system prompt' },
  { role: 'user', content: '<user_info>\nWorkspace Path: /home/dev\n</user_info>' },
  {
    role: 'user',
    content: [
      { type: 'text', text: '<user_query>\nWrite it\n</user_query>' },
      { type: 'image', image: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ],
    providerOptions: { cursor: { requestId: 'r1' } },
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm', providerOptions: { cursor: { modelName: 'model-1' } } },
      { type: 'text', text: 'Writing.' },
      { type: 'tool-call', toolCallId: 'call\nfc', toolName: 'Write', args: { path: 'a.txt', contents: 'one' } },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'Shell', args: { command: 'ls' } },
      { type: 'odd' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'call\nfc', result: 'ok' }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c2',
        result: 'no such file',
        providerOptions: { cursor: { highLevelToolCallResult: { isError: true } } },
      },
    ],
  },
  output('user', 'All so far', { isSummary: true }),
  output('user', 'Next', { requestId: 'r2' }),
  output('assistant', 'Yes.'),
];

function output(role: string, text: string, cursor: JsonObject = {}): JsonObject {
  return { role, content: [{ type: 'text', text }], providerOptions: { cursor } };
}

/** A store like that of Cursor's command line: blobs by their hash, and a root that lists the messages. */
function store(file: string, messages: readonly JsonObject[]): string {
  mkdirSync(dirname(file), { recursive: true });
  const sql = openSql(file);
  sql.exec('create table blobs (id text primary key, data blob); create table meta (key text primary key, value text)');
  const ids = messages.map((message, at) => put(sql, Buffer.from(JSON.stringify({ ...message, id: `m${at}` }))));
  const fields = ids.flatMap((id) => [Buffer.of(0x0a, 32), Buffer.from(id, 'hex')]);
  // Other fields: a number, a text, a fixed number.
  const others = [Buffer.of(0x10, 0xac, 0x02), Buffer.of(0x4a, 1, 0x78), Buffer.of(0x1d, 1, 2, 3, 4)];
  const latestRootBlobId = put(sql, Buffer.concat([...others, ...fields]));
  const meta = { agentId: SESSION, latestRootBlobId, name: 'Kept', lastUsedModel: 'default' };
  sql.run('insert into meta values (?, ?)', '0', Buffer.from(JSON.stringify(meta)).toString('hex'));
  sql.close();
  return file;
}

function put(sql: ReturnType<typeof openSql>, data: Buffer): string {
  const id = createHash('sha256').update(data).digest('hex');
  sql.run('insert into blobs values (?, ?)', id, data);
  return id;
}
