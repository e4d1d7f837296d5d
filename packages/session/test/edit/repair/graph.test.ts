import { describe, expect, it } from 'vitest';
import { script } from '../../support/lines.js';
import { ID, kindsOf, repairText } from './repaired.js';

const OTHER = '00000000-0000-4000-8000-000000000002';
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 13, 0, second)).toISOString();

describe('foreign lines', () => {
  const own = { sessionId: ID };
  const other = { sessionId: OTHER };

  it('leaves out an intruding session', () => {
    const text = script()
      .user('Q1', own)
      .reply('m1', 'A1', own)
      .user('X1', { ...other, uuid: 'x1', parentUuid: null })
      .reply('mx', 'Y1', { ...other, uuid: 'x2', parentUuid: 'x1' })
      .user('Q2', { ...own, parentUuid: 'u2' })
      .reply('m2', 'A2', own)
      .text();
    const result = repairText(text);
    expect(kindsOf(result)).toEqual(['foreign']);
    expect(result.repair.findings[0]).toMatchObject({ line: 3, what: expect.stringContaining(OTHER) });
    expect(result.text).not.toContain(OTHER);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
  });

  it('keeps the lines of a fork or a resumed session: they are connected', () => {
    const text = script().user('Q1', other).reply('m1', 'A1', other).user('Q2', own).reply('m2', 'A2', own).text();
    expect(repairText(text).repair.findings).toEqual([]);
  });

  it('keeps lines from before the session began, or after it', () => {
    const before = script()
      .user('X1', { ...other, uuid: 'x1' })
      .user('Q1', { ...own, parentUuid: null })
      .reply('m1', 'A1', own)
      .text();
    expect(repairText(before).repair.findings).toEqual([]);
    const behind = script()
      .user('Q1', own)
      .reply('m1', 'A1', own)
      .user('X1', { ...other, parentUuid: null })
      .text();
    expect(repairText(behind).repair.findings).toEqual([]);
  });

  it('keeps lines that a compaction put there', () => {
    const text = script()
      .user('Q1', own)
      .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: 'gone', ...other })
      .user('summary', { isCompactSummary: true, ...other })
      .user('Q2', { ...own, parentUuid: 'u1' })
      .reply('m2', 'A2', own)
      .text();
    expect(repairText(text).repair.findings).toEqual([]);
  });
});

describe('missing parents', () => {
  it('attaches a line where the client would', () => {
    const result = repairText(script().user('Q1').reply('m1', 'A1').user('Q2', { parentUuid: 'gone' }).text());
    expect(kindsOf(result)).toEqual(['parent']);
    expect(result.text).toContain('"parentUuid":"u2"');
    expect(result.after).toEqual(['Q1', 'A1', 'Q2']);
    expect(result.left).toEqual([]);
  });

  it('attaches it to the previous line if the client would lose the history', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .user('Q2', { parentUuid: 'gone', timestamp: at(0) })
      .reply('m2', 'A2', { timestamp: at(1) })
      .text();
    const result = repairText(text);
    expect(result.before).toEqual(['Q2', 'A2']);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('reports the line with the missing parent, not the one after it', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .line({ type: 'progress', uuid: 'p', parentUuid: 'gone', timestamp: at(0), data: { type: 'hook_progress' } })
      .user('Q2', { parentUuid: 'p', timestamp: at(1) })
      .text();
    const result = repairText(text);
    expect(result.repair.findings).toMatchObject([{ kind: 'parent', line: 3, what: expect.stringContaining('gone') }]);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2']);
  });

  it('never attaches a line to its own descendant', () => {
    const text = script()
      .reply('m1', 'A1', { uuid: 'child', parentUuid: 'late', timestamp: at(9) })
      .user('Q1', { uuid: 'late', parentUuid: 'gone', timestamp: at(1) })
      .text();
    const result = repairText(text);
    expect(result.repair.findings).toEqual([]);
    expect(result.after).toEqual(['Q1', 'A1']);
  });
});

