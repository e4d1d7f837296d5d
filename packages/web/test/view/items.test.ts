import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Reader } from '../../src/read/reader.js';
import type { Target } from '../../src/read/target.js';
import type { Item, ToolDetail, ToolItem } from '../../src/view/view.js';
import { noRow } from '../support/row.js';
import { SESSION, SessionScript } from '../support/script.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

/** A reader over one session, with short ways to ask. */
function reading(script: SessionScript, beside: (config: string) => void = () => undefined) {
  const config = mkdtempSync(join(tmpdir(), 'unspool-items-'));
  folders.push(config);
  const file = script.write(config);
  beside(config);
  const reader = new Reader(undefined);
  const target = (more: Partial<Target> = {}): Target => ({
    id: SESSION,
    file,
    agentId: null,
    isRevealed: false,
    special: [],
    ...more,
  });
  return {
    reader,
    target,
    items: async (): Promise<Item[]> => {
      const page = await reader.turns(target(), { from: 1, count: 60, numbers: undefined });
      return [...page.preamble, ...page.turns.flatMap((turn) => turn.items)];
    },
    detail: (call: string, more: Partial<Target> = {}): Promise<ToolDetail> => reader.call(target(more), call),
    text: (href: string | null, more: Partial<Target> = {}) => {
      const query = new URLSearchParams(href?.split('?')[1]);
      return reader.text(target(more), {
        line: query.get('line') ?? undefined,
        call: query.get('call') ?? undefined,
        of: query.get('of') ?? '',
        offset: 0,
      });
    },
  };
}

const script = () => new SessionScript();
const ofType = <Type extends Item['type']>(items: Item[], type: Type) =>
  items.filter((item): item is Item & { type: Type } => item.type === type);

