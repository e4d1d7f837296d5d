import { expect } from 'vitest';
import { isUser, wordsOf } from '../../src/index.js';
import { type Script, script } from '../support/lines.js';
import { entriesOf } from './helpers.js';
import type { Proofs } from './proofs.js';

export const words: Proofs = {
  'A user line with a tool result is that result, whatever else is on it.': () => {
    const content = [
      { type: 'text', text: 'hi' },
      { type: 'tool_result', tool_use_id: 't', content: '' },
    ];
    expect(kindOf(script().user(content, { isMeta: true, isCompactSummary: true }))).toBe('tool_result');
  },
  'A line marked as compaction summary is a summary.': () => {
    expect(kindOf(script().user('<command-name>/x</command-name>', { isCompactSummary: true }))).toBe(
      'compact_summary',
    );
  },
  'Lines marked meta, lines whose origin is not a human, hook feedback and lone reminders are text that the client added.':
    () => {
      expect(kindOf(script().user('x', { isMeta: true }))).toBe('injected');
      expect(kindOf(script().user('x', { origin: { kind: 'task-notification' } }))).toBe('injected');
      expect(kindOf(script().user('Stop hook feedback:\nno'))).toBe('injected');
      expect(kindOf(script().user('<system-reminder>x</system-reminder>'))).toBe('injected');
    },
  'A line with a command name is a command; its output, shell input and shell output are distinguished.': () => {
    expect(kindOf(script().user('<command-name>/x</command-name>'))).toBe('command');
    expect(kindOf(script().user('<local-command-stdout>x</local-command-stdout>'))).toBe('command_output');
    expect(kindOf(script().user('<bash-input>ls</bash-input>'))).toBe('bash');
    expect(kindOf(script().user('<bash-stdout>a</bash-stdout>'))).toBe('bash_output');
  },
  'An interruption is a note of the client, not a prompt.': () => {
    expect(kindOf(script().user('[Request interrupted by user]'))).toBe('interruption');
  },
  'Any other user line is a prompt; context that the editor added is kept separate from it.': () => {
    const [entry] = entriesOf(script().user('<ide_opened_file>a.ts</ide_opened_file>why?').session());
    expect(entry && isUser(entry) && wordsOf(entry)).toMatchObject({
      kind: 'prompt',
      text: 'why?',
      ideContext: [{ kind: 'ide_opened_file', text: 'a.ts' }],
    });
  },
};

function kindOf(lines: Script): string | undefined {
  return lines.session().nodes[0]?.user?.words;
}