describe('duplicate uuids', () => {
  it('leaves out copies', () => {
    const text = script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2').text();
    const lines = text.split('\n');
    const result = repairText([...lines.slice(0, 3), lines[1], ...lines.slice(3)].join('\n'));
    expect(kindsOf(result)).toEqual(['duplicate']);
    expect(result.text).toBe(text);
  });

  it('leaves out copies of replies that name the session they were made in', () => {
    const text = script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2').text();
    const lines = text.split('\n');
    const copy = JSON.stringify({ ...JSON.parse(lines[1] ?? ''), requestSessionId: 'another' });
    const result = repairText([...lines.slice(0, 3), copy, ...lines.slice(3)].join('\n'));
    expect(kindsOf(result)).toEqual(['duplicate']);
    expect(result.text).toBe(text);
  });

  it('keeps the end of the conversation if its copy is last', () => {
    const text = script().user('Q1').reply('m1', 'A1').user('Q2', { parentUuid: 'u1' }).reply('m2', 'A2').text();
    const result = repairText(text + text.split('\n')[1]);
    expect(kindsOf(result)).toEqual(['duplicate']);
    expect(result.before).toEqual(['Q1', 'A1']);
    expect(result.after).toEqual(['Q1', 'A1']);
    expect(result.left).toEqual([]);
  });

  it('gives lines with other content a uuid of their own, and keeps their descendants', () => {
    const text = script()
      .user('Q1', { uuid: 'same' })
      .reply('m1', 'A1')
      .user('Q2', { uuid: 'same' })
      .reply('m2', 'A2')
      .text();
    const result = repairText(text);
    expect(kindsOf(result)).toEqual(['duplicate']);
    expect(result.before).not.toContain('Q1');
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('restores the lines of a reply that were written with one uuid', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'first', { uuid: 'r', parentUuid: 'u1' })
      .reply('m1', 'second', { uuid: 'r', parentUuid: 'u1' })
      .text();
    const result = repairText(text);
    expect(result.before).toEqual(['Q1', 'second']);
    expect(result.after).toEqual(['Q1', 'first', 'second']);
    expect(result.left).toEqual([]);
  });

  it('drops the earlier of two if the later contains all of it', () => {
    const first = { type: 'text', text: 'first' };
    const second = { type: 'text', text: 'second' };
    const text = script()
      .user('Q1')
      .reply('m1', [first], { uuid: 'r', parentUuid: 'u1' })
      .reply('m1', [first, second], { uuid: 'r', parentUuid: 'u1' })
      .text();
    const result = repairText(text);
    expect(result.after).toEqual(['Q1', 'first', 'second']);
    expect(result.text.split('\n').length).toBe(3);
  });
});

