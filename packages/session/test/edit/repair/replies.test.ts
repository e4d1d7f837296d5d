import { describe, expect, it } from 'vitest';
import { script } from '../../support/lines.js';
import { kindsOf, repairText } from './repaired.js';

const hollow = { type: 'thinking', thinking: 'hm', signature: '' };
const signed = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const text = (words: string) => ({ type: 'text', text: words });

describe('thinking', () => {
  it('is dropped without a signature, and the adjacent words stay', () => {
    const result = repairText(
      script()
        .user('Q1')
        .reply('m1', [hollow, text('A1')])
        .user('Q2')
        .reply('m2', [{ type: 'thinking', thinking: 'no field' }])
        .reply('m2', 'A2')
        .text(),
    );
    expect(kindsOf(result)).toEqual(['hollow-thinking', 'hollow-thinking']);
    expect(result.text).not.toContain('thinking');
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('stays if it is empty but signed', () => {
    const empty = { type: 'thinking', thinking: '', signature: 'sig' };
    expect(repairText(script().user('Q1').reply('m1', [empty]).reply('m1', 'A1').text()).repair.findings).toEqual([]);
  });

  it('is dropped if it is all of a reply', () => {
    const result = repairText(script().user('Q1').reply('m1', [signed]).user('Q2').reply('m2', 'A2').text());
    expect(kindsOf(result)).toEqual(['thinking-only']);
    expect(result.after).toEqual(['Q1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('is dropped without moving the end of the conversation to another branch', () => {
    const result = repairText(
      script()
        .user('Q1')
        .reply('m1', 'A1')
        .user('Q2')
        .user('Q2 old', { parentUuid: 'u2' })
        .reply('m2', [signed], { parentUuid: 'u3' })
        .text(),
    );
    expect(result.before).toEqual(['Q1', 'A1', 'Q2']);
    expect(result.after).toEqual(['Q1', 'A1', 'Q2']);
    expect(result.left).toEqual([]);
  });
});

describe('calls and results', () => {
  it('answers a call without a result, so that the words on its line are sent', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
    const result = repairText(
      script()
        .user('Q1')
        .reply('m1', [text('Looking'), call])
        .user('Q2')
        .reply('m2', 'A2')
        .text(),
    );
    expect(kindsOf(result)).toEqual(['tool-use']);
    expect(result.before).not.toContain('Looking');
    expect(result.after).toEqual(['Q1', 'Looking', 'call t1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('answers one of two parallel calls', () => {
    const result = repairText(
      script()
        .user('Q1')
        .call('m1', 't1')
        .call('m1', 't2')
        .result('t2', 'ok', { parentUuid: 'u3' })
        .reply('m2', 'A1')
        .text(),
    );
    expect(kindsOf(result)).toEqual(['tool-use']);
    expect(result.after).toEqual(['Q1', 'call t1', 'call t2', 'result t2', 'A1']);
    expect(result.left).toEqual([]);
  });

  it('leaves out results of missing calls', () => {
    const result = repairText(
      script().user('Q1').reply('m1', 'A1').result('gone').reply('m2', 'A2').user('Q2').reply('m3', 'A3').text(),
    );
    expect(kindsOf(result)).toEqual(['tool-result']);
    expect(result.text).not.toContain('gone');
    expect(result.after).toEqual(['Q1', 'A1', 'A2', 'Q2', 'A3']);
    expect(result.left).toEqual([]);
  });

  it('keeps the words next to such a result', () => {
    const orphan = { type: 'tool_result', tool_use_id: 'gone', content: 'x' };
    const result = repairText(
      script()
        .user('Q1')
        .reply('m1', 'A1')
        .user([orphan, text('and then')])
        .text(),
    );
    expect(result.after).toEqual(['Q1', 'A1', 'and then']);
    expect(result.left).toEqual([]);
  });
});
