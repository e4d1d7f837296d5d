import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, isUser } from '../../src/entry/entry.js';
import { parseLine } from '../../src/line/parse.js';
import { newPromptBytes, readPrompt } from '../../src/scan/prompt-shape.js';
import { wordsKindOf } from '../../src/turn/words.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

function linesOf(file: string): Buffer[] {
  const text = readFileSync(file, 'latin1');
  return text.split('\n').map((line) => Buffer.from(line, 'latin1'));
}

/** What the bytes say, or undefined when they are not sure. */
function fromBytes(bytes: Buffer) {
  const prompt = newPromptBytes();
  if (!readPrompt(bytes, 0, bytes.length, prompt)) return undefined;
  const { isSidechain, branchAt, branchEnd, versionAt, versionEnd } = prompt;
  return {
    isSidechain,
    gitBranch: branchAt > 0 ? bytes.toString('utf8', branchAt, branchEnd) : undefined,
    version: versionAt > 0 ? bytes.toString('utf8', versionAt, versionEnd) : undefined,
  };
}

/** The same of a line that is parsed; undefined when it is no prompt. */
function byParsing(bytes: Buffer) {
  const { objects } = parseLine({ bytes, start: 0, end: bytes.length, number: 0, byte: 0 }, {});
  const entry = objects[0] as Entry | undefined;
  if (objects.length !== 1 || !entry || !isUser(entry) || wordsKindOf(entry) !== 'prompt') return undefined;
  return { isSidechain: Boolean(entry.isSidechain), gitBranch: entry.gitBranch, version: entry.version };
}

describe('a prompt told from its bytes', () => {
  it('is one when it is parsed, and most are told so', () => {
    let told = 0;
    let prompts = 0;
    for (const file of fixtures) {
      for (const line of linesOf(file)) {
        const said = fromBytes(line);
        const parsed = byParsing(line);
        if (said) expect(said).toEqual(parsed);
        // How many are told counts as clients write them, not as hands do.
        if (file.includes('hand-')) continue;
        told += Number(said !== undefined);
        prompts += Number(parsed !== undefined);
      }
    }
    expect(told).toBeGreaterThan(0.8 * prompts);
  });

  it.runIf(hasCorpus)('over all outside sessions', () => {
    const files = [...sessionFilesIn(corpusPath('corpus')), ...sessionFilesIn(corpusPath('real-client'))];
    for (const line of files.flatMap(linesOf)) {
      const said = fromBytes(line);
      if (said) expect(said).toEqual(byParsing(line));
    }
  });

  const line = (words: unknown, more: object = {}) =>
    Buffer.from(
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        type: 'user',
        message: { role: 'user', content: words },
        uuid: 'u1',
        timestamp: '2026-01-01T00:00:00.000Z',
        gitBranch: 'größe',
        version: '2.1.0',
        ...more,
      }),
    );

  it('gives branch and version', () => {
    expect(fromBytes(line('Fix it'))).toEqual({ isSidechain: false, gitBranch: 'größe', version: '2.1.0' });
    expect(fromBytes(line([{ type: 'text', text: 'Fix it' }]))).toMatchObject({ version: '2.1.0' });
  });

  it.each([
    '<command-name>/x</command-name>',
    ' <bash-input>ls</bash-input>',
    '\u3000<bash-input>ls</bash-input>',
    '[Request interrupted by user]',
    'Stop hook feedback: no',
    '',
  ])('leaves %j to be parsed', (words) => expect(fromBytes(line(words))).toBeUndefined());

  it.each([{ isMeta: true }, { isCompactSummary: true }, { origin: { kind: 'x' } }, { new: 1 }, { gitBranch: null }])(
    'leaves a line with %j to be parsed',
    (more) => expect(fromBytes(line('Fix it', more))).toBeUndefined(),
  );

  it('is never told of a line that cannot be parsed', () => {
    const whole = [
      line('Fix "it" \\ now\n\tÄ \u2028'),
      line([{ type: 'text', text: 'A hook or two' }], { todos: [1] }),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.nat(400),
        fc.constantFrom('', '"', '\\', '\\u12', '\x01', '}', '{', ',', '0', 'x', '"a":1,', ' '),
        fc.nat(2),
        (bytes, at, text, drop) => {
          const place = at % bytes.length;
          const changed = Buffer.concat([bytes.subarray(0, place), Buffer.from(text), bytes.subarray(place + drop)]);
          const said = fromBytes(changed);
          if (said) expect(said).toEqual(byParsing(changed));
        },
      ),
      { numRuns: 3000 },
    );
  });
});
