import type { Output } from '../contract/output.js';
import { Makers } from './makers.js';
import { SessionReader } from './session-reader.js';
import type { SessionInfo, Storage } from './storage.js';

export interface ReadOptions {
  output: Output;
  /** Whether the session that started it exists. */
  isSubAgent: boolean;
  /** Shared by the sessions of one storage. */
  makers?: Makers;
}

/** Writes the content of one session to the output. */
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
