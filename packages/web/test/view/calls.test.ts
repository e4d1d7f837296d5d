import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolItem } from '../../src/view/view.js';
import { ofType, reading, script } from '../support/reading.js';
import { SESSION, type SessionScript } from '../support/script.js';

describe('calls', () => {
  const tool = async (session: SessionScript) => {
    const { items, detail } = reading(session);
    const [item] = ofType(await items(), 'tool');
    return { item: item as ToolItem, detail: await detail(session.lastCall) };
  };

  it('have a line with the main argument, the result and the duration', async () => {
    const { item } = await tool(script().user('Go.').call('Read', { file_path: '/home/dev/app/src/a.ts' }, '1→x'));
    expect(item).toMatchObject({ name: 'Read', family: 'read', argument: 'src/a.ts', status: 'ok', durationMs: 1000 });
  });

  it('are told apart as failed, declined and without a result', async () => {
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

  it('of an edit are a diff, from the record of the client', async () => {
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

  it('that create a file are a diff with added lines only', async () => {
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
    const later = await tool(script().user('a').call('BashOutput', { bash_id: 'bash_1' }, 'built'));
    expect(later.detail.body).toMatchObject({ view: 'terminal', command: 'bash_1', output: { text: 'built' } });
  });

  it('that read a file have its lines with numbers', async () => {
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
      text: { text: 'a\nb' },
    });
    const older = await tool(
      script().user('a').call('Read', { file_path: '/home/dev/app/y.py' }, '    40→a\n    41→b'),
    );
    expect(older.detail.body).toMatchObject({ view: 'file', firstLine: 40, text: { text: 'a\nb' } });
  });

  it('that ask the user have the chosen options, or a plan with its verdict', async () => {
    const questions = [
      { question: 'Which?', options: [{ label: 'A', description: 'a' }, { label: 'B' }, { label: 'C' }] },
      { question: 'Why?', options: [{ label: 'D' }] },
    ];
    const asked = await tool(
      script()
        .user('a')
        .call('AskUserQuestion', { questions }, '"Which?"="A, C"', {
          noted: { answers: { 'Which?': 'A, C', 'Why?': 'my own words' } },
        }),
    );
    expect(asked.detail.body).toMatchObject({
      view: 'question',
      questions: [
        { question: 'Which?', options: [{ isChosen: true }, { isChosen: false }, { isChosen: true }], answer: null },
        { question: 'Why?', options: [{ isChosen: false }], answer: 'my own words' },
      ],
    });
    const older = await tool(script().user('a').call('AskUserQuestion', { questions }, 'answered: "Which?"="B".'));
    expect(older.detail.body).toMatchObject({ questions: [{ options: [{}, { isChosen: true }, {}] }, {}] });
    const oldest = await tool(script().user('a').call('AskUserQuestion', { question: '1. **Where?**' }, 'ok'));
    expect(oldest.detail.body).toEqual({
      view: 'question',
      questions: [{ question: '1. **Where?**', options: [], answer: null }],
    });
    const no = "The user doesn't want to proceed with this tool use. To tell you how, the user said:\nsmaller";
    const plan = await tool(script().user('a').call('ExitPlanMode', { plan: '# P' }, no, { isError: true }));
    expect(plan.detail).toMatchObject({
      body: { view: 'plan', plan: { text: '# P' }, isApproved: false },
      error: null,
      declined: 'smaller',
    });
    const approved = await tool(script().user('a').call('ExitPlanMode', { plan: '# P' }, 'User has approved it.'));
    expect(approved.detail).toMatchObject({ body: { isApproved: true }, declined: null });
  });

  it('about a task name its subject, which only the first call has', async () => {
    const session = script()
      .user('a')
      .call('TaskCreate', { subject: 'Write docs', description: 'All.' }, 'ok', { noted: { task: { id: '7' } } });
    expect((await tool(session)).detail.body).toMatchObject({ view: 'task', title: '#7 Write docs', isNew: true });
    const later = await tool(session.call('TaskUpdate', { taskId: '7', status: 'completed' }, 'ok', { noted: {} }));
    expect(later.detail.body).toMatchObject({ title: '#7 Write docs', status: 'completed', isNew: false });
    const list = await tool(
      session.call('TaskList', {}, 'ok', {
        noted: { tasks: [{ id: '7', subject: 'Write docs', status: 'completed' }] },
      }),
    );
    expect(list.detail.body).toMatchObject({
      view: 'checklist',
      items: [{ text: '#7 Write docs', status: 'completed' }],
    });
  });

  it('count the lines of an edit, and list the pages of a web search', async () => {
    const edit = await tool(
      script().user('a').call('Edit', { file_path: '/x.ts', old_string: 'a', new_string: 'b\nc' }, 'ok'),
    );
    expect(edit.item.change).toEqual({ added: 2, removed: 1 });
    const failed = await tool(
      script()
        .user('a')
        .call('Edit', { file_path: '/x.ts', old_string: 'a', new_string: 'b' }, 'no', { isError: true }),
    );
    expect(failed.item.change).toBeNull();
    const results = [{ content: [{ title: 'T', url: 'https://a.example/' }, 'odd', { title: 'no address' }] }, 'text'];
    const web = await tool(script().user('a').call('WebSearch', { query: 'q' }, 'text', { noted: { results } }));
    expect(web.detail.body).toMatchObject({
      view: 'web',
      title: 'q',
      links: [{ title: 'T', url: 'https://a.example/' }],
    });
  });

  it('that search have matches', async () => {
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
    const inside = await tool(script().user('a').call('Grep', { pattern: 'x', path: '/home/dev/app/src' }, ''));
    expect(inside.detail.body).toMatchObject({ view: 'matches', query: 'x in src' });
    const list = await tool(script().user('a').call('LS', { path: '/home/dev/app/src' }, '/home/dev/app/src/a.ts'));
    expect(list.detail.body).toMatchObject({ view: 'matches', query: 'src', lines: [{ file: 'src/a.ts' }] });
  });

  it('of a checklist say what changed', async () => {
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

  it('are text for web pages, and JSON for unknown tools', async () => {
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

  it('have the pictures of their results', async () => {
    const data = Buffer.from('shot').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const session = script().user('a').call('Read', { file_path: '/x.png' }, [image]);
    const { detail, reader, target } = reading(session);
    expect((await detail(session.lastCall)).media).toHaveLength(1);
    expect(await reader.media(target(), { line: undefined, call: session.lastCall, at: 0 })).toMatchObject({ data });
  });

  it('read offloaded output on demand, and no other file', async () => {
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