describe('words', () => {
  it('tell whose they are', async () => {
    const { items } = reading(
      script()
        .user('Fix it.')
        .user('<local-command-caveat>x</local-command-caveat>', { isMeta: true })
        .reply('m1', 'Done.')
        .user('<command-name>/review</command-name><command-args>now</command-args>')
        .reply('m2', 'Reviewed.')
        .user('<bash-input>ls</bash-input>')
        .user('<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>')
        .user('[Request interrupted by user]'),
    );
    const found = await items();
    expect(ofType(found, 'words').map(({ kind, text }) => [kind, text.text])).toEqual([
      ['prompt', 'Fix it.'],
      ['command', '/review now'],
      ['bash', 'ls'],
      ['bash_output', 'a.txt'],
      ['interruption', '[Request interrupted by user]'],
    ]);
    expect(ofType(found, 'words')[1]?.command).toEqual({ name: '/review', args: 'now' });
    expect(ofType(found, 'note').map(({ kind }) => kind)).toEqual(['injected']);
  });

  it('keep what the editor told apart', async () => {
    const { items, text } = reading(
      script()
        .user(`<ide_selection>${'x'.repeat(5000)}</ide_selection>\nWhy?`)
        .reply('m1', 'Because.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.text.text.trim()).toBe('Why?');
    expect(words?.context).toMatchObject([{ kind: 'ide_selection', text: { isCut: true, length: 5000 } }]);
    expect((await text(words?.context[0]?.text.href ?? null)).text).toBe('x'.repeat(5000));
  });

  it('tell how large a picture is, where its first bytes say so', async () => {
    const head = Buffer.alloc(33);
    head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    head.writeUInt32BE(640, 16);
    head.writeUInt32BE(480, 20);
    const data = head.toString('base64');
    const { items } = reading(
      script()
        .user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }])
        .reply('m1', 'I see.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.media[0]?.size).toEqual({ width: 640, height: 480 });
  });

  it('show pictures by address', async () => {
    const data = Buffer.from('picture').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const { items, reader, target } = reading(
      script()
        .user([{ type: 'text', text: 'See:' }, image])
        .reply('m1', 'I see.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.media).toMatchObject([{ kind: 'image', mediaType: 'image/png', size: null }]);
    expect(words?.media[0]?.href).toBe(`/api/sessions/${SESSION}/media?line=0&at=0`);
    expect(await reader.media(target(), { line: '0', call: undefined, at: 0 })).toMatchObject({ data });
  });

  it('are cut where they are long, and whole on demand', async () => {
    const long = 'word '.repeat(10_000);
    const { items, text } = reading(script().user(long).reply('m1', long.repeat(2)));
    const found = await items();
    for (const item of [...ofType(found, 'words'), ...ofType(found, 'text')]) {
      expect(item.text.isCut).toBe(true);
      expect(item.text.text.length).toBeLessThan(item.text.length);
      expect((await text(item.text.href)).text).toHaveLength(item.text.length);
    }
  });
});

describe('replies', () => {
  it('are thoughts, words and calls in their order', async () => {
    const { items } = reading(
      script()
        .user('Go.')
        .reply('m1', [{ type: 'thinking', thinking: 'Hm.', signature: 's' }])
        .reply('m1', [{ type: 'text', text: 'I go.' }])
        .reply('m1', [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }])
        .user([{ type: 'tool_result', tool_use_id: 'c1', content: 'a' }])
        .reply('m2', [{ type: 'thinking', thinking: '', signature: 's' }])
        .reply('m2', [{ type: 'strange', x: 1 }]),
    );
    const found = await items();
    expect(found.map((item) => item.type)).toEqual(['words', 'thinking', 'text', 'tool', 'thinking', 'unknown']);
    expect(ofType(found, 'thinking').map((item) => item.isHollow)).toEqual([false, true]);
    expect(found.map((item) => item.place.line)).toEqual([1, 2, 3, 4, 6, 7]);
  });

  it('say when the API failed', async () => {
    const { items } = reading(script().user('Go.').reply('m1', 'API Error: 500', { isApiErrorMessage: true }));
    expect(ofType(await items(), 'note')).toMatchObject([{ label: 'API error', isError: true }]);
  });
});

describe('compaction', () => {
  it('is a boundary with what went and what stands in its place', async () => {
    const { items, reader, target } = reading(
      script()
        .user('One.')
        .reply('m1', 'First.')
        .user('Two.')
        .reply('m2', 'Second.')
        .line({
          type: 'system',
          subtype: 'compact_boundary',
          parentUuid: null,
          logicalParentUuid: '00000000-0000-4000-8000-000000000004',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto', preTokens: 150_000 },
        })
        .user('What happened so far: much.', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
        .user('Three.')
        .reply('m3', 'Third.'),
    );
    const [compaction] = ofType(await items(), 'compaction');
    expect(compaction).toMatchObject({ trigger: 'auto', tokensBefore: 150_000, droppedTurns: 2 });
    expect(compaction?.summary?.text).toBe('What happened so far: much.');
    const { turns } = await reader.outline(target(), noRow);
    expect(turns.map((turn) => turn.compaction?.trigger ?? null)).toEqual([null, null, 'auto']);
  });
});

describe('lines nobody knows', () => {
  it('are shown as such, with the line itself', async () => {
    const { items, reader, target } = reading(
      script()
        .user('Go.')
        .line({ type: 'from-the-future', payload: { a: 1 } })
        .reply('m1', 'Gone.'),
    );
    const [unknown] = ofType(await items(), 'unknown');
    expect(unknown?.label).toContain('from-the-future');
    const raw = await reader.raw(target(), unknown?.place.byte ?? -1);
    expect(JSON.parse(raw.text.text)).toEqual({ type: 'from-the-future', payload: { a: 1 } });
    expect(raw.line).toBe(2);
  });

  it('and results without a call too', async () => {
    const { items } = reading(
      script()
        .user('Go.')
        .user([{ type: 'tool_result', tool_use_id: 'lost', content: 'x' }])
        .reply('m1', 'Gone.'),
    );
    expect(ofType(await items(), 'unknown')).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('are masked everywhere and shown when asked for', async () => {
    const session = script()
      .user(`Use ${SECRET} please`)
      .reply('m1', `I use ${SECRET}.`)
      .call('Bash', { command: `curl -H "Authorization: Bearer ${SECRET}"` }, `token ${SECRET}`);
    const { items, reader, target, detail, text } = reading(session);
    const found = await items();
    const outline = await reader.outline(target(), noRow);
    const opened = await detail(session.lastCall);
    const raw = await reader.raw(target(), 0);
    for (const sent of [found, outline, opened, raw]) expect(JSON.stringify(sent)).not.toContain(SECRET);
    const [words] = ofType(found, 'words');
    expect(words?.text).toMatchObject({ masked: 1, isCut: false });
    expect((await text(words?.text.href ?? null, { isRevealed: true })).text).toBe(`Use ${SECRET} please`);
    expect(JSON.stringify(await detail(session.lastCall, { isRevealed: true }))).toContain(SECRET);
  });

  it('are masked in diffs over many lines', async () => {
    const key = [
      '-----BEGIN RSA PRIVATE KEY-----',
      ...Array(12).fill('MIIEpAIBAAKCAQEA7bq3'.repeat(3)),
      '-----END RSA PRIVATE KEY-----',
    ];
    const session = script()
      .user('Write it.')
      .call('Write', { file_path: '/home/dev/app/key.pem', content: ['before', ...key, 'after'].join('\n') }, 'ok');
    const { detail } = reading(session);
    const { body } = await detail(session.lastCall);
    expect(body.view).toBe('diff');
    const lines = body.view === 'diff' ? body.hunks.flatMap((hunk) => hunk.lines.map((line) => line.text)) : [];
    expect(lines).toHaveLength(key.length + 2);
    expect([lines[0], lines.at(-1)]).toEqual(['before', 'after']);
    expect(lines.join('\n')).not.toContain('MIIEpAIBAAKCAQEA7bq3');
  });
});

describe('calls', () => {
  const tool = async (session: SessionScript) => {
    const { items, detail } = reading(session);
    const [item] = ofType(await items(), 'tool');
    return { item: item as ToolItem, detail: await detail(session.lastCall) };
  };

  it('are one line: the argument that matters, how it went, how long it took', async () => {
    const { item } = await tool(script().user('Go.').call('Read', { file_path: '/home/dev/app/src/a.ts' }, '1→x'));
    expect(item).toMatchObject({ name: 'Read', family: 'read', argument: 'src/a.ts', status: 'ok', durationMs: 1000 });
  });

  it('tell failures, refusals and calls nobody answered apart', async () => {
    const failed = await tool(script().user('a').call('Bash', { command: 'x' }, 'Exit code 2\nno', { isError: true }));
    expect(failed.item.status).toBe('failed');
    expect(failed.detail.error).toContain('no');
    const rejected = await tool(
      script()
        .user('a')
        .call('Bash', { command: 'x' }, "The user doesn't want to proceed with this tool use.", { isError: true }),
    );
    expect(rejected.item.status).toBe('rejected');
    const { items } = reading(
      script()
        .user('a')
        .reply('m', [{ type: 'tool_use', id: 'c', name: 'Bash', input: {} }]),
    );
    expect(ofType(await items(), 'tool')[0]?.status).toBe('orphan');
  });

  it('of an edit are a diff as the client noted it', async () => {
    const structuredPatch = [{ oldStart: 7, newStart: 7, lines: [' a', '-b', '+c'] }];
    const input = { file_path: '/home/dev/app/x.ts', old_string: 'b', new_string: 'c' };
    const { detail } = await tool(script().user('a').call('Edit', input, 'ok', { noted: { structuredPatch } }));
    expect(detail.body).toEqual({
      view: 'diff',
      file: 'x.ts',
      isNew: false,
      hunks: [
        {
          oldStart: 7,
          newStart: 7,
          lines: [
            { kind: 'same', text: 'a' },
            { kind: 'removed', text: 'b' },
            { kind: 'added', text: 'c' },
          ],
        },
      ],
    });
  });

  it('of a new file are all added', async () => {
    const input = { file_path: '/home/dev/app/x.ts', content: 'a\nb' };
    const { detail } = await tool(
      script()
        .user('a')
        .call('Write', input, 'ok', { noted: { type: 'create', structuredPatch: [] } }),
    );
    expect(detail.body).toMatchObject({ view: 'diff', isNew: true });
  });

  it('of a command are a terminal', async () => {
    const noted = { stdout: '\u001b[31mred\u001b[0m', stderr: 'warning' };
    const { detail } = await tool(
      script().user('a').call('Bash', { command: 'ls', description: 'List' }, 'red', { noted }),
    );
    expect(detail.body).toMatchObject({ view: 'terminal', command: 'ls', description: 'List', exitCode: 0 });
    expect(detail.body.view === 'terminal' && detail.body.output.text).toBe('\u001b[31mred\u001b[0m\nwarning');
    const failed = await tool(
      script()
        .user('a')
        .call('Bash', { command: 'x' }, 'Exit code 2\noh', { isError: true, noted: 'Error: Exit code 2\noh' }),
    );
    expect(failed.detail.body).toMatchObject({ view: 'terminal', exitCode: 2, output: { text: 'oh' } });
  });

  it('of reading are the file with its lines', async () => {
    const noted = {
      type: 'text',
      file: { filePath: '/x', content: 'a\nb', startLine: 40, numLines: 2, totalLines: 99 },
    };
    const { detail } = await tool(
      script().user('a').call('Read', { file_path: '/home/dev/app/y.py' }, '40→a\n41→b', { noted }),
    );
    expect(detail.body).toMatchObject({
      view: 'file',
      file: 'y.py',
      firstLine: 40,
      language: 'python',
      text: { text: 'a\nb' },
    });
    const older = await tool(
      script().user('a').call('Read', { file_path: '/home/dev/app/y.py' }, '    40→a\n    41→b'),
    );
    expect(older.detail.body).toMatchObject({ view: 'file', firstLine: 40, text: { text: 'a\nb' } });
  });

  it('of searching are matches', async () => {
    const content = 'src/a.ts:12:const x = 1;\nC:\\w\\b.ts:3:x\nsrc/c.ts-4-around';
    const grep = { pattern: 'x', output_mode: 'content' };
    const { detail } = await tool(
      script()
        .user('a')
        .call('Grep', grep, content, { noted: { mode: 'content', content, filenames: [] } }),
    );
    expect(detail.body).toEqual({
      view: 'matches',
      query: 'x',
      more: 0,
      lines: [
        { file: 'src/a.ts', line: 12, text: 'const x = 1;' },
        { file: 'C:\\w\\b.ts', line: 3, text: 'x' },
        { file: 'src/c.ts', line: 4, text: 'around' },
      ],
    });
    const glob = await tool(
      script().user('a').call('Glob', { pattern: '*.ts' }, '/home/dev/app/a.ts\n/home/dev/app/b.ts'),
    );
    expect(glob.detail.body).toMatchObject({ lines: [{ file: 'a.ts' }, { file: 'b.ts' }] });
  });

  it('of a checklist tell what changed', async () => {
    const todo = (content: string, status: string) => ({ content, status, activeForm: content });
    const noted = { oldTodos: [todo('a', 'pending'), todo('gone', 'pending')], newTodos: [] };
    const input = { todos: [todo('a', 'completed'), todo('b', 'pending')] };
    const { detail } = await tool(script().user('a').call('TodoWrite', input, 'ok', { noted }));
    expect(detail.body).toEqual({
      view: 'checklist',
      items: [
        { text: 'a', status: 'completed', change: 'changed' },
        { text: 'b', status: 'pending', change: 'new' },
      ],
      dropped: ['gone'],
    });
  });

  it('of the web and of tools nobody knows are text and JSON', async () => {
    const web = await tool(script().user('a').call('WebFetch', { url: 'https://x.example', prompt: 'sum up' }, 'text'));
    expect(web.detail.body).toMatchObject({ view: 'web', url: 'https://x.example', title: 'sum up' });
    const mcp = await tool(
      script()
        .user('a')
        .call('mcp__db__query', { sql: 'select 1' }, [{ type: 'text', text: '1' }]),
    );
    expect(mcp.item).toMatchObject({ family: 'other', argument: 'select 1' });
    expect(mcp.detail.body).toMatchObject({ view: 'json', output: { text: '1' } });
  });

  it('show pictures that came back', async () => {
    const data = Buffer.from('shot').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const session = script().user('a').call('Read', { file_path: '/x.png' }, [image]);
    const { detail, reader, target } = reading(session);
    expect((await detail(session.lastCall)).media).toHaveLength(1);
    expect(await reader.media(target(), { line: undefined, call: session.lastCall, at: 0 })).toMatchObject({ data });
  });

  it('have their offloaded output on demand, and no file but their own', async () => {
    const output = 'line\n'.repeat(50_000);
    const stub = (name: string) =>
      `<persisted-output>\nOutput too large. Full output saved to: ${name}\n</persisted-output>`;
    const session = script()
      .user('a')
      .call('Bash', { command: 'x' }, stub(`/elsewhere/tool-results/out.txt`), {
        noted: {
          stdout: '',
          persistedOutputPath: '/elsewhere/tool-results/out.txt',
          persistedOutputSize: output.length,
        },
      });
    const { detail, text } = reading(session, (config) => {
      const folder = join(config, 'projects/-home-dev-app', SESSION, 'tool-results');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'out.txt'), output);
    });
    const opened = await detail(session.lastCall);
    expect(opened.offloaded?.bytes).toBe(output.length);
    expect(opened.output.isCut).toBe(true);
    expect((await text(opened.offloaded?.href ?? null)).text).toBe(output);
    const stranger = script()
      .user('a')
      .call('Bash', { command: 'x' }, stub('/etc/passwd'), { noted: { persistedOutputPath: '/etc/passwd' } });
    const refused = await reading(stranger).detail(stranger.lastCall);
    expect(refused.offloaded).toBeNull();
    expect(JSON.stringify(refused)).not.toContain('root:');
  });
});
