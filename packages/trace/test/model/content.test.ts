import { createRedactor } from '@unspool/redact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTrace, type Span } from '../../src/index.js';
import { cutText, shorten } from '../../src/model/shorten.js';
import { layOut, SESSION, spansOf, WrittenSession } from '../support/written-session.js';

// Made up, and assembled here so that no scanner reports this file as a leak.
const SECRET = ['ghp', 'Zq7Xw2Vt9Rk4Lm8Np3Bs6Yd1Fh5Jc0Ga2Te'].join('_');

const secretive = () =>
  new WrittenSession()
    .prompt(`use ${SECRET} please`)
    .reply('m1', [
      { type: 'thinking', thinking: `they gave me ${SECRET}` },
      {
        type: 'tool_use',
        id: 't1',
        name: 'Bash',
        input: { command: `curl -H "Authorization: ${SECRET}"`, password: 'hunter2hunter2' },
      },
    ])
    .result('t1', [{ type: 'text', text: `token ${SECRET} is wrong` }], { is_error: true })
    .line({ type: 'system', subtype: 'api_error', error: { message: `bad ${SECRET}`, status: 401 }, retryAttempt: 1 })
    .line({
      type: 'attachment',
      attachment: { type: 'hook_non_blocking_error', hookName: 'Stop', stderr: `x ${SECRET}` },
    })
    .prompt(`[Request interrupted by user ${SECRET}]`)
    .reply('m2', `I used ${SECRET}`);

const all = (spans: readonly Span[]) => JSON.stringify(spans);

