import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveSettings } from '../../src/keep/archive-settings.js';
import { dueSessions } from '../../src/keep/due-sessions.js';
import { line, NOW, newArchiveFolder, newConfig, SLUG, sessionsOf } from './family.js';

const DAY = 86_400;

function configWith(days: number[], settings?: string) {
  const config = newConfig();
  if (settings !== undefined) writeFileSync(join(config.folder, 'settings.json'), settings);
  for (const age of days) {
    const file = join(config.projects, SLUG, `00000000-0000-4000-8000-${String(age * 10).padStart(12, '0')}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, line('x'));
    utimesSync(file, NOW / 1000 - age * DAY, NOW / 1000 - age * DAY);
  }
  return config;
}

describe('a due session', () => {
  const ages = (config: ReturnType<typeof newConfig>, afterDays = 3) =>
    dueSessions([{ config, sessions: sessionsOf(config) }], { now: NOW, afterDays }).map(
      ({ session }) => Math.round(((NOW - session.mtimeMs) / DAY / 1000) * 10) / 10,
    );

  it('was not changed for days; the oldest comes first', () => {
    expect(ages(configWith([0, 1, 2, 3, 4, 20, 40]))).toEqual([40, 20, 4, 3]);
    expect(ages(configWith([0, 1, 2, 3, 4, 20, 40]), 30)).toEqual([40]);
  });

  it('is due earlier if the client deletes sooner', () => {
    expect(ages(configWith([0, 1, 2, 3], '{"cleanupPeriodDays": 8}'))).toEqual([3, 2, 1]);
    expect(ages(configWith([0, 0.1, 2], '{"cleanupPeriodDays": 1}'))).toEqual([2, 0.1]);
  });

  it('is not due before its sub-agents are quiet too', () => {
    const config = configWith([5]);
    const [session] = sessionsOf(config);
    const agent = join(config.projects, SLUG, session?.sessionId ?? '', 'subagents/agent-a1.jsonl');
    mkdirSync(dirname(agent), { recursive: true });
    writeFileSync(agent, line('busy'));
    utimesSync(agent, NOW / 1000, NOW / 1000);
    expect(ages(config)).toEqual([]);
  });
});

describe('settings', () => {
  const machine = (text?: string, env: { [name: string]: string } = {}) => {
    const data = dirname(newArchiveFolder());
    if (text !== undefined) writeFileSync(join(data, 'settings.json'), text);
    return { env: { UNSPOOL_HOME: data, ...env }, home: '/nowhere' };
  };

  it.each([
    [undefined, {}, { isAutomatic: true, afterDays: 3 }],
    ['{}', {}, { isAutomatic: true, afterDays: 3 }],
    ['{"archive": {"automatic": false}}', {}, { isAutomatic: false, afterDays: 3 }],
    ['{"archive": {"afterDays": 10}, "other": 1}', {}, { isAutomatic: true, afterDays: 10 }],
    [undefined, { UNSPOOL_ARCHIVE: 'off' }, { isAutomatic: false, afterDays: 3 }],
    ['{"archive": {"automatic": false}}', { UNSPOOL_ARCHIVE: 'on' }, { isAutomatic: true, afterDays: 3 }],
  ])('%s with %j', (text, env, expected) => {
    expect(archiveSettings(machine(text, env))).toEqual(expected);
  });

  it.each(['{', '[]', '{"archive": 1}', '{"archive": {"automatic": "yes"}}', '{"archive": {"afterDays": -1}}'])(
    '%s is not understood',
    (text) => {
      expect(() => archiveSettings(machine(text))).toThrow(SyntaxError);
    },
  );
});

it('the remains of a session are due by its sub-agents’ times, not its folder’s', () => {
  const config = newConfig();
  const agent = join(config.projects, SLUG, '00000000-0000-4000-8000-000000000001/subagents/agent-a1.jsonl');
  mkdirSync(dirname(agent), { recursive: true });
  writeFileSync(agent, line('old'));
  utimesSync(agent, NOW / 1000 - 10 * DAY, NOW / 1000 - 10 * DAY);
  const due = dueSessions([{ config, sessions: sessionsOf(config) }], { now: NOW, afterDays: 3 });
  expect(due).toMatchObject([{ session: { hasMain: false } }]);
  expect([19, 20].map((days) => due[0]?.isDeletedWithin(days))).toEqual([false, true]);
});
