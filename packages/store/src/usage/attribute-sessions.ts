import { familyOf, type JsonObject, readLines, type SessionFile } from '@unspool/session';
import { apportion } from './apportion.js';
import { type AttributedReply, Attribution, CONTEXT, skillOf, toolOf } from './attribution.js';
import { Pile } from './pile.js';
import type { Prices } from './prices.js';
import type { Report, ReportRow } from './reports.js';
import { newSum } from './sum.js';
import { emptyUsage, isOverTier, type SessionRef, type Usage } from './usage.js';

export type CauseKind = 'tools' | 'skills' | 'agents';

export interface CauseOptions {
  prices: Prices;
  isWanted(usage: Usage): boolean;
  onSession?: () => void;
}

interface CountedReply extends AttributedReply {
  session: SessionRef;
  /** The kind of sub-agent whose reply it is. */
  agentType: string | undefined;
}

type Row = ReportRow & { pile: Pile };

/**
 * What tools, skills or sub-agents cost: a reply's output is split over what it consists of, its new input over what
 * brought it, both by size; what was read again from the cache is a row of its own. A sub-agent costs what its own
 * replies cost. See docs/usage.md.
 */
export function causesOf(
  kind: CauseKind,
  sessions: Iterable<SessionFile>,
  refs: (session: SessionFile) => SessionRef,
  options: CauseOptions,
): Report {
  const replies = new Map<string, CountedReply>();
  for (const session of sessions) {
    addSession(session, refs(session), kind, replies);
    options.onSession?.();
  }
  const rows = new Map<string, Row>();
  const total = new Pile();
  for (const reply of replies.values()) {
    const usage = usageOfReply(reply, options.prices);
    if (!options.isWanted(usage)) continue;
    for (const [label, part] of partsOf(kind, reply, usage)) {
      total.add(part);
      add(rows, label, part);
    }
  }
  const sum = newSum();
  total.addTo(sum, options.prices);
  const list = [...rows.values()].map(({ pile, ...row }) => {
    pile.addTo(row.sum, options.prices);
    return row;
  });
  return {
    kind,
    rows: list.sort((a, b) => (a.sum.cost < b.sum.cost ? 1 : a.sum.cost > b.sum.cost ? -1 : a.key < b.key ? -1 : 1)),
    total: sum,
  };
}

function addSession(session: SessionFile, ref: SessionRef, kind: CauseKind, replies: Map<string, CountedReply>): void {
  const types = new AgentTypes();
  const files = session.hasMain ? [{ file: session.file, id: undefined as string | undefined }] : [];
  for (const agent of session.agentFiles) files.push({ file: agent.file, id: agent.id });
  const metas = kind === 'agents' && session.agentFiles.length > 0 ? familyOf(session).agents : [];
  for (const { file, id } of files) {
    const attribution = new Attribution(file);
    for (const line of readLines(file)) {
      for (const object of line.objects) {
        attribution.add(object, line.byte);
        if (kind === 'agents') types.note(object);
      }
    }
    const meta = metas.find((agent) => agent.file === file)?.meta;
    for (const [key, reply] of attribution.replies) {
      const known = replies.get(key);
      if (known && known.record.isEmbedded <= reply.record.isEmbedded && known.record.output >= reply.record.output)
        continue;
      const isAgent = id !== undefined || reply.record.isSidechain;
      const agentType = isAgent ? types.of(id, meta) : undefined;
      replies.set(key, { ...reply, session: ref, agentType: agentType ?? known?.agentType });
    }
  }
}

/** Who a sub-agent is: by its own note, else by the call that started it. */
class AgentTypes {
  private readonly byCall = new Map<string, string>();
  private readonly byAgent = new Map<string, string>();

