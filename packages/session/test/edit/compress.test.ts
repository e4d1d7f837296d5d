import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { extract, makeSession, modelBatches, pastToCompress, planCompress, shortenedIn } from '../../src/edit.js';
import {
  type ApiMessage,
  familyOf,
  isUser,
  openSession,
  resume,
  type Session,
  textOf,
  turnsOf,
} from '../../src/index.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { Script } from '../support/lines.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-compress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compressed(script: Script, keepLast: number): Session {
  const file = join(folder, `${randomUUID()}.jsonl`);
  writeFileSync(file, script.text());
  const made = compressFile(file, keepLast);
  if (made?.kind !== 'made') throw new Error('nothing was made');
  return openSession(made.file);
}

function compressFile(file: string, keepLast: number) {
  const session = openSession(file, { sessionId: '00000000-0000-4000-8000-00000000000f' });
  const plan = planCompress(session, turnsOf(session), { keepLast, newUuid: randomUUID });
  if (plan.inserts.size === 0) return undefined;
  const family = familyOf(file);
  return makeSession({ file, session, family, plan, folder, sessionId: randomUUID(), newUuid: randomUUID });
}

function threeTurns(): Script {
  return new Script()
    .user('Why is the build red?')
    .reply('m1', 'I look at the log.')
    .call('m2', 't1', 'Bash', { command: 'npm run\nbuild' })
    .result('t1', 'error TS2322')
    .reply('m3', 'A type is wrong in `a.ts`. It wants a string and is given a number, as the log says at length.')
    .user('Fix it, please.\nAnd keep the name.')
    .call('m4', 't2', 'Edit', { file_path: '/home/dev/app/a.ts', old_string: 'x', new_string: 'y' })
    .user([{ type: 'tool_result', tool_use_id: 't2', content: 'no such text', is_error: true }])
    .reply('m5', 'Done.')
    .user('Thanks. What is next?')
    .call('m6', 't3')
    .result('t3')
    .reply('m7', 'Nothing.');
}

const firstText = (messages: readonly ApiMessage[]) => textOf(messages[0]?.content);

