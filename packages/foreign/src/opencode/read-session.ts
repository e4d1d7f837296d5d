import type { Output } from '../contract/output.js';
import { Makers } from './makers.js';
import { SessionReader } from './session-reader.js';
import type { SessionInfo, Storage } from './storage.js';

export interface ReadOptions {
  output: Output;
  /** Whether the session that started it is there. */
  isSubAgent: boolean;
  /** Shared by the sessions of one storage. */
  makers?: Makers;
}

/** Tells the output what was said in one session. */
export function readSession(
  storage: Storage,
  session: SessionInfo,
  { output, isSubAgent, makers = new Makers(storage) }: ReadOptions,
): void {
  const { id, parent, directory: cwd } = session;
  const thread =
    isSubAgent && parent !== undefined
      ? output.subAgent({ id, parent, cwd, ...startOf(session) })
      : output.session({ id, cwd });
  const reader = new SessionReader(output, thread, { session, makers: makers.of(session) });
  for (const message of storage.messages(id)) reader.read(message);
}

/** The client names sub-agents `<description> (@<type> subagent)`. */
function startOf({ title }: SessionInfo): { description?: string; type?: string } {
  const named = /^(.*) \(@([\w-]+) subagent\)$/s.exec(title ?? '');
  const [, description, type] = named ?? [undefined, title];
  return { ...(description !== undefined && { description }), ...(type !== undefined && { type }) };
}
