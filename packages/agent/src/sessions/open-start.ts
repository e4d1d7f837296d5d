import {
  type ApiMessage,
  type Block,
  isText,
  isToolResult,
  type JsonObject,
  openSession,
  planResume,
  resume,
  type Session,
  totalTokens,
} from '@unspool/session';
import type { OtherEntry } from '@unspool/session/read';
import type { Backup } from '../record/file-history.js';

/** A session that is ready to be continued. */
export interface Opened {
  file: string;
  sessionId: string;
  messages: ApiMessage[];
  /** The parent of the next line; undefined if that is a root. */
  after: { uuid: string; time: number } | undefined;
  slug: string | undefined;
  /** The model of the last reply. */
  model: string | undefined;
  /** Number of prompts. */
  turns: number;
  /** Tokens in the last reply's request. */
  contextTokens: number;
  tracked: Map<string, Backup>;
  /** The client's record of costs. */
  costState: JsonObject;
  /** Lines that the client would write before the next prompt, so that the file matches the request. */
  missing: { results: Block[]; words: string | undefined };
}

export type OpenResult = { kind: 'opened'; opened: Opened } | { kind: 'refused'; reasons: string[] };

/** Reads a session in order to continue it. `resume` determines the messages. */
export function openStart(file: string): OpenResult {
  return startOf(openSession(file), file);
}

export function startOf(session: Session, file: string): OpenResult {
  const { resumed, reasons, messages } = resume(session, undefined, { withReminders: true });
  const tip = planResume(session).chain?.tip.node;
  if (!resumed || tip?.uuid === undefined) return { kind: 'refused', reasons: reasons.map(({ message }) => message) };
  const lastReply = session.nodes.findLast((node) => node.reply?.model && node.reply.model !== '<synthetic>')?.reply;
  const entry = session.read(tip) as { slug?: unknown };
  return {
    kind: 'opened',
    opened: {
      file,
      sessionId: session.sessionId,
      messages,
      after: { uuid: tip.uuid, time: Number.isNaN(tip.time) ? 0 : tip.time },
      slug: typeof entry.slug === 'string' ? entry.slug : undefined,
      model: lastReply?.model,
      turns: session.nodes.filter(({ user }) => user?.words === 'prompt' || user?.words === 'command').length,
      contextTokens: lastReply?.tokens ? totalTokens(lastReply.tokens) : 0,
      tracked: trackedFiles(session),
      costState: lastCostState(session),
      missing: missingLines(session, messages),
    },
  };
}

const INTERRUPTED_CALL = '[Tool call interrupted';

/** `resume` completes an abrupt end in memory. Like the client, we also write that to the file. */
function missingLines(session: Session, messages: readonly ApiMessage[]): Opened['missing'] {
  const lines = planResume(session).chain?.lines ?? [];
  const last = lines.findLast(({ node }) => node.type !== 'system' && node.type !== 'progress');
  const end = messages.at(-1);
  const isClosed = last?.node.type !== 'assistant' && end?.role === 'assistant';
  const lastUser = messages.findLast(({ role }) => role === 'user');
  const results = lastUser?.content.filter(isInterruptedCall) ?? [];
  const recorded = new Set(session.nodes.flatMap(({ user }) => user?.results.map((fact) => fact.tool_use_id) ?? []));
  return {
    results: results.filter((block) => isToolResult(block) && !recorded.has(block.tool_use_id)),
    words: isClosed || results.length > 0 ? end?.content.find(isText)?.text : undefined,
  };
}

function isInterruptedCall(block: Block): boolean {
  return isToolResult(block) && typeof block.content === 'string' && block.content.startsWith(INTERRUPTED_CALL);
}

export function lastCostState(session: Session): JsonObject {
  const last = session.nodes.findLast((node) => node.type === 'cost-state');
  return last ? (session.read(last) as JsonObject) : {};
}

/** The last snapshot and later additions to it. */
export function trackedFiles(session: Session): Map<string, Backup> {
  let tracked = new Map<string, Backup>();
  for (const node of session.nodes) {
    if (node.type !== 'file-history-snapshot' && node.type !== 'file-history-delta') continue;
    const entry = session.read(node) as OtherEntry;
    if (entry['type'] === 'file-history-snapshot') {
      const { trackedFileBackups } = (entry['snapshot'] ?? {}) as { trackedFileBackups?: { [path: string]: Backup } };
      tracked = new Map(Object.entries(trackedFileBackups ?? {}).filter(([, backup]) => isBackup(backup)));
    } else if (typeof entry['trackingPath'] === 'string' && isBackup(entry['backup'])) {
      tracked.set(entry['trackingPath'], entry['backup']);
    }
  }
  return tracked;
}

/** Transcripts may be hostile: accept only the exact form of a backup's name, a hash and a number. */
export function isBackup(value: unknown): value is Backup {
  const { backupFileName, version } = (value ?? {}) as Partial<Backup>;
  if (typeof version !== 'number') return false;
  return (
    backupFileName === null || (typeof backupFileName === 'string' && /^[0-9a-f]{8,64}@v\d+$/.test(backupFileName))
  );
}
