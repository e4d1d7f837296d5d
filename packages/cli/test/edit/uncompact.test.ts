import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL } from '@unspool/session/tools';
import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome } from '../support/made-home.js';

const ID = '11111111-0000-4000-8000-000000000001';

const SUMMARY = 'The user wants an upload in src/upload.ts and always wants to keep the retry in one place.';

interface Listed {
  compaction: number;
  trigger: string;
  counts: { [kind: string]: { kept: number; lost: number } };
  items: { number: number; kind: string; text: string; turn: number; isKept: boolean }[];
}

describe('uncompact', () => {
  it('lists what the summary left out, by kind', async () => {
    const home = compactedHome();
    const listed = await home.json<Listed>('uncompact', ID);
    expect(listed).toMatchObject({ compaction: 1, trigger: 'auto' });
    expect(listed.items.map(({ kind, text, turn }) => [kind, turn, text])).toEqual([
      ['decision', 1, 'We decided on sqlite instead of postgres because the tool runs offline.'],
      ['question', 2, 'Should the retry limit be configurable?'],
      ['error', 1, 'Error: connection refused on socket'],
      ['command', 1, 'pnpm vitest run upload'],
      ['file', 2, '/app/src/forgotten.ts'],
      ['number', 2, 'The timeout is 4500 ms on slow disks.'],
    ]);
    expect(listed.counts['file']).toEqual({ kept: 1, lost: 1 });
    const { out } = await home.unspool('uncompact', ID, '--kind', 'file', '--kept');
    expect(out).toContain('Compaction 1, auto');
    expect(out).toMatch(
      /5 {2}lost {2}turn 2 {2}\/app\/src\/forgotten\.ts\n +\d+ {2}kept {2}turn 1 {2}\/app\/src\/upload\.ts/,
    );
  });

  it('an item has the same number in every list', async () => {
    const home = compactedHome();
    const numbers = async (...flags: string[]) => {
      const { items } = await home.json<Listed>('uncompact', ID, ...flags);
      return new Map(items.map(({ number, kind, text }) => [`${kind} ${text}`, number]));
    };
    const all = await numbers('--kept');
    expect(new Set(all.values()).size).toBe(all.size);
    for (const list of [
      await numbers(),
      await numbers('--kind', 'file,error'),
      await numbers('--kind', 'file', '--kept'),
    ])
      for (const [item, number] of list) expect([item, all.get(item)]).toEqual([item, number]);
    const [kept = 0] = (await home.json<Listed>('uncompact', ID, '--kept')).items.flatMap(({ isKept, number }) =>
      isKept ? [number] : [],
    );
    const refused = await home.unspool('uncompact', ID, '--inject', String(kept));
    expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining(`There is no item ${kept}`) });
  });

  it('puts chosen items back as a user line of a new session that resumes', async () => {
    const home = compactedHome();
    const before = readdirSync(join(home.projects, '-app'));
    const dry = await home.unspool('uncompact', ID, '--inject', '1,3', '--dry-run');
    expect([dry.exitCode, dry.out]).toEqual([0, expect.stringContaining('resumes')]);
    expect(readdirSync(join(home.projects, '-app'))).toEqual(before);
    const done = await home.json<{ file: string; sessionId: string; resumes: boolean }>(
      'uncompact',
      ID,
      '--inject',
      '1,3',
    );
    expect(done.resumes).toBe(true);
    const injected = JSON.parse(readFileSync(done.file, 'utf8').trimEnd().split('\n').at(-2) ?? '');
    expect(injected).toMatchObject({ type: 'user', sessionId: done.sessionId, cwd: '/app', isSidechain: false });
    const sent = await home.unspool('messages', done.sessionId, '--json');
    expect(sent.out).toContain('We decided on sqlite instead of postgres');
    expect(sent.out).toContain('connection refused');
    expect(sent.out).not.toContain('Should the retry limit be configurable?');
    expect((await home.unspool('undo')).exitCode).toBe(0);
    expect(readdirSync(join(home.projects, '-app'))).toEqual(before);
  });

  it('lists a sentence once, with all its numbers, and puts it back without control characters', async () => {
    const sentence = 'We must wait 2500 ms, then \u001b[31m7000\u001b[0m ms, because of 1234.5 tokens\u202e.';
    const home = compactedHome({
      prompt: `${sentence} And ${sentence.toLowerCase()}\n\n${sentence}\nIt took 31.5 seconds and 99 MB.`,
      command: 'printf "\u001b]0;title\u0007one\u0000"\nsecond line',
      summary: 'Wait 2500 ms because of 1234.5 tokens',
    });
    const { items } = await home.json<Listed>('uncompact', ID);
    const rows = items.map(({ kind, text }) => `${kind} ${text}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toContain('number It took 31.5 seconds and 99 MB.');
    const clean = 'We must wait 2500 ms, then 7000 ms, because of 1234.5 tokens .';
    expect(items.filter(({ text }) => text === clean)).toMatchObject([{ kind: 'decision', isKept: false }]);
    expect(items.filter(({ text }) => text.startsWith('It took'))).toHaveLength(1);
    const { file } = await home.json<{ file: string }>('uncompact', ID, '--inject', 'all');
    const injected = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-2) ?? '');
    const lines: string[] = injected.message.content.split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toContain('- command (turn 1): printf "one "');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('says what is wrong', async () => {
    const home = compactedHome();
    expect(await home.unspool('uncompact', ID, '--compaction', '2')).toMatchObject({ exitCode: 2 });
    expect(await home.unspool('uncompact', ID, '--kind', 'smell')).toMatchObject({ exitCode: 2 });
    home.write('-app/22222222-0000-4000-8000-000000000002.jsonl', [
      line('u0', null, { type: 'user', message: { role: 'user', content: 'hi' } }),
    ]);
    const { exitCode, err } = await home.unspool('uncompact', '22222222-0000-4000-8000-000000000002');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('never compacted')]);
  });
});

function compactedHome({ prompt: asked = '', command = 'pnpm vitest run upload', summary = SUMMARY } = {}): MadeHome {
  const home = madeHome();
  const lines: object[] = [];
  const add = (fields: object) => {
    const parent = lines.length === 0 ? null : `u${lines.length - 1}`;
    lines.push(line(`u${lines.length}`, parent, fields));
  };
  const prompt = (content: unknown) => add({ type: 'user', message: { role: 'user', content } });
  let replies = 0;
  const reply = (...content: object[]) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    add({
      type: 'assistant',
      message: { id: `m${replies++}`, role: 'assistant', model: 'claude-opus-5', content, usage },
    });
  };
  const call = (id: string, name: string, input: object, result: string, isError = false) => {
    reply({ type: 'tool_use', id, name, input });
    prompt([{ type: 'tool_result', tool_use_id: id, content: result, ...(isError && { is_error: true }) }]);
  };
  prompt(`Build the upload. Always keep the retry in one place. ${asked}`);
  reply({ type: 'text', text: 'We decided on sqlite instead of postgres because the tool runs offline.' });
  call('t1', TOOL.Write, { file_path: '/app/src/upload.ts', content: 'x' }, 'done');
  call('t2', TOOL.Bash, { command }, 'Error: connection refused on socket', true);
  prompt('The timeout is 4500 ms on slow disks. Should the retry limit be configurable?');
  call('t3', TOOL.Write, { file_path: '/app/src/forgotten.ts', content: 'x' }, 'done');
  reply({ type: 'text', text: 'Done.' });
  const end = lines.length - 1;
  lines.push(
    line('boundary', null, {
      type: 'system',
      subtype: 'compact_boundary',
      logicalParentUuid: `u${end}`,
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 1000 },
    }),
    line('summary', 'boundary', {
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
    }),
    line('after', 'summary', { type: 'user', message: { role: 'user', content: 'Go on' } }),
    line('last', 'after', {
      type: 'assistant',
      message: {
        id: 'm-last',
        role: 'assistant',
        model: 'claude-opus-5',
        content: [{ type: 'text', text: 'Going on.' }],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
  );
  home.write(
    `-app/${ID}.jsonl`,
    lines.map((each, at) => ({ ...each, timestamp: new Date(Date.UTC(2026, 4, 1, 9, 0, at)).toISOString() })),
  );
  return home;
}

function line(uuid: string, parentUuid: string | null, fields: object): object {
  return {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: '/app',
    sessionId: ID,
    version: '2.1.326',
    gitBranch: 'main',
    uuid,
    ...fields,
  };
}
