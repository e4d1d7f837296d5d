import { join } from 'node:path';
import type { Block, JsonObject } from '@unspool/session';
import { isText } from '@unspool/session';
import { textBlock } from '../../write/blocks.js';
import type { ReplyStep, ResultStep, Step } from '../steps/step.js';
import { imageIn } from '../steps/steps-of.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { Ids, uuid7 } from './ids.js';
import { isoTime, lineOf } from './lines.js';
import { providerOf } from './provider.js';

export const pi: Target = { agent: 'pi', takesImages: true, marksFailures: true, plan };

function plan(session: NewSession, place: TargetPlace): Planned {
  const id = uuid7(session.now, session.id);
  const name = `${isoTime(session.now).replace(/[:.]/g, '-')}_${id}.jsonl`;
  const { env, home } = place;
  const own = env['PI_CODING_AGENT_SESSION_DIR']?.trim();
  const agent = env['PI_CODING_AGENT_DIR']?.trim() || join(home, '.pi', 'agent');
  return {
    sessionId: id,
    file: join(own || join(agent, 'sessions', folderOf(session.cwd)), name),
    others: [],
    pieces: (steps) => pieces(steps, { ...session, id }),
    commands: [['pi', '--session', id]],
  };
}

function folderOf(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

function* pieces(steps: Iterable<Step>, { id, cwd, title, now }: NewSession): Generator<string> {
  const ids = new Ids(id);
  let parentId: string | null = null;
  const entry = (type: string, time: number, more: JsonObject): string => {
    const own = ids.hex(8);
    const line = lineOf({ type, id: own, parentId, timestamp: isoTime(time), ...more });
    parentId = own;
    return line;
  };
  yield lineOf({ type: 'session', version: 3, id, timestamp: isoTime(now), cwd });
  if (title !== '') yield entry('session_info', now, { name: title });
  for (const step of steps) yield entry('message', step.time, { message: messageOf(step) });
}

function messageOf(step: Step): JsonObject {
  if (step.kind === 'reply') return replyOf(step);
  if (step.kind === 'result') return resultOf(step);
  return { role: 'user', content: step.content.flatMap(partOf), timestamp: step.time };
}

function replyOf({ text, calls, model = 'unknown', time }: ReplyStep): JsonObject {
  const provider = providerOf(model);
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [textBlock(text)]),
      ...calls.map(({ id, name, input }) => ({ type: 'toolCall', id, name, arguments: input })),
    ],
    api: APIS[provider],
    provider,
    model,
    usage: NO_USAGE,
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
    timestamp: time,
  };
}

/** Zero, because the tokens were spent in the other session. */
const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** The client's names for the APIs. */
const APIS = { anthropic: 'anthropic-messages', google: 'google-generative-ai', openai: 'openai-responses' };

function resultOf({ call, content, isError, time }: ResultStep): JsonObject {
  const parts = content.flatMap(partOf);
  return { role: 'toolResult', toolCallId: call.id, toolName: call.name, content: parts, isError, timestamp: time };
}

function partOf(block: Block): JsonObject[] {
  if (isText(block)) return [{ type: 'text', text: block.text }];
  const image = imageIn(block);
  return image ? [{ type: 'image', data: image.data, mimeType: image.mediaType }] : [];
}
