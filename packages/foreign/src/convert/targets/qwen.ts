import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { Step } from '../steps/step.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { partsOf, responseParts } from './gemini-parts.js';
import { Ids } from './ids.js';
import { isoTime, lineOf } from './lines.js';

export const qwen: Target = { agent: 'qwen', takesImages: true, marksFailures: true, plan };

/** The client writes its version on each line, but does not use it. */
const VERSION = '0.24.4';

function plan(session: NewSession, { env, home, platform }: TargetPlace): Planned {
  const root = env['QWEN_RUNTIME_DIR']?.trim() || env['QWEN_HOME']?.trim() || join(home, '.qwen');
  const cwd = platform === 'win32' ? session.cwd.toLowerCase() : session.cwd;
  return {
    sessionId: session.id,
    file: join(root, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), 'chats', `${session.id}.jsonl`),
    others: [],
    pieces: (steps) => pieces(steps, session),
    commands: [['qwen', '--resume', session.id]],
  };
}

function* pieces(steps: Iterable<Step>, { id, cwd, gitBranch, title, now }: NewSession): Generator<string> {
  const ids = new Ids(id);
  let parentUuid: string | null = null;
  const entry = (time: number, own: JsonObject): string => {
    const uuid = ids.uuid();
    const branch = gitBranch === undefined ? {} : { gitBranch };
    const line = {
      uuid,
      parentUuid,
      sessionId: id,
      timestamp: isoTime(time),
      cwd,
      version: VERSION,
      ...branch,
      ...own,
    };
    parentUuid = uuid;
    return lineOf(line);
  };
  for (const step of steps) yield entry(step.time, partsOfLine(step));
  if (title === '') return;
  const systemPayload = { customTitle: title, titleSource: 'manual' };
  yield entry(now, { type: 'system', provenance: 'system', subtype: 'custom_title', systemPayload });
}

function partsOfLine(step: Step): JsonObject {
  if (step.kind === 'prompt') {
    return { type: 'user', provenance: 'real_user', message: { role: 'user', parts: partsOf(step.content) } };
  }
  if (step.kind === 'result') {
    const toolCallResult = { callId: step.call.id, status: step.isError ? 'error' : 'success' };
    const message = { role: 'user', parts: responseParts(step) };
    return { type: 'tool_result', provenance: 'tool_result', message, toolCallResult };
  }
  const { text, calls, model } = step;
  const parts = text === '' ? [] : [{ text }];
  const called = calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));
  const message = { role: 'model', parts: [...parts, ...called] };
  return { type: 'assistant', provenance: 'assistant_output', ...(model !== undefined && { model }), message };
}
