import { blocksOf } from '../../format/block.js';
import { type Entry, isAssistant, isUser } from '../../format/entry.js';
import type { GraphEntry, SystemEntry, UserEntry } from '../../format/schema.js';
import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import { charactersIn, estimateContext, estimateTokens } from '../estimate.js';

export interface Compaction {
  session: Session;
  /** The lines that the summary replaces. */
  old: readonly Node[];
  kept: readonly Node[];
  summary: string;
  newUuid: () => string;
}

/** Returns the two lines of a compaction, as the client writes them. */
export function compactionLines({ session, old, kept, summary, newUuid }: Compaction): [SystemEntry, UserEntry] {
  const boundary = newUuid();
  const last = old.findLast((node) => node.uuid !== undefined);
  const common = commonFields(session, [...old, ...kept.slice(0, 1)]);
  return [
    {
      parentUuid: null,
      ...(last?.uuid !== undefined && { logicalParentUuid: last.uuid }),
      isSidechain: false,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      compactMetadata: { trigger: 'manual', ...tokensOf(session, old, summary) },
      uuid: boundary,
      ...common,
    },
    {
      parentUuid: boundary,
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: summary },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      uuid: newUuid(),
      ...common,
    },
  ];
}

/** Place and time, from the last old line that has a time, otherwise from the first kept one. */
export function commonFields(session: Session, nodes: readonly Node[]): GraphEntry {
  const timed = nodes.findLast((node) => !Number.isNaN(node.time)) ?? nodes.at(-1);
  const entry: Entry & GraphEntry = timed ? session.read(timed) : {};
  const { userType, entrypoint, cwd, sessionId, version, gitBranch, slug } = entry;
  return {
    ...(timed && !Number.isNaN(timed.time) && { timestamp: new Date(timed.time).toISOString() }),
    ...(userType !== undefined && { userType }),
    ...(entrypoint !== undefined && { entrypoint }),
    ...(cwd !== undefined && { cwd }),
    sessionId: sessionId ?? session.sessionId,
    ...(version !== undefined && { version }),
    ...(gitBranch !== undefined && { gitBranch }),
    ...(slug !== undefined && { slug }),
  };
}

function tokensOf(session: Session, old: readonly Node[], summary: string): { preTokens: number; postTokens: number } {
  const preTokens = estimateContext(session);
  let gone = 0;
  for (const node of old) {
    const entry = session.read(node);
    if (isUser(entry) || isAssistant(entry)) gone += charactersIn(blocksOf(entry.message.content));
  }
  return { preTokens, postTokens: Math.max(0, preTokens + estimateTokens(summary.length) - estimateTokens(gone)) };
}
