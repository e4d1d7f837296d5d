import {
  type Agent,
  type Block,
  type Entry,
  isAssistant,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  isUser,
  type JsonObject,
  type Node,
  type Reply,
  type Session,
  type Tokens,
  turnsOf,
} from '@unspool/session';
import { blocksOf } from '@unspool/session/read';
import { imageIn } from '../convert/steps/steps-of.js';

export interface Metrics {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  extra?: JsonObject;
}

/** A step of a trajectory, without its number. */
export interface TrajectoryStep {
  timestamp?: string;
  source: 'user' | 'agent' | 'system';
  message: string | JsonObject[];
  metrics?: Metrics;
  [member: string]: unknown;
}

export interface StepsOptions {
  session: Session;
  started: ReadonlyMap<string, readonly Agent[]>;
  turns?: ReadonlySet<number> | undefined;
}

/** The steps of the active branch: one for each prompt, each reply (with the results of its calls) and each compaction. */
export function* trajectorySteps({ session, started, turns: wanted }: StepsOptions): Generator<TrajectoryStep> {
  const { preamble, turns } = turnsOf(session);
  const shown = turns.filter((turn) => turn.isOnTip && (wanted?.has(turn.number) ?? true));
  const first = wanted ? [] : preamble;
  for (const { nodes, replies } of [{ nodes: first, replies: [] as Reply[] }, ...shown]) {
    const replyAt = new Map(replies.flatMap((reply) => (reply.nodes[0] ? [[reply.nodes[0], reply] as const] : [])));
    for (const node of nodes) {
      const reply = replyAt.get(node);
      if (reply) yield replyStep(reply, session, started);
      else if (node.user && node.user.results.length === 0) yield* wordsStep(node, session);
    }
  }
}

function* wordsStep(node: Node, session: Session): Generator<TrajectoryStep> {
  const entry = session.read(node);
  if (!isUser(entry)) return;
  const time = timeOf(node);
  const content = partsOf(blocksOf(entry.message.content));
  if (entry.isCompactSummary !== true) {
    yield { ...time, source: node.user?.isMeta ? 'system' : 'user', message: content };
    return;
  }
  const context_management = { type: 'compaction', boundary: 'replace' };
  const observation = { results: [{ content }] };
  yield { ...time, source: 'system', message: 'Conversation compacted', observation, extra: { context_management } };
}

function replyStep(reply: Reply, session: Session, started: StepsOptions['started']): TrajectoryStep {
  const blocks = reply.nodes.flatMap((node) => blocksIn(session.read(node)));
  const calls = blocks.filter(isToolUse).map(({ id, name, input }) => ({
    tool_call_id: id,
    function_name: name,
    arguments: typeof input === 'object' && input !== null ? input : {},
  }));
  const reasoning = blocks.flatMap((block) => (isThinking(block) && block.thinking !== '' ? [block.thinking] : []));
  const results = reply.calls.flatMap((call) =>
    call.result ? [resultOf(call.id, call.result.node, session, started)] : [],
  );
  return {
    ...timeOf(reply.nodes[0]),
    source: 'agent',
    ...(reply.model !== undefined && { model_name: reply.model }),
    message: blocks
      .filter(isText)
      .map(({ text }) => text)
      .join('\n\n'),
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(results.length > 0 && { observation: { results } }),
    ...(reply.tokens && { metrics: metricsOf(reply.tokens) }),
    llm_call_count: 1,
  };
}

function resultOf(id: string, node: Node, session: Session, started: StepsOptions['started']): JsonObject {
  const block = blocksIn(session.read(node)).find((each) => isToolResult(each) && each.tool_use_id === id);
  const { content, is_error } = (block ?? {}) as { content?: string | Block[]; is_error?: boolean };
  const refs = (started.get(id) ?? []).map(({ agentId }) => ({ trajectory_id: agentId }));
  return {
    source_call_id: id,
    content: partsOf(blocksOf(content)),
    ...(refs.length > 0 && { subagent_trajectory_ref: refs }),
    ...(is_error === true && { extra: { is_error } }),
  };
}

function blocksIn(entry: Entry): Block[] {
  return isUser(entry) || isAssistant(entry) ? blocksOf(entry.message.content) : [];
}

/** The types that the format accepts. */
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Plain text, or parts if there is an image. Images are embedded as data URLs. */
function partsOf(blocks: readonly Block[]): string | JsonObject[] {
  const parts = blocks.flatMap((block): JsonObject[] => {
    if (isText(block)) return [{ type: 'text', text: block.text }];
    const image = imageIn(block);
    if (!image) return [];
    if (!IMAGES.has(image.mediaType)) return [{ type: 'text', text: `[${image.mediaType}]` }];
    const path = `data:${image.mediaType};base64,${image.data}`;
    return [{ type: 'image', source: { media_type: image.mediaType, path } }];
  });
  if (parts.some(({ type }) => type === 'image')) return parts;
  return parts.map(({ text }) => text).join('\n');
}

/** `prompt_tokens` includes tokens read from the cache and written to it. */
function metricsOf(tokens: Tokens): Metrics {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = tokens;
  const written = cacheWrite5m + cacheWrite1h;
  return {
    prompt_tokens: input + cacheRead + written,
    completion_tokens: output,
    cached_tokens: cacheRead,
    ...(written > 0 && { extra: { cache_creation_input_tokens: written } }),
  };
}

function timeOf(node: Node | undefined): { timestamp?: string } {
  return node && !Number.isNaN(node.time) ? { timestamp: new Date(node.time).toISOString() } : {};
}
