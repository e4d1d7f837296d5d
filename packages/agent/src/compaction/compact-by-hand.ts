import type { Thread } from '../chat/thread.js';
import type { Hooks } from '../hooks/hooks.js';
import { compact } from './compact.js';

export interface ByHand {
  thread: Thread;
  hooks: Hooks;
  file: string;
  signal: AbortSignal;
}

/** Runs `/compact`. Returns a message for the user; throws if it fails. */
export async function compactByHand(instructions: string, { thread, hooks, file, signal }: ByHand): Promise<string> {
  if (thread.options.conversation.messages.length === 0) throw new Error('Nothing to compact yet.');
  if (hooks.has('PreCompact')) {
    const details = { trigger: 'manual', custom_instructions: instructions };
    const { block } = await hooks.run('PreCompact', details, signal, 'manual');
    if (block !== undefined) throw new Error(`A hook blocked the compaction: ${block}`);
  }
  const compacted = await compact(thread, { trigger: 'manual', instructions, file, signal });
  if (compacted.kind === 'failed') throw new Error(`Cannot compact the conversation: ${compacted.why}`);
  return compacted.kind === 'done' ? 'Replaced the conversation with a summary.' : 'Interrupted.';
}
