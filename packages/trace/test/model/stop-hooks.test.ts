import { expect, it } from 'vitest';
import { spansOf, WrittenSession } from '../support/written-session.js';

const OURS = { command: 'event=$(cat); { printf %s "$event" | "node" "/x/dist/trace-hook.cjs"; } >/dev/null 2>&1 &' };
const OTHERS = { command: 'say done', durationMs: 3 };

function hooksToldOf(hookInfos: object[], fields: object = {}): string[] {
  const line = { type: 'system', subtype: 'stop_hook_summary', hookCount: hookInfos.length, hookInfos, ...fields };
  const session = new WrittenSession().prompt('hello').reply('m1', 'Hi.').line(line);
  return spansOf(session)
    .filter(({ kind }) => kind === 'event')
    .map(({ name }) => name);
}

it('our own hook is not an event of a turn', () => {
  expect(hooksToldOf([OURS])).toEqual([]);
});

it('hooks of others and failures are', () => {
  expect(hooksToldOf([OTHERS])).toEqual(['hook Stop']);
  expect(hooksToldOf([OTHERS, OURS])).toEqual(['hook Stop']);
  expect(hooksToldOf([])).toEqual(['hook Stop']);
  expect(hooksToldOf([OURS], { hookErrors: ['no such file'] })).toEqual(['hook Stop']);
});
