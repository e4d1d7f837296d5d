import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsByReading, factsByScanning } from './facts-of-file.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-odd-lines-'));
const id = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;
const head = (n: number) => ({
  parentUuid: id(n - 1),
  isSidechain: false,
  cwd: '/x',
  sessionId: 's',
  version: '2.1.45',
});
const foot = (n: number) => ({ uuid: id(n), timestamp: '2026-11-15T12:00:00.000Z' });
const usage = { input_tokens: 3, cache_creation_input_tokens: 100, output_tokens: 11, service_tier: 'standard' };
const message = (n: number, content: unknown) => ({
  model: 'm',
  id: `msg_${n}`,
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: null,
  usage,
});
const text = (words: string) => [{ type: 'text', text: words }];
const reply = (n: number, content: unknown = text('x'), more: object = {}) =>
  JSON.stringify({ ...head(n), message: message(n, content), type: 'assistant', ...foot(n), ...more });
const user = (n: number, content: unknown, more: object = {}) =>
  JSON.stringify({ ...head(n), type: 'user', message: { role: 'user', content }, ...foot(n), ...more });
const line = (value: object) => JSON.stringify(value);
/** Enough lines for their form to be known. */
const known = [user(1, 'first'), ...[2, 3, 4, 5].map((n) => reply(n)), user(6, 'second'), reply(7), reply(8)];
const late = (from: string, to: string) => reply(9).replace(from, to);
const result = { type: 'tool_result', tool_use_id: 't' };
const summary = { type: 'summary', summary: 'S', leafUuid: id(8) };

/** Lines that look like known ones but differ. */
const odd: Record<string, string[]> = {
  'a usage of a result behind the message': [reply(9, text('x'), { toolUseResult: { usage: { output_tokens: 999 } } })],
  'no content': [reply(9, null)],
  'content that is words': [reply(9, 'words')],
  'an id behind the content': [late('"stop_reason":null', '"id":"msg_2","stop_reason":null')],
  'a model behind the content': [late('"stop_reason":null', '"model":"<synthetic>","stop_reason":null')],
  'content twice': [late('"stop_reason":null', '"content":5,"stop_reason":null')],
  'usage twice': [late('"usage":', '"usage":{"output_tokens":5},"usage":')],
  'a second message': [late('"stop_reason":null', '"stop_reason":null},"message":{"id":"z"')],
  'a tab in words': [late('"x"', '"a\tb"')],
  'a bad escape': [late('"x"', '"a\\qb"')],
  'a quote in words': [late('"x"', '"a"b"')],
  'a brace that is missing': [late('"x"}', '"x"')],
  'a bad number': [late('"output_tokens":11', '"output_tokens":011')],
  'a bad word': [late('"stop_reason":null', '"stop_reason":nul')],
  'a bad flag': [late('"isSidechain":false', '"isSidechain":fxlse')],
  'words with the id of a result': [user(9, [{ tool_use_id: 't', type: 'text', text: 'hello' }])],
  'a result by its id': [user(9, [{ tool_use_id: 't', type: 'tool_result', content: 'x' }])],
  'a result by its type': [user(9, [{ ...result, content: 'x' }])],
  'a result without an id': [user(9, [{ type: 'tool_result', content: 'x' }])],
  'a type inside an attachment': [
    line({
      ...head(9),
      attachment: { a: { type: 'attachment' } },
      type: 'user',
      message: { role: 'user', content: 'Q' },
    }),
  ],
  'nothing among the blocks': [reply(9, [null, ...text('x')]), user(10, ['word', ...text('third')])],
  'nothing but what is no block': [reply(9, [null]), user(10, ['word', 5])],
  'a block without a type': [reply(9, [{ text: 'x' }]), user(10, [{ text: 'third' }])],
  'a text without words': [reply(9, [{ type: 'text', text: null }]), user(10, [{ type: 'text' }])],
  'ids that are numbers': [reply(9, text('x'), { uuid: 9 }), user(10, 'third', { uuid: 10, parentUuid: 9 })],
  'times that are numbers': [
    reply(9, text('x'), { timestamp: 1_794_744_003_000 }),
    user(10, 'third', { timestamp: 1_794_744_003_000 }),
  ],
  'a leaf that is a number': [line({ type: 'last-prompt', lastPrompt: 'x', leafUuid: 5 })],
  'a side chain that is a number': [
    user(9, [{ ...result, content: 'x' }], { isSidechain: 1 }),
    user(10, 'third', { isSidechain: 0 }),
  ],
  'a second message behind a result': [
    user(9, [{ ...result, content: 'x' }]).replace(/}$/, ',"message":{"role":"user","content":"third"}}'),
  ],
  'a side line with a second type': [
    `{"type":"mode","type":"user","isSidechain":false,"message":{"role":"user","content":"third"},"uuid":"${id(9)}"}`,
  ],
  'a side line, and a prompt on it that begins otherwise': [
    `${line({ type: 'file-history-snapshot', messageId: id(9), snapshot: { files: 'x'.repeat(300) } })}${line({
      message: { role: 'user', content: 'third' },
      type: 'user',
      ...foot(9),
      ...head(9),
    })}`,
  ],
  'a summary of an id with escapes': [
    reply(9).replace(id(9), id(9).replace('a', '\\u0061')),
    line({ ...summary, leafUuid: id(9) }),
  ],
  'a summary of an id whose key has escapes': [
    reply(9).replace('"uuid"', '"\\u0075uid"'),
    line({ ...summary, leafUuid: id(9) }),
  ],
  'an attachment': [line({ ...head(9), attachment: { type: 'x', a: { b: 1 } }, type: 'attachment', ...foot(9) })],
  'a title, then none': [line({ type: 'custom-title', customTitle: 'T' }), line({ type: 'custom-title' })],
  'a title, then null': [line({ type: 'ai-title', aiTitle: 'T' }), line({ type: 'ai-title', aiTitle: null })],
  'a summary, then none': [line(summary), line({ ...summary, summary: 5 })],
  'a summary of an id inside a line': [
    reply(9, text('x'), { data: { uuid: id(77) } }),
    line({ ...summary, leafUuid: id(77) }),
  ],
  'a summary of the start of an id': [line({ ...summary, leafUuid: id(8).slice(0, 20) })],
  'a summary of a line that cannot be read': [reply(9).slice(0, -1), line({ ...summary, leafUuid: id(9) })],
  'a summary of an id with blanks': [
    reply(9).replace('"uuid":', '"uuid" :            '),
    line({ ...summary, leafUuid: id(9) }),
  ],
  'a summary of letters beyond ASCII': [reply(9).replace(id(9), 'é'), line({ ...summary, leafUuid: 'é' })],
};

function expectSame(lines: readonly string[]): void {
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(factsByScanning(file)).toEqual(factsByReading(file));
}

describe('lines that look like known ones', () => {
  it.each(Object.entries(odd))('%s', (_, lines) => {
    expectSame([...known, ...lines]);
    expectSame([...known, ...lines, ...known]);
    // The odd line must not become the reference for others.
    expectSame([...known.slice(0, 1), ...lines, ...lines, ...known.slice(1)]);
  });

  it('in any order', () => {
    const some = fc.array(fc.constantFrom(...Object.values(odd), ...known.map((each) => [each])), { maxLength: 12 });
    fc.assert(
      fc.property(some, (lines) => expectSame([...known.slice(0, 2), ...lines.flat()])),
      { numRuns: 200 },
    );
  });
});
