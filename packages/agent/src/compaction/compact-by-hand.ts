import type { Thread } from '../chat/thread.js';
import type { Hooks } from '../hooks/hooks.js';
import { compact } from './compact.js';

export interface ByHand {
  thread: Thread;
  hooks: Hooks;
  file: string;
  signal: AbortSignal;
}

/** `/compact`: says in words what came of it, and throws what a person should know. */
export async function compactByHand(instructions: string, { thread, hooks, file, signal }: ByHand): Promise<string> {
  if (thread.options.conversation.messages.length === 0) throw new Error('There is nothing to compact yet.');
  if (hooks.has('PreCompact')) {
    const details = { trigger: 'manual', custom_instructions: instructions };
    const { block } = await hooks.run('PreCompact', details, signal, 'manual');
    if (block !== undefined) throw new Error(`A hook blocked it: ${block}`);
  }
  const compacted = await compact(thread, { trigger: 'manual', instructions, file, signal });
  if (compacted.kind === 'failed') throw new Error(`It could not be compacted: ${compacted.why}`);
  return compacted.kind === 'done' ? 'The conversation was replaced by a summary.' : 'Interrupted.';
}