describe('content', () => {
  it('is sent unchanged in mode full', () => {
    expect(all(spansOf(secretive(), { content: 'full' })).split(SECRET).length).toBeGreaterThan(8);
  });

  it('is sent without secrets by default', () => {
    const file = layOut({ [`${SESSION}.jsonl`]: secretive() });
    for (const options of [{ file }, { file, content: 'redacted' as const, redactor: createRedactor() }]) {
      const spans = openTrace(options).turns.flatMap((turn) => turn.spans());
      expect(all(spans)).not.toContain(SECRET);
      expect(all(spans)).not.toContain('hunter2hunter2');
      expect(all(spans)).toContain('please');
      const tool = spans.find((span) => span.kind === 'tool');
      expect(JSON.parse(String(tool?.attributes['langfuse.observation.input']))).toHaveProperty('command');
      expect(tool?.status.message).toMatch(/^token \S+ is wrong$/);
    }
  });

  it('names the pictures of a prompt and leaves them out', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBOR'.repeat(100) } };
    const paper = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } };
    const session = new WrittenSession()
      .prompt([picture, { type: 'text', text: 'look' }, paper])
      .line({
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: [picture, { type: 'text', text: 'and' }] },
      })
      .reply('m1', 'seen')
      .prompt([picture])
      .reply('m2', 'seen, too');
    const note = '[unspool: image/png left out, 500 characters of base64]';
    const inputOf = ({ name, attributes }: Span) => [name, attributes['langfuse.observation.input']];
    const asked = (content: string) => JSON.stringify({ role: 'user', content });
    const spans = spansOf(session);
    expect(spans.map(inputOf)).toEqual([
      ['Turn 1', asked(`look\n${note}\n[unspool: document left out]`)],
      ['claude-opus-5-5', asked(`look\n${note}\n[unspool: document left out]`)],
      ['queued prompt', `and\n${note}`],
      ['Turn 2', asked(note)],
      ['claude-opus-5-5', asked(note)],
    ]);
    expect(all(spans)).not.toContain('iVBOR');
  });

  it.each(['redacted', 'none'] as const)('redacts and cuts names and ids (%s)', (content) => {
    const session = new WrittenSession()
      .prompt('ask', { version: SECRET })
      .reply(
        `msg ${SECRET}`,
        [{ type: 'tool_use', id: `id ${SECRET}`, name: `tool ${SECRET} ${'long '.repeat(1000)}`, input: {} }],
        { model: `model ${SECRET}`, stop_reason: SECRET },
        { requestId: SECRET, effort: SECRET, requestedModel: SECRET },
      )
      .result(`id ${SECRET}`)
      .line({ type: 'attachment', attachment: { type: 'hook_success', hookName: `Stop ${SECRET}`, toolUseID: SECRET } })
      .reply('m2', 'done');
    const spans = spansOf(session, { content });
    expect(all(spans)).not.toContain(SECRET);
    expect(spans.map((span) => span.kind)).toEqual(['turn', 'generation', 'tool', 'generation', 'event']);
    for (const { name } of spans) expect(name.length).toBeLessThan(600);
  });

  it('is not sent in mode none, even if it is where a number is expected', () => {
    const odd = { zebra: 'zebra', list: ['zebra'] };
    const session = new WrittenSession()
      .prompt('ask')
      .line({ type: 'system', subtype: 'api_error', error: { status: odd }, retryAttempt: odd, maxRetries: [odd] })
      .line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: odd, preTokens: odd } })
      .line({
        type: 'attachment',
        attachment: { type: 'hook_success', hookName: 'Stop', exitCode: odd, durationMs: 7 },
      })
      .reply('m1', 'done');
    const spans = spansOf(session, { content: 'none' });
    expect(all(spans)).not.toContain('zebra');
    expect(spans.filter((span) => span.kind === 'event')).toHaveLength(3);
    expect(all(spans)).toContain('"langfuse.observation.metadata.duration_ms":"7"');
    expect(all(spansOf(session, { content: 'full' }))).toContain('zebra');
  });

  it.each(['redacted', 'none'] as const)('has no secret that directly follows the prefix of an id (%s)', (content) => {
    const session = new WrittenSession()
      .prompt('go')
      .reply(`msg_01${SECRET}`, [{ type: 'tool_use', id: `toolu_01${SECRET}`, name: 'Bash', input: {} }])
      .result(`toolu_01${SECRET}`)
      .reply('msg_01XFDUDYJgAACzvnptvVoYEL', 'done');
    const text = JSON.stringify(spansOf(session, { content }));
    expect(text).not.toContain(SECRET);
    expect(text).toContain('msg_01XFDUDYJgAACzvnptvVoYEL');
  });

  it('has the same tokens in every run with the same salt', () => {
    const run = () => all(spansOf(secretive(), { content: 'redacted', redactor: createRedactor({ salt: 'x' }) }));
    expect(run()).toBe(run());
  });

  it('is not sent in mode none: only names, times and tokens are', () => {
    const words = new WrittenSession()
      .prompt('zebra one')
      .reply('m1', [
        { type: 'text', text: 'zebra two' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/zebra' } },
      ])
      .result('t1', 'zebra three', { is_error: true })
      .line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'zebra four' } })
      .line({ type: 'system', subtype: 'api_error', error: { formatted: 'zebra five', status: 500 }, retryAttempt: 1 })
      .reply('m2', 'zebra six', {}, { gitBranch: 'zebra', cwd: '/zebra' });
    for (const line of words.lines) Object.assign(line, { cwd: '/home/zebra', gitBranch: 'zebra-branch' });
    const spans = spansOf(words, { content: 'none' });
    expect(all(spans)).not.toContain('zebra');
    const tool = spans.find((span) => span.kind === 'tool');
    expect(tool).toMatchObject({ name: 'Read', status: { code: 'error' } });
    expect(tool?.attributes['langfuse.observation.level']).toBe('ERROR');
    expect(spans.find((span) => span.kind === 'generation')?.attributes['gen_ai.usage.output_tokens']).toBe(5);
    expect(spans.find((span) => span.name === 'API error')?.attributes['langfuse.observation.metadata.status']).toBe(
      '500',
    );
  });

  it('leaves out the bytes of pictures and says so', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(5000) } };
    const session = new WrittenSession()
      .prompt('look')
      .call('m1', 't1', 'Read')
      .result('t1', [image])
      .reply('m2', 'seen');
    const output = spansOf(session).find((span) => span.kind === 'tool')?.attributes['langfuse.observation.output'];
    expect(output).toContain('5000 characters of base64 left out');
    expect(output).not.toContain('AAAA');
  });

  it('is valid Unicode, whatever the session contains', () => {
    const session = new WrittenSession().prompt('half \ud83d a face').reply('m1', 'ok \udc00');
    for (const span of spansOf(session)) {
      for (const value of Object.values(span.attributes)) expect(String(value)).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

describe('limits', () => {
  it('cut long texts and say how much is missing', () => {
    const session = new WrittenSession()
      .prompt('x'.repeat(5000))
      .call('m1', 't1', 'Write', { file_path: '/a', content: 'y'.repeat(9000) })
      .result('t1', 'z'.repeat(7000))
      .reply('m2', 'ok');
    const spans = spansOf(session, { limit: 1000 });
    const values = spans.flatMap((span) => Object.values(span.attributes)).map(String);
    expect(Math.max(...values.map((value) => value.length))).toBeLessThan(1100);
    const tool = spans.find((span) => span.kind === 'tool');
    expect(tool?.attributes['langfuse.observation.output']).toContain('…[unspool: 6000 of 7000 characters left out]');
    const input = JSON.parse(String(tool?.attributes['langfuse.observation.input']));
    expect(input.file_path).toBe('/a');
    expect(input.content).toContain('of 9000 characters left out]');
  });

  it('keep JSON valid when there are too many small values, and count what is missing', () => {
    const list = Array.from({ length: 5000 }, (_, at) => `k${at}`);
    const fields = Object.fromEntries(list.map((key) => [key, 1]));
    const { before, many, text } = JSON.parse(shorten({ before: 'a', many: list, text: 'y'.repeat(3000) }, 4000));
    expect(before).toBe('a');
    expect(many).toEqual([...list.slice(0, 256), '…[unspool: 4744 of 5000 items left out]']);
    expect(text).toMatch(/^y{2000}…\[unspool: 1000 of 3000 characters left out\]$/);
    const short = JSON.parse(shorten([fields], 4000));
    expect(Object.keys(short[0]).slice(0, 2)).toEqual(['k0', 'k1']);
    expect(short[0]['…']).toBe('…[unspool: 4744 of 5000 fields left out]');
  });

  it('hold for every length, keep surrogate pairs whole, and count what is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const cut = cutText(text, limit);
        if (text.length <= limit) return cut === text;
        const [, kept = '', left, whole] =
          /^([\s\S]*)…\[unspool: (\d+) of (\d+) characters left out\]$/.exec(cut) ?? [];
        return (
          kept.length + Number(left) === text.length &&
          Number(whole) === text.length &&
          text.startsWith(kept) &&
          !/\p{Surrogate}$/u.test(kept)
        );
      }),
    );
  });

  it('return JSON or a marked text, never much longer than the limit', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 200, max: 2000 }), (value, limit) => {
        const text = shorten(value, limit);
        if (typeof value !== 'string' && JSON.stringify(value).length <= limit)
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        return text.length <= limit + 80;
      }),
    );
  });

  it('handle extreme nesting', () => {
    let deep: unknown = 'x'.repeat(3000);
    for (let at = 0; at < 500; at++) deep = [deep];
    expect(shorten(deep, 1000).length).toBeLessThan(1100);
  });
});
