import type { Block, JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { AgentName } from '../contract/agent-name.js';
import type { Extent } from '../contract/output.js';
import type { CallUsage, Moment, Reply, Result, Surroundings, Thread } from '../contract/thread.js';
import { messageIdOf, uuidOf } from './derived-id.js';
import type { Draft } from './draft.js';
import { notedWrites } from './noted-writes.js';

export interface ThreadOptions {
  agent: AgentName;
  /** With `usage`, only replies that report it are written, without their content, and the first entry. */
  extent: Extent;
  /** The id of the session or sub-agent. Its entries' ids are derived from it. */
  id: string;
  /** The session id on the lines. For a sub-agent, the id of the session that started it. */
  sessionId: string;
  isSubAgent: boolean;
  cwd: string | undefined;
}

/** Writes one conversation in Claude Code's format. The same calls write the same bytes. */
export class ThreadWriter implements Thread {
  leaf: string | null = null;
  /** The time of the last entry that has one, in milliseconds. */
  lastTime: number | undefined;
  entries = 0;
  private surroundings: Partial<Surroundings>;
  private readonly used = new Set<string>();

  constructor(
    private readonly draft: Draft,
    private readonly options: ThreadOptions,
  ) {
    this.surroundings = options.cwd === undefined ? {} : { cwd: options.cwd };
  }

  at(facts: Partial<Surroundings>): void {
    this.surroundings = { ...this.surroundings, ...facts };
  }

  prompt(content: string | Block[], moment: Moment): string {
    return this.add({ type: 'user', message: { role: 'user', content } }, moment);
  }

  injected(content: string | Block[], moment: Moment): string {
    return this.add({ type: 'user', isMeta: true, message: { role: 'user', content } }, moment);
  }

  reply({ id, model, content, usage, stopReason }: Reply, moment: Moment): string {
    const message = {
      id: messageIdOf(this.options.agent, moment.madeIn ?? this.options.id, id),
      type: 'message',
      role: 'assistant',
      model: model ?? '',
      content: this.options.extent === 'usage' ? [] : content,
      stop_reason: stopReason ?? null,
      ...(usage && { usage: usageFields(usage) }),
    };
    return this.add({ type: 'assistant', message }, moment);
  }

  result({ toolUseId, content, isError, writes = [], agentId }: Result, moment: Moment): string {
    const block = { type: 'tool_result', tool_use_id: toolUseId, content, ...(isError && { is_error: true }) };
    const noted = { ...(writes.length > 0 && notedWrites(writes)), ...(agentId !== undefined && { agentId }) };
    const message = { role: 'user', content: [block] };
    const hasNotes = Object.keys(noted).length > 0;
    return this.add({ type: 'user', message, ...(hasNotes && { toolUseResult: noted }) }, moment);
  }

  interrupted(moment: Moment): string {
    return this.add({ type: 'user', message: { role: 'user', content: '[Request interrupted by user]' } }, moment);
  }

  compacted(summary: string | undefined, moment: Moment, tokensBefore?: number): string {
    const logicalParentUuid = this.leaf;
    this.leaf = null;
    const compactMetadata = { trigger: 'auto', ...(tokensBefore !== undefined && { preTokens: tokensBefore }) };
    this.add(
      {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        logicalParentUuid,
        compactMetadata,
      },
      { ...moment, key: `${moment.key} boundary` },
    );
    const content =
      summary ?? 'What came before was replaced with a summary that only the provider of the model can read.';
    return this.add(
      { type: 'user', isCompactSummary: true, isVisibleInTranscriptOnly: true, message: { role: 'user', content } },
      moment,
    );
  }

  failed(message: string, moment: Moment): string {
    return this.add({ type: 'system', subtype: 'informational', level: 'error', content: message }, moment);
  }

  rewind(uuid: string | null): void {
    this.leaf = uuid;
  }

  title(text: string, by: 'person' | 'client'): void {
    const { sessionId } = this.options;
    if (by === 'person') this.draft.write({ type: 'custom-title', customTitle: text, sessionId });
    else this.draft.write({ type: 'ai-title', aiTitle: text, sessionId });
  }

  private add(entry: JsonObject, { key, time, madeIn }: Moment): string {
    const { agent, extent, id, sessionId, isSubAgent } = this.options;
    const timestamp = this.timeOf(time);
    this.entries++;
    // The first entry names the project of a session without usage.
    if (extent === 'usage' && !hasUsage(entry) && this.entries > 1) return this.leaf ?? '';
    const uuid = this.newUuid(madeIn ?? id, key);
    this.draft.write({
      parentUuid: this.leaf,
      isSidechain: isSubAgent,
      ...(isSubAgent && { agentId: id }),
      userType: 'external',
      entrypoint: agent,
      ...this.surroundings,
      sessionId,
      ...entry,
      uuid,
      ...(timestamp !== undefined && { timestamp }),
      ...(madeIn !== undefined && madeIn !== id && { forkedFrom: { sessionId: madeIn, messageUuid: uuid } }),
    });
    this.leaf = uuid;
    return uuid;
  }

  /** A damaged file may repeat a record. Two entries with one uuid would form a cycle. */
  private newUuid(madeIn: string, key: string): string {
    for (let time = 1; ; time++) {
      const uuid = uuidOf(this.options.agent, madeIn, time === 1 ? key : `${key} ${time}`);
      if (this.used.has(uuid)) continue;
      this.used.add(uuid);
      return uuid;
    }
  }

  private timeOf(given: string | number | undefined): string | undefined {
    const time = typeof given === 'string' ? Date.parse(given) : given;
    if (time !== undefined && Math.abs(time) <= LATEST) this.lastTime = time;
    return this.lastTime === undefined ? undefined : new Date(this.lastTime).toISOString();
  }
}

function hasUsage({ message }: JsonObject): boolean {
  return isObject(message) && message.usage !== undefined;
}

/** The last time that a Date can represent. */
const LATEST = 8.64e15;

function usageFields({ input, output, cacheRead = 0, cacheWrite = 0 }: CallUsage): JsonObject {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
  };
}