describe('the branch that a resume takes', () => {
  const command = '<command-name>/export</command-name>\n<command-args></command-args>';

  it('attaches local commands to the conversation they cut off', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .user('Q2')
      .reply('m2', 'A2')
      .user(command, { parentUuid: 'u1' })
      .user('<local-command-stdout>done</local-command-stdout>')
      .text();
    const result = repairText(text);
    expect(kindsOf(result)).toEqual(['branch']);
    expect(result.before).not.toContain('A1');
    expect(result.after.slice(0, 4)).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('does so for commands without a parent', () => {
    const text = script().user('Q1').reply('m1', 'A1').user(command, { parentUuid: null }).text();
    const result = repairText(text);
    expect(kindsOf(result)).toEqual(['branch']);
    expect(result.after.slice(0, 2)).toEqual(['Q1', 'A1']);
  });

  it('leaves a branch alone if the user or the model wrote something on it', () => {
    const text = script().user('Q1').reply('m1', 'A1').user('Q2 instead', { parentUuid: null }).text();
    expect(repairText(text).repair.findings).toEqual([]);
  });

  it('leaves a cleared context cleared', () => {
    const clear = command.replace('/export', '/clear');
    const text = script().user('Q1').reply('m1', 'A1').user(clear, { parentUuid: null }).text();
    expect(repairText(text).repair.findings).toEqual([]);
  });

  it('drops a last-prompt line that the conversation has passed', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .user('Q2 old', { parentUuid: 'u2' })
      .line({ type: 'last-prompt', leafUuid: 'u3', sessionId: ID })
      .user('Q2', { parentUuid: 'u2' })
      .reply('m2', 'A2')
      .text();
    const result = repairText(text);
    expect(kindsOf(result)).toEqual(['last-prompt']);
    expect(result.before).toEqual(['Q1', 'A1', 'Q2 old']);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('follows a last-prompt line at the end, where the user went back', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .user('Q2 old', { parentUuid: 'u2' })
      .user('Q2', { parentUuid: 'u2' })
      .reply('m2', 'A2')
      .line({ type: 'last-prompt', leafUuid: 'u3', sessionId: ID })
      .text();
    expect(repairText(text).repair.findings).toEqual([]);
  });
});

describe('an end without a time', () => {
  const newest = new Date(Date.UTC(2026, 0, 1, 12, 0, 3)).toISOString();
  const noTime = { timestamp: undefined };

  it('gets the time of the newest line before it', () => {
    const text = script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2', noTime).text();
    const result = repairText(text);
    expect(result.before).toEqual([]);
    expect(kindsOf(result)).toEqual(['timestamp']);
    expect(result.repair.findings[0]).toMatchObject({ line: 4, repair: expect.stringContaining(newest) });
    expect(result.check.resumes).toBe(true);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.text.split('\n').slice(0, 3)).toEqual(text.split('\n').slice(0, 3));
    expect(result.left).toEqual([]);
  });

  it('may have an invalid one', () => {
    for (const timestamp of ['yesterday', 1767268800000, null, '']) {
      const result = repairText(script().user('Q1').reply('m1', 'A1', { timestamp }).text());
      expect(kindsOf(result)).toEqual(['timestamp']);
      expect(result.check.resumes).toBe(true);
      expect(result.left).toEqual([]);
    }
  });

  it('gets the time of the file if no line has one', () => {
    const result = repairText(script().user('Q1', noTime).reply('m1', 'A1', noTime).text());
    expect(kindsOf(result)).toEqual(['timestamp']);
    expect(result.check.resumes).toBe(true);
    expect(result.left).toEqual([]);
  });

  it('passes its time on to the answer to its open call', () => {
    const result = repairText(script().user('Q1').user('Q2').user('Q3').call('m1', 't1', 'Bash', {}, noTime).text());
    expect(kindsOf(result)).toEqual(['timestamp', 'tool-use']);
    expect(result.check.resumes).toBe(true);
    expect(result.text.trimEnd().split('\n').at(-1)).toContain(newest);
    expect(result.left).toEqual([]);
  });

  it('is repaired even with asides after it, and not in the middle', () => {
    const aside = { type: 'system', subtype: 'turn_duration' };
    const result = repairText(script().user('Q1').reply('m1', 'A1', noTime).line(aside).text());
    expect(kindsOf(result)).toEqual(['timestamp']);
    expect(result.check.resumes).toBe(true);
    expect(repairText(script().user('Q1', noTime).reply('m1', 'A1').text()).repair.findings).toEqual([]);
  });
});

describe('a missing parent above a progress line', () => {
  it('is named and repaired where it is missing', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .line({ type: 'progress', parentUuid: 'gone', data: {}, timestamp: at(5) })
      .user('Q2', { timestamp: at(6) })
      .reply('m2', 'A2', { timestamp: at(7) })
      .text();
    const result = repairText(text);
    expect(result.repair.findings).toMatchObject([{ kind: 'parent', line: 3 }]);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });
});
