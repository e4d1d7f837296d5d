import { join } from 'node:path';
import type { Opened } from './open-start.js';
import { openBefore, restoreFiles } from './rewind.js';

export interface Rewound {
  /** The message for the user. */
  said: string;
  /** The session to continue with, if the conversation was rewound. */
  opened: Opened | undefined;
}

/** Rewinds to before a prompt. Throws, changing nothing, if there is no such prompt. */
export function rewindTo(
  file: string,
  promptUuid: string,
  what: 'conversation' | 'files' | 'both',
  { configDir, cwd: projectDir }: { configDir: string; cwd: string },
): Rewound {
  const opened = what === 'files' ? undefined : openBefore(file, promptUuid);
  if (what !== 'files' && !opened) throw new Error('The session has no such prompt.');
  const messages: string[] = [];
  if (what !== 'conversation') {
    const folder = join(configDir, 'file-history');
    const { restored, removed, skipped } = restoreFiles(file, promptUuid, { folder, projectDir });
    messages.push(`Files restored: ${restored.length}, removed: ${removed.length}.`);
    for (const { file: path, why } of skipped) messages.push(`${path} was left as it is: ${why}.`);
  }
  if (opened) messages.push('The conversation continues from before that prompt.');
  return { said: messages.join('\n'), opened };
}
