import type { Block } from '@unspool/session';
import type { AttachmentGiven } from '../loop/event.js';
import { readTool } from '../tools/files/read-tool.js';
import { type MentionHost, mentionsIn } from './mentions.js';
import type { ChatOptions } from './options.js';
import type { PermissionGate } from './permission-gate.js';
import type { Thread } from './thread.js';

export interface NamedFiles {
  /** Sent before the prompt. */
  pictures: Block[];
  /** Sent after it. */
  attachments: AttachmentGiven[];
}

export interface Naming {
  readonly gate: PermissionGate;
  readonly options: ChatOptions;
  readonly thread: Thread;
  readonly signal: AbortSignal;
}

/** Reads the files that a prompt mentions. */
export async function namedFiles(words: string, naming: Naming): Promise<NamedFiles> {
  const mentions = await mentionsIn(words, hostOf(naming));
  return {
    pictures: mentions.flatMap(({ picture }) => picture ?? []),
    attachments: mentions.map(({ attachment, rendered }) => ({ type: 'attachment', attachment, rendered })),
  };
}

function hostOf({ gate, options, thread, signal }: Naming): MentionHost {
  // Typing a path at a terminal is consent to read it; piped text may come from anyone.
  const isTyped = options.entrypoint === 'cli';
  return {
    mayRead: (file_path) => {
      const { behavior } = gate.decide(readTool, { file_path });
      return behavior === 'allow' || (behavior === 'ask' && isTyped);
    },
    contextFor: (call) => thread.options.contextFor(call, signal),
  };
}
