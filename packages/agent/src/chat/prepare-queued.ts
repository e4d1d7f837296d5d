import { textOf } from '@unspool/session';
import { reminder } from '../context/system-prompt.js';
import type { Hooks } from '../hooks/hooks.js';
import type { AttachmentGiven, Listen } from '../loop/event.js';
import type { Queued } from '../loop/run-turn.js';
import { type Naming, namedFiles } from './named-files.js';
import type { Waiting } from './prompt-queue.js';

export interface JoinHost extends Naming {
  readonly hooks: Hooks;
  readonly tell: Listen;
}

/** Prepares queued prompts and notifications to join the running turn. Prompts get their files and hooks as usual. */
export async function prepareQueued(taken: readonly Waiting[], host: JoinHost): Promise<Queued[]> {
  const queued: Queued[] = [];
  for (const waiting of taken) queued.push(...(await joined(waiting, host)));
  return queued;
}

async function joined({ prompt: content, isNotification }: Waiting, host: JoinHost): Promise<Queued[]> {
  const words = textOf(content);
  if (isNotification) return [{ kind: 'notification', content, sent: reminder(words) }];
  const context = await askPromptHooks(words, host);
  if (context === undefined) return [];
  const { pictures, attachments } = await namedFiles(words, host);
  return [{ kind: 'prompt', content, pictures, attachments: [...attachments, ...context] }];
}

/** Context that hooks add to a prompt; undefined if a hook blocked it. */
export async function askPromptHooks(
  prompt: string,
  { hooks, tell, signal }: JoinHost,
): Promise<AttachmentGiven[] | undefined> {
  if (!hooks.has('UserPromptSubmit')) return [];
  const answer = await hooks.run('UserPromptSubmit', { prompt }, signal);
  const blocked = answer.block ?? answer.stop;
  if (blocked === undefined) return answer.attachments;
  tell({ type: 'notice', level: 'error', message: `A hook blocked the prompt: ${blocked}` });
  return undefined;
}
