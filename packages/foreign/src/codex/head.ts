import type { JsonObject } from '@unspool/session';
import { objectIn, textIn } from '../read/values.js';

/** Facts about a thread from the first line of its file. */
export interface ThreadHead {
  id: string;
  cwd: string | undefined;
  /** For a sub-agent, the thread that started it. */
  parent: string | undefined;
  type?: string;
  description?: string;
}

export function begin(meta: JsonObject, id: string): ThreadHead {
  const subAgent = objectIn(meta, 'source')?.subagent;
  const spawn = objectIn(objectIn(objectIn(meta, 'source'), 'subagent'), 'thread_spawn');
  const root = textIn(meta, 'session_id');
  const parent = textIn(spawn, 'parent_thread_id') ?? textIn(meta, 'parent_thread_id') ?? root;
  const type =
    textIn(spawn, 'agent_role') ?? textIn(meta, 'agent_role') ?? (typeof subAgent === 'string' ? subAgent : undefined);
  const description = textIn(spawn, 'agent_nickname') ?? textIn(meta, 'agent_nickname');
  const isSubAgent = subAgent !== undefined && parent !== undefined && parent !== id;
  return {
    id,
    cwd: textIn(meta, 'cwd'),
    parent: isSubAgent ? parent : undefined,
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
  };
}
