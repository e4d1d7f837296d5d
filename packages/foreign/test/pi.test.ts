import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { storiesOf } from './support/story.js';

const HEADER = { type: 'session', version: 3, id: 's1', timestamp: '2026-05-01T10:00:00.000Z', cwd: '/home/dev' };

function written(...entries: JsonObject[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-pi-')), 'session.jsonl');
  writeFileSync(file, [HEADER, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return file;
}

let last = 0;
const entry = (id: string, parentId: string | null, type: string, more: JsonObject): JsonObject => ({
  type,
  id,
  parentId,
  timestamp: new Date(Date.parse(HEADER.timestamp) + ++last * 1000).toISOString(),
  ...more,
});
const output = (id: string, parentId: string | null, role: string, text: string, more: JsonObject = {}) =>
  entry(id, parentId, 'message', { message: { role, content: [{ type: 'text', text }], ...more } });

describe('pi', () => {
  it('reads prompts, calls, file writes and usage', () => {
    const [story] = storiesOf(fixture('pi/original.jsonl'));
    expect(story).toMatchObject({ agent: 'pi', turns: 2, damaged: 0, unknown: [], title: 'TOOL please' });
    expect(story?.lines).toEqual([
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: bash {"command":"echo hello-from-tool > made.txt; cat made.txt","…',
      'result: hello-from-tool⏎',
      'model: The tool answered; all done.',
      'user: EDIT again',
      'thinking',
      'model: Writing.',
      'call: write {"path":"/home/dev/work/pi15-A/edited.txt","filePath":"/home…',
      'result: Successfully wrote to /home/dev/work/pi15-A/edited.txt [wrote /home/dev/work/pi15-A/edited.txt]',
      'model: The tool answered; all done.',
    ]);
    expect(story?.tokens).toEqual([1341 + 1431 + 1463 + 1574, 80, 400, 0]);
  });

  it('gives copied entries of a fork the ids of the original', () => {
    const home = homeOf({ '.pi/agent/sessions/--home-dev-work--': 'pi' });
    const sessions = sessionsAt(home, 'pi');
    expect(sessions).toHaveLength(2);
    const [fork, original] = sessions[0]?.turns === 3 ? sessions : [...sessions].reverse();
    expect(fork?.lines.slice(0, 12)).toEqual(original?.lines);
    const shared = original?.replyIds.filter((id) => fork?.replyIds.includes(id));
    expect(shared).toHaveLength(4);
  });

  it('looks for the original next to the fork, and opens no path from a file', () => {
    const original = { ...HEADER, id: 'its-own-id', timestamp: '2026-03-01T10:00:00.000Z' };
    const usage = { input: 1, output: 1 };
    const copied = { ...output('1', null, 'assistant', 'copied', { usage }), timestamp: '2026-04-01T10:00:00.000Z' };
    const replyIdWith = (place: 'beside' | 'elsewhere' | 'nowhere') => {
      const [folder = '', other = ''] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'unspool-pi-')));
      const parentSession = join(other, '2026_name.jsonl');
      if (place === 'elsewhere') writeFileSync(parentSession, `${JSON.stringify(original)}\n`);
      if (place === 'beside') writeFileSync(join(folder, '2026_name.jsonl'), `${JSON.stringify(original)}\n`);
      const lines = [{ ...HEADER, id: 'fork', parentSession }, copied];
      writeFileSync(join(folder, 'fork.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return storiesOf(join(folder, 'fork.jsonl'))[0]?.replyIds[0];
    };
    // The usage names the session that made the reply, known from its header or else from its file's name.
    expect(replyIdWith('elsewhere')).toBe(replyIdWith('nowhere'));
    expect(replyIdWith('beside')).not.toBe(replyIdWith('nowhere'));
  });

  it('follows the tree: an entry with an earlier parent begins another branch', () => {
    const [story] = storiesOf(
      written(
        output('1', null, 'user', 'one'),
        entry('2', '1', 'thinking_level_change', { thinkingLevel: 'high' }),
        output('3', '2', 'assistant', 'wrong'),
        output('4', '2', 'assistant', 'right'),
      ),
    );
    expect(story?.tip).toEqual(['user: one', 'model: right']);
  });

  it('reads titles, compaction with its usage, commands and interruptions', () => {
    const [story] = storiesOf(
      written(
        entry('1', null, 'session_info', { name: 'My title' }),
        output('2', '1', 'user', 'one'),
        entry('3', '2', 'compaction', { summary: 'so far', tokensBefore: 900, usage: { input: 7, output: 3 } }),
        entry('4', '3', 'message', { message: { role: 'bashExecution', command: 'ls', output: 'a.txt' } }),
        output('5', '4', 'assistant', 'well', { stopReason: 'aborted' }),
        entry('6', '5', 'never_seen', {}),
      ),
    );
    expect(story).toMatchObject({ title: 'My title', tokens: [7, 3, 0, 0], unknown: ['never_seen'] });
    expect(story?.lines).toEqual([
      'user: one',
      'system: compact_boundary',
      'user: so far',
      'user: <bash-input>ls</bash-input>',
      'user: <bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>',
      'model: well',
      'user: [Request interrupted by user]',
    ]);
  });

  it("resolves relative paths of edits against the session's folder", () => {
    const call = { type: 'toolCall', id: 'c1', name: 'edit', arguments: { path: 'a.ts', oldText: 'x', newText: 'y' } };
    const [story] = storiesOf(
      written(
        entry('1', null, 'message', { message: { role: 'assistant', content: [call] } }),
        output('2', '1', 'toolResult', 'done', { toolCallId: 'c1' }),
      ),
    );
    expect(story?.lines.at(-1)).toBe('result: done [wrote /home/dev/a.ts]');
  });
});
