import { readFileSync } from 'node:fs';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import {
  type LangfuseAgent,
  propagateAttributes,
  setLangfuseTracerProvider,
  startObservation,
} from '@langfuse/tracing';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** A line as the hooks' documentation describes it. */
interface Line {
  type?: string;
  isMeta?: boolean;
  timestamp: string;
  origin?: { kind?: string };
  message: { id?: string; role: string; model?: string; content: string | Block[]; usage?: Usage };
}

interface Block {
  type: string;
  text?: string;
  thinking?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: unknown;
  is_error?: boolean;
}

interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  cache_creation?: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
}

interface Turn {
  user: Line;
  replies: { id: string; lines: Line[] }[];
  results: { block: Block; line: Line }[];
}

/**
 * A session sent by Langfuse's own SDK, following the hooks' documentation. This exporter shares no code with ours, not
 * even the reader. Sub-agents go under their calls; `agents` are their files by call.
 */
export async function sendBySdk(
  file: string,
  sessionId: string,
  url: string,
  agents: Map<string, string>,
): Promise<void> {
  const processor = new LangfuseSpanProcessor({
    publicKey: 'pk',
    secretKey: 'sk',
    baseUrl: url,
    exportMode: 'immediate',
  });
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  // Needed to propagate attributes to inner spans.
  provider.register();
  setLangfuseTracerProvider(provider);
  turnsIn(file).forEach((turn, at) => {
    const name = `Turn ${at + 1}`;
    const metadata = { source: 'claude-code', turn_number: String(at + 1), session_id: sessionId };
    propagateAttributes({ sessionId, traceName: name, metadata, tags: ['claude-code'] }, () => {
      const startTime = timeOf(turn.user);
      const root = startObservation(name, {}, { asType: 'agent', startTime });
      root.setTraceIO(sendTurn(turn, root, agents));
      root.end(endOf(turn));
    });
  });
  await provider.forceFlush();
  await provider.shutdown();
  setLangfuseTracerProvider(null);
}

function sendTurn(turn: Turn, root: LangfuseAgent, agents: Map<string, string>): { input: unknown; output: unknown } {
  const input = { role: 'user', content: textOf(turn.user.message.content) };
  const texts = turn.replies.map(({ lines }) => textOf(lines.flatMap((line) => line.message.content as Block[])));
  const output = { role: 'assistant', content: texts.findLast((text) => text !== '') };
  root.update({ input, output });
  turn.replies.forEach(({ lines }, at) => {
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) return;
    const blocks = lines.flatMap((line) => line.message.content as Block[]);
    const calls = blocks.filter((block) => block.type === 'tool_use');
    const thinking = blocks
      .map((block) => block.thinking ?? '')
      .join('\n')
      .trim();
    const usage = last.message.usage;
    const generation = startObservation(
      first.message.model ?? '',
      {
        ...(at === 0 && { input }),
        output: { role: 'assistant', content: texts[at], ...(thinking !== '' && { thinking }) },
        model: first.message.model ?? '',
        metadata: { tool_count: calls.length },
        ...(usage && { usageDetails: usageOf(usage) }),
      },
      { asType: 'generation', startTime: timeOf(first), parentSpanContext: root.otelSpan.spanContext() },
    );
    for (const call of calls) sendCall(call, { turn, lines, agents, parent: generation.otelSpan.spanContext() });
    const next = turn.replies[at + 1]?.lines[0];
    generation.end(next && calls.length > 0 ? timeOf(next) : timeOf(last));
  });
  return { input, output };
}

interface CallPlace {
  turn: Turn;
  lines: Line[];
  parent: Context;
  agents: Map<string, string>;
}

function sendCall(call: Block, { turn, lines, parent, agents }: CallPlace): void {
  const result = turn.results.find(({ block }) => block.tool_use_id === call.id);
  const startTime = timeOf(lineWith(lines, call));
  const tool = startObservation(
    call.name ?? '',
    {
      input: call.input,
      output: result?.block.content,
      metadata: { tool_name: call.name, tool_id: call.id },
      ...(result?.block.is_error && { level: 'ERROR' as const }),
    },
    { asType: 'tool', startTime, parentSpanContext: parent },
  );
  const agentFile = agents.get(call.id ?? '');
  if (agentFile !== undefined) sendAgent(agentFile, tool.otelSpan.spanContext(), call, agents);
  tool.end(result ? timeOf(result.line) : startTime);
}

type Context = ReturnType<LangfuseAgent['otelSpan']['spanContext']>;

function sendAgent(file: string, parentSpanContext: Context, call: Block, agents: Map<string, string>): void {
  const name = (call.input as { subagent_type: string }).subagent_type;
  for (const turn of turnsIn(file)) {
    const agent = startObservation(name, {}, { asType: 'agent', startTime: timeOf(turn.user), parentSpanContext });
    sendTurn(turn, agent, agents);
    agent.end(endOf(turn));
  }
}

function turnsIn(file: string): Turn[] {
  const turns: Turn[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = text === '' ? undefined : (JSON.parse(text) as Line);
    if (!line?.message || line.isMeta) continue;
    const { content } = line.message;
    const results = Array.isArray(content) ? content.filter((block) => block.type === 'tool_result') : [];
    if (line.type === 'assistant') addReply(turns.at(-1), line);
    else if (results.length > 0) turns.at(-1)?.results.push(...results.map((block) => ({ block, line })));
    else if (line.type === 'user' && !textOf(content).startsWith('<task-notification>')) {
      turns.push({ user: line, replies: [], results: [] });
    }
  }
  return turns;
}

function addReply(turn: Turn | undefined, line: Line): void {
  const id = line.message.id ?? '';
  const known = turn?.replies.find((reply) => reply.id === id);
  if (known) known.lines.push(line);
  else turn?.replies.push({ id, lines: [line] });
}

function textOf(content: string | Block[]): string {
  return typeof content === 'string' ? content : content.flatMap((block) => block.text ?? []).join('\n');
}

function timeOf(line: Line | undefined): Date {
  return new Date(line?.timestamp ?? 0);
}

function lineWith(lines: Line[], call: Block): Line | undefined {
  return lines.find((line) => (line.message.content as Block[]).some((block) => block.id === call.id));
}

function endOf(turn: Turn): Date {
  const lines = [...turn.replies.flatMap((reply) => reply.lines), ...turn.results.map((result) => result.line)];
  return new Date(Math.max(...lines.map((line) => timeOf(line).getTime())));
}

function usageOf(usage: Usage): Record<string, number> {
  const { input_tokens: input, output_tokens: output, cache_read_input_tokens: read = 0, cache_creation } = usage;
  const short = cache_creation?.ephemeral_5m_input_tokens ?? 0;
  const long = cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input,
    output,
    cache_read_input_tokens: read,
    input_cache_creation_5m: short,
    input_cache_creation_1h: long,
    total: input + output + read + short + long,
  };
}
