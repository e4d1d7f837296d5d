import { Calendar } from '@unspool/store';
import { OTHER_AGENTS } from '../session/agent-names.js';

interface Setting {
  about: string;
  /** What is wrong with a value. */
  faultOf(value: string): string | undefined;
}

/** What `unspool config` sets. Everything else in settings.json is kept. */
export const SETTINGS = {
  timezone: {
    about: 'the time zone of days in usage, such as Europe/Berlin',
    faultOf: (zone) => (isTimeZone(zone) ? undefined : 'It must be a time zone such as UTC or Europe/Berlin.'),
  },
  project: {
    about: 'the default project of ls, search and usage',
    faultOf: (project) => (project === '' ? 'It must not be empty.' : undefined),
  },
  color: {
    about: 'auto, always or never',
    faultOf: (choice) =>
      ['auto', 'always', 'never'].includes(choice) ? undefined : 'It must be auto, always or never.',
  },
  agents: {
    about: 'the other agents whose sessions are read: all, none, or names such as codex,gemini',
    faultOf: (names) =>
      ['all', 'none'].includes(names) || names.split(',').every((name) => OTHER_AGENTS.includes(name.trim()))
        ? undefined
        : `It must be all, none, or some of: ${OTHER_AGENTS.join(', ')}.`,
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

function isTimeZone(zone: string): boolean {
  try {
    new Calendar(zone);
    return true;
  } catch {
    return false;
  }
}
