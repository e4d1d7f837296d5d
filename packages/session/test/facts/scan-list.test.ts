import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReplyTokens } from '../../src/facts/reply-tokens.js';
import { scanList } from '../../src/facts/scan-list.js';
import { isOfDesktop } from '../../src/locate/entrypoint.js';
import { openSession } from '../../src/model/open-session.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';
import { factsByReading, factsByScanning } from './facts-of-file.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-scan-'));
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

describe('list facts equal those of the opened session', () => {
  it.each(fixtures.map((file) => [file.slice(-60), file]))('%s', (_, file) => {
    expect(factsByScanning(file)).toEqual(factsByReading(file));
  });

  it('counts the tokens of sub-agents, each reply once', () => {
    const [main = '', ...agents] = fixtures;
    const tokens = new ReplyTokens();
    for (const { reply, extra } of fixtures.flatMap((file) => openSession(file).nodes)) {
      if (reply?.tokens) tokens.add(reply.messageId, reply.tokens);
      if (extra?.embedded?.tokens) tokens.add(extra.embedded.messageId, extra.embedded.tokens);
    }
    const scanned = scanList({ main, agents });
    expect(scanned.tokens).toEqual(tokens.total());
  });

  it.runIf(hasCorpus)('over all outside sessions', () => {
    const files = distinct([...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))]);
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) expect(factsByScanning(file), file).toEqual(factsByReading(file));
  });

  const usage = { usage: { input_tokens: 3, output_tokens: 7, cache_creation: { ephemeral_1h_input_tokens: 5 } } };
  const session = () =>
    script()
      .user('first')
      .reply('m1', 'a', { message: usage })
      .call('m2', 't1')
      .result('t1', 'x'.repeat(3000))
      .user('second')
      .reply('m3', 'b', { message: usage })
      .line({ type: 'summary', summary: 'S', leafUuid: 'u6' })
      .text();
  const lines = () => session().trimEnd().split('\n');
  const glue = (at: number) =>
    lines()
      .map((line, index) => (index === at ? line : `${line}\n`))
      .join('');
  const shuffled = () =>
    lines()
      .map((line) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())))
      .join('\n');

  it.each([
    ['whole', session()],
    ['result glued to the next prompt', glue(3)],
    ['reply glued to a call', glue(1)],
    [
      'torn result followed by an object',
      session()
        .replace('xxxx","', 'xxxx')
        .replace(/x{900}[^\n]*\n/, 'x'.repeat(900)),
    ],
    ['CRLF', session().replaceAll('\n', '\r\n')],
    ['NUL bytes before a line', session().replaceAll('\n', '\n\0\0\0')],
    ['blank lines', session().replaceAll('\n', '\n\n  \n')],
    ['torn tail', session().slice(0, -40)],
    ['keys in another order', shuffled()],
    ['a byte order mark', `\ufeff${session()}`],
    [
      'spaces inside the JSON',
      lines()
        .map((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' '))
        .join('\n'),
    ],
    [
      'a title glued to a mode',
      `${session()}{"type":"mode","mode":"normal","sessionId":"s"}{"type":"custom-title","customTitle":"T","sessionId":"s"}\n`,
    ],
    [
      'a reply with two messages, of which the last counts',
      session().replace(
        '"message":{"id":"m3",',
        '"message":{"id":"m1","role":"assistant","model":"m","content":[]},"message":{"id":"m3",',
      ),
    ],
    ['nothing', ''],
    ['one newline', '\n'],
    ['a newline and an object', '\n{}\n'],
    ['only newlines', '\n'.repeat(9000)],
    ['only garbage', 'not json\n{"a":1}\n[]\n'],
    ['a number for a type', '{"type":7,"message":{}}\n'],
  ])('dirty file: %s', (name, text) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.jsonl`);
    writeFileSync(file, text);
    expect(factsByScanning(file)).toEqual(factsByReading(file));
  });
});

describe('the summary used as a title', () => {
  // Several regions of the file: a line named by a summary may be in any of them.
  const long = 'x'.repeat(300_000);
  const FIRST = 'the-first-line';
  const LAST = 'the-last-line';
  type Told = { type: string; [key: string]: unknown };
  const summary = (text: string, leafUuid: string): Told => ({ type: 'summary', summary: text, leafUuid });
  const title = (customTitle?: string): Told => ({ type: 'custom-title', customTitle });
  const conversation = (at: 'start' | 'middle' | 'end', ...summaries: Told[]) => {
    const result = script();
    const report = (here: string) => {
      if (here === at) for (const each of summaries) result.line(each);
    };
    report('start');
    result.user('first', { uuid: FIRST }).call('m1', 't1').result('t1', long);
    report('middle');
    result.user('second').call('m2', 't2').result('t2', long).reply('m3', 'done', { uuid: LAST });
    report('end');
    return result.text();
  };
  it.each(
    (['start', 'middle', 'end'] as const).flatMap((at) => [
      [`${at}: of the first line`, conversation(at, summary('A', FIRST))],
      [`${at}: of the last line`, conversation(at, summary('A', LAST))],
      [`${at}: of another file`, conversation(at, summary('A', 'elsewhere'))],
      [
        `${at}: of the last line, then of another file`,
        conversation(at, summary('A', LAST), summary('B', 'elsewhere')),
      ],
      [
        `${at}: of another file, then of the first line`,
        conversation(at, summary('B', 'elsewhere'), summary('A', FIRST)),
      ],
      [
        `${at}: of the last line, with a title that is taken back`,
        `${conversation(at, summary('A', LAST), title('T'))}${JSON.stringify(title(undefined))}\n`,
      ],
      [
        `${at}: of the last line, then at the end of another file`,
        `${conversation(at, summary('A', LAST))}${JSON.stringify(summary('B', 'elsewhere'))}\n`,
      ],
    ]),
  )('%s', (name, text) => {
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.jsonl`);
    writeFileSync(file, text);
    expect(factsByScanning(file)).toEqual(factsByReading(file));
  });
});

it('also takes branch and version from before a compaction', () => {
  const file = join(folder, 'compacted.jsonl');
  const session = script()
    .user('one', { gitBranch: 'old', version: '1.0.0' })
    .reply('m1', 'a')
    .user('two', { gitBranch: 'old', version: '1.0.0' })
    .reply('m2', 'a')
    .user('This session is being continued', {
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      gitBranch: 'new',
      version: '2.0.0',
    })
    .text();
  writeFileSync(file, session);
  expect(scanList({ main: file, agents: [] })).toMatchObject({
    gitBranch: 'new',
    version: '2.0.0',
    turns: 2,
  });
});

it.each([
  ['started', ['claude-desktop', 'cli'], true],
  ['last continued', ['cli', 'claude-desktop'], true],
  ['only continued once', ['cli', 'claude-desktop', 'cli'], false],
])('a session that was %s in Claude Desktop', (_, entrypoints, expected) => {
  const file = join(folder, 'entrypoints.jsonl');
  const lines = entrypoints.reduce((made, entrypoint) => made.user('Hi', { entrypoint }), script());
  writeFileSync(file, `${lines.text()}{"type":"mode"}\n`);
  expect(scanList({ main: file, agents: [] }).isOfDesktop).toBe(expected);
  expect(isOfDesktop(file)).toBe(expected);
});
