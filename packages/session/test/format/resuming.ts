import { expect } from 'vitest';
import { resume } from '../../src/index.js';
import { script } from '../support/lines.js';
import { compacted, texts } from './helpers.js';
import type { Proofs } from './proofs.js';

export const resuming: Proofs = {
  'The client resumes a file whose name is a UUID and whose conversation ends with a valid timestamp.': () => {
    expect(resume(script().user('a').session()).resumed).toBe(true);
    expect(resume(script().user('a').session('my-session'))).toMatchObject({
      resumed: false,
      reasons: [{ kind: 'not_a_session_id' }],
    });
    const timeless = script().user('a', { timestamp: 'soon' }).session();
    expect(resume(timeless)).toMatchObject({ resumed: false, reasons: [{ kind: 'no_timestamp' }] });
  },
  'The tip, where a resume continues, is the last line without children, not the last line.': () => {
    const session = script()
      .user('a', { uuid: 'x', parentUuid: 'y' })
      .user('first', { uuid: 'y', parentUuid: null })
      .session();
    expect(texts(resume(session).messages)).toEqual(['first a', 'No response requested.']);
  },
  'A `last-prompt` line can move the tip to another branch.': () => {
    const lines = script().user('a').reply('m1', 'old').reply('m2', 'new', { parentUuid: 'u1' });
    expect(texts(resume(lines.session()).messages)).toEqual(['a', 'new']);
    expect(texts(resume(lines.line({ type: 'last-prompt', leafUuid: 'u2' }).session()).messages)).toEqual(['a', 'old']);
  },
  'If a `last-prompt` line names a line on the same branch, the tip is the last line, even if it has children.': () => {
    const lines = script().user('a', { uuid: 'x', parentUuid: 'y' }).user('first', { uuid: 'y', parentUuid: null });
    const named = lines.line({ type: 'last-prompt', leafUuid: 'y' }).session();
    expect(texts(resume(named).messages)).toEqual(['first', 'No response requested.']);
  },
  'A named line beside parallel calls does not move the tip.': () => {
    const session = script()
      .user('a')
      .reply('m1', [use('t1')], { uuid: 'x' })
      .reply('m1', [use('t2')], { uuid: 'y', parentUuid: 'x' })
      .result('t1', 'ok', { uuid: 'r', parentUuid: 'x' })
      .result('t2', 'ok', { parentUuid: 'y' })
      .reply('m2', 'done')
      .line({ type: 'last-prompt', leafUuid: 'r' })
      .session();
    expect(texts(resume(session).messages).at(-1)).toBe('done');
  },
  'An item of a line’s content that is not a block is not sent.': () => {
    const session = script()
      .user('a')
      .reply('m1', [null, { text: 'no type' }, { type: 'text', text: 'b' }])
      .session();
    expect(texts(resume(session).messages)).toEqual(['a', 'b']);
  },
  'A parent that is not in the file is replaced by the latest line at most five seconds older.': () => {
    const lost = (timestamp: string) =>
      script().user('a').reply('m1', 'b').user('c', { parentUuid: 'gone', timestamp });
    expect(texts(resume(lost('2026-01-01T12:00:06.000Z').session()).messages)).toContain('b');
    expect(texts(resume(lost('2026-01-01T12:00:09.000Z').session()).messages)).not.toContain('b');
  },
  'Only what follows the last compaction is sent.': () => {
    expect(texts(resume(compacted()).messages)).toEqual(['Summary two', 'b']);
  },
  'Every call is sent with exactly one result.': () => {
    const session = script()
      .user('a')
      .reply('m1', [use('t1'), use('t2')])
      .result('t1')
      .result('t1')
      .result('t9')
      .reply('m2', 'done')
      .session();
    const [, , answers] = resume(session).messages;
    expect(answers?.content.map((block) => (block as { tool_use_id?: string }).tool_use_id)).toEqual(['t2', 't1']);
  },
};

function use(id: string) {
  return { type: 'tool_use', id, name: 'Bash', input: {} };
}