describe('compress', () => {
  it('sends the summary, then the last turns unchanged', () => {
    const before = resume(compressibleSession()).messages;
    const { messages } = resume(compressed(threeTurns(), 1));
    expect(messages.slice(1)).toEqual(before.slice(-3));
    expect(messages[0]?.content.at(-1)).toEqual({ type: 'text', text: 'Thanks. What is next?' });
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it("keeps the user's words in full and each call on one line", () => {
    const text = firstText(resume(compressed(threeTurns(), 1)).messages);
    expect(text).toContain('User: Why is the build red?');
    expect(text).toContain('User: Fix it, please.\nAnd keep the name.');
    expect(text).toContain('- Bash npm run build (ok)');
    expect(text).toContain('- Edit /home/dev/app/a.ts (failed)');
    expect(text).toContain('Assistant: Done.');
    expect(text).not.toContain('error TS2322');
  });

  it('writes what the client writes: a boundary without a parent, the summary below it', () => {
    const session = compressed(threeTurns(), 1);
    const boundary = session.nodes.find((node) => node.subtype === 'compact_boundary');
    const summary = session.nodes.find((node) => node.user?.words === 'compact_summary');
    const next = session.nodes.find((node) => node.parentUuid === summary?.uuid);
    expect(boundary?.parentUuid).toBeNull();
    expect(boundary?.extra?.compactMetadata).toMatchObject({ trigger: 'manual' });
    expect(summary?.parentUuid).toBe(boundary?.uuid);
    expect(next?.user?.words).toBe('prompt');
    expect(summary && session.read(summary)).toMatchObject({ isCompactSummary: true, isVisibleInTranscriptOnly: true });
  });

  it('can compress all turns', () => {
    const { resumed, messages } = resume(compressed(threeTurns(), 0));
    expect(resumed).toBe(true);
    expect(firstText(messages)).toContain('## Turn 3');
  });

  it('does nothing if there are no older turns', () => {
    const session = compressibleSession();
    for (const keepLast of [3, 4]) {
      const plan = planCompress(session, turnsOf(session), { keepLast, newUuid: randomUUID });
      expect([plan.drops.size, plan.inserts.size]).toEqual([0, 0]);
    }
  });

  it('includes the summary of an earlier compaction', () => {
    const script = new Script()
      .user('long ago')
      .reply('m0', 'yes')
      .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, content: 'Conversation compacted' })
      .user('Summary: the beginning.', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .user('second')
      .reply('m1', 'two')
      .user('third')
      .reply('m2', 'three');
    const session = compressed(script, 1);
    const text = firstText(resume(session).messages);
    expect(text).toContain('Summary: the beginning.');
    expect(text).toContain('User: second');
    expect(text).not.toContain('long ago');
    expect(session.nodes.filter((node) => node.subtype === 'compact_boundary')).toHaveLength(1);
  });

  it('leaves out other branches', () => {
    const script = new Script()
      .user('root')
      .reply('m1', 'one')
      .user('left')
      .reply('m2', 'two')
      .user('right', { parentUuid: 'u2' })
      .reply('m3', 'three')
      .user('more')
      .reply('m4', 'four');
    const session = compressed(script, 1);
    const words = session.nodes.map((node) => session.read(node)).filter(isUser);
    expect(words.map((entry) => textOf(entry.message.content)).join()).not.toContain('left');
    expect(firstText(resume(session).messages)).toContain('User: right');
  });

  it('does not count a turn that sends nothing', () => {
    const output = threeTurns().user([{}]).user([]);
    const { messages } = resume(compressed(output, 1));
    expect(messages[0]?.content.at(-1)).toEqual({ type: 'text', text: 'Thanks. What is next?' });
    expect(messages.slice(1)).toEqual(resume(output.session()).messages.slice(1 - messages.length));
  });

  it('continues with the chosen one of two replies to one prompt', () => {
    const script = threeTurns()
      .user('Which?')
      .reply('m8', 'chosen')
      .reply('m9', 'other', { parentUuid: 'u14' })
      .line({ type: 'last-prompt', lastPrompt: 'Which?', leafUuid: 'u15', sessionId: 's' });
    const session = compressed(script, 1);
    expect(JSON.stringify(resume(session).messages.slice(1))).toContain('chosen');
    expect(JSON.stringify(resume(session).messages)).not.toContain('other');
  });

  it('does not go past the line that a resume continues from', () => {
    const script = new Script()
      .user('one')
      .user('two', { parentUuid: 'u4' })
      .reply('m2', 'not reached')
      .reply('m1', 'first', { parentUuid: 'u1' })
      .line({ type: 'last-prompt', lastPrompt: 'two', leafUuid: 'u2', sessionId: 's' });
    const source = resume(script.session()).messages;
    const { messages } = resume(compressed(script, 1));
    expect(source).toHaveLength(4);
    expect(messages.slice(1)).toEqual(source.slice(3));
    expect(messages[0]?.content.at(-1)).toEqual({ type: 'text', text: 'two' });
  });
});

function compressibleSession(): Session {
  const file = join(folder, `${randomUUID()}.jsonl`);
  writeFileSync(file, threeTurns().text());
  return openSession(file);
}

describe('extract', () => {
  it('leaves short text alone', () => {
    expect(extract('Done. All tests pass.')).toBe('Done. All tests pass.');
  });

  it('keeps headings, first sentences and starts of list items, and notes removed code', () => {
    const text = [
      '## Found',
      '',
      `The cause is here. ${'And so on. '.repeat(60)}`,
      '- One thing. With details.',
      '  - inner',
      '```ts',
      'const a = 1;',
      '```',
      'It works now.',
    ].join('\n');
    expect(extract(text)).toBe(
      ['## Found', 'The cause is here.', '- One thing.', '[code removed: 3 lines]', 'It works now.'].join('\n'),
    );
  });

  it('stays within its limit, even with unclosed fences', () => {
    for (const text of [
      'word '.repeat(5000),
      '```\nnever closed\n'.repeat(50),
      '😀'.repeat(2000),
      '| a |\n'.repeat(400),
    ]) {
      expect(extract(text, 300).length).toBeLessThanOrEqual(301);
      expect(extract(text, 300)).toBe(extract(text, 300));
      expect(extract(text, 300)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  });
});

describe('the request for a model', () => {
  it('contains only turns with replies, in batches', () => {
    const session = compressibleSession();
    const past = pastToCompress(session, turnsOf(session), 1);
    const [batch, ...more] = modelBatches(past.turns);
    expect(more).toEqual([]);
    expect(batch?.prompt).toContain('<turn n="2">');
    const long = past.turns.map((turn) => ({ ...turn, modelText: 'x'.repeat(100_000) }));
    const many = modelBatches([...long, ...long, ...long, ...long]);
    expect(many.length).toBeGreaterThan(1);
    for (const each of many) expect(each.prompt.length).toBeLessThan(70_000);
  });

  it('has an answer that is read back by turn', () => {
    expect([...shortenedIn('Sure:\n<turn n="1">one\n</turn>\n<turn n="12">twelve</turn><turn n="3"> </turn>')]).toEqual(
      [
        [1, 'one'],
        [12, 'twelve'],
      ],
    );
  });
});

describe('compressing every session with older turns', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));
  const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
  const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));

  it.each(files.map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const source = openSession(file, { sessionId: '00000000-0000-4000-8000-00000000000f' });
    const before = resume(source).messages;
    for (const keepLast of [1, 3]) {
      const made = compressFile(file, keepLast);
      if (!made) continue;
      if (file.includes(OVER_TWO_TURNS)) continue;
      if (made.kind === 'refused') {
        expect(['no_conversation', 'no_timestamp']).toContain(made.check.reasons[0]?.kind);
        continue;
      }
      const { resumed, messages } = resume(openSession(made.file));
      expect(resumed).toBe(true);
      expect(messages.length).toBeLessThanOrEqual(before.length);
      expect(messages.slice(1).map(shape)).toEqual(before.slice(before.length - messages.length + 1).map(shape));
      for (const path of made.created) rmSync(path, { recursive: true, force: true });
    }
  });
});

/** Written by hand: one reply in two turns, which compressing the first turn has to split. */
const OVER_TWO_TURNS = 'probe-mg4-result-with-text-then-same';

/** A message without its ids. */
function shape(message: ApiMessage): unknown {
  return [message.role, message.content.map((block) => block.type), JSON.stringify(message).length];
}