  note(object: JsonObject): void {
    const message = object['message'] as { content?: unknown } | undefined;
    if (object['type'] === 'assistant' && Array.isArray(message?.content)) {
      for (const block of message.content as { type?: unknown; id?: unknown; input?: { subagent_type?: unknown } }[]) {
        const type = block?.input?.subagent_type;
        if (block?.type === 'tool_use' && typeof type === 'string') this.byCall.set(String(block.id), type);
      }
    }
    const result = object['toolUseResult'] as { agentId?: unknown; agentType?: unknown } | undefined;
    if (typeof result?.agentId !== 'string' || !Array.isArray(message?.content)) return;
    const [block] = message.content as { tool_use_id?: unknown }[];
    const type = typeof result.agentType === 'string' ? result.agentType : this.byCall.get(String(block?.tool_use_id));
    if (type !== undefined) this.byAgent.set(result.agentId, type);
  }

  of(agentId: string | undefined, meta: JsonObject | undefined): string {
    const { agentType, toolUseId } = meta ?? {};
    if (typeof agentType === 'string') return agentType;
    const byCall = typeof toolUseId === 'string' ? this.byCall.get(toolUseId) : undefined;
    return byCall ?? (agentId === undefined ? undefined : this.byAgent.get(agentId)) ?? '(unknown type)';
  }
}

function usageOfReply({ record, session, agentType }: CountedReply, prices: Prices): Usage {
  return {
    ...emptyUsage(session),
    input: record.input,
    output: record.output,
    cacheRead: record.cacheRead,
    cacheWrite5m: record.cacheWrite5m,
    cacheWrite1h: record.cacheWrite1h,
    webSearches: record.webSearches,
    model: record.model,
    isFast: record.isFast,
    isUs: record.isUs,
    isOver: isOverTier(record.model, record, prices),
    time: record.time,
    isAgent: agentType !== undefined || record.isSidechain,
  };
}

function partsOf(kind: CauseKind, reply: CountedReply, usage: Usage): [string, Usage][] {
  if (kind === 'agents') return reply.agentType === undefined ? [] : [[reply.agentType, usage]];
  if (kind === 'skills' && reply.skill !== undefined) return [[reply.skill, usage]];
  const parts = split(reply, usage);
  if (kind === 'tools') return parts.map(([label, part]) => [toolOf(label), part]);
  return parts.flatMap(([label, part]): [string, Usage][] => {
    const skill = skillOf(label);
    return skill === undefined ? [] : [[skill, part]];
  });
}

/** Every token of the reply in exactly one part. */
function split({ brought, said }: CountedReply, usage: Usage): [string, Usage][] {
  const nothing = {
    ...usage,
    replies: 0,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
  };
  const parts = new Map<string, Usage>();
  const partFor = (label: string): Usage => {
    let part = parts.get(label);
    if (!part) {
      part = { ...nothing };
      parts.set(label, part);
    }
    return part;
  };
  const spread = (
    sizes: ReadonlyMap<string, number>,
    counters: readonly ('input' | 'output' | 'cacheWrite5m' | 'cacheWrite1h')[],
  ) => {
    const labels = sizes.size > 0 ? [...sizes.keys()] : [CONTEXT];
    const weights = sizes.size > 0 ? [...sizes.values()] : [1];
    for (const counter of counters) {
      const shares = apportion(usage[counter], weights);
      labels.forEach((label, at) => {
        partFor(label)[counter] += shares[at] ?? 0;
      });
    }
  };
  spread(said, ['output']);
  spread(brought, ['input', 'cacheWrite5m', 'cacheWrite1h']);
  const context = partFor(CONTEXT);
  context.cacheRead += usage.cacheRead;
  context.webSearches += usage.webSearches;
  for (const label of said.keys()) partFor(label).replies = 1;
  return [...parts];
}

function add(rows: Map<string, Row>, key: string, usage: Usage): void {
  let row = rows.get(key);
  if (!row) {
    row = { key, sum: newSum(), sessions: new Set(), lastTime: Number.NEGATIVE_INFINITY, pile: new Pile() };
    rows.set(key, row);
  }
  row.pile.add(usage);
  row.sessions.add(usage.session);
  if (usage.time > row.lastTime) row.lastTime = usage.time;
}
