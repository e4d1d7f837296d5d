import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { ReplyStep, ResultStep, Step } from '../steps/step.js';
import { textIn } from '../steps/steps-of.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { Ids } from './ids.js';
import { isoTime, lineOf } from './lines.js';

export const copilot: Target = { agent: 'copilot', takesImages: false, marksFailures: true, plan };

/** The client's version on the first line. The client does not use it. */
const VERSION = '1.0.102';

function plan(session: NewSession, { env, home }: TargetPlace): Planned {
  const root = env['COPILOT_HOME']?.trim() || join(home, '.copilot');
  const folder = join(root, 'session-state', session.id);
  return {
    sessionId: session.id,
    file: join(folder, 'events.jsonl'),
    others: [{ file: join(folder, 'workspace.yaml'), text: workspaceOf(session) }],
    pieces: (steps) => pieces(steps, session),
    commands: [['copilot', '--resume', session.id]],
  };
}

/** Shown in the list of sessions. JSON strings are valid YAML. */
function workspaceOf({ id, cwd, title, gitBranch, now }: NewSession): string {
  const facts = {
    id,
    cwd,
    ...(gitBranch !== undefined && { branch: gitBranch }),
    ...(title !== '' && { name: title }),
    user_named: false,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

type Event = [type: string, data: JsonObject];

function* pieces(steps: Iterable<Step>, session: NewSession): Generator<string> {
  const { id, cwd, gitBranch, now } = session;
  const ids = new Ids(id);
  let parentId: string | null = null;
  const line = ([type, data]: Event, time: number): string => {
    const own = ids.uuid();
    const text = lineOf({ type, data, id: own, timestamp: isoTime(time), parentId });
    parentId = own;
    return text;
  };
  const context = { cwd, ...(gitBranch !== undefined && { branch: gitBranch }) };
  const start = {
    sessionId: id,
    version: 1,
    producer: 'unspool',
    copilotVersion: VERSION,
    startTime: isoTime(now),
    context,
  };
  yield line(['session.start', start], now);
  let turn: number | undefined;
  let time = now;
  for (const step of steps) {
    const startsTurn = step.kind !== 'result' && turn !== undefined;
    if (startsTurn) yield line(['assistant.turn_end', { turnId: String(turn) }], time);
    time = step.time;
    if (step.kind === 'prompt') {
      turn = undefined;
      yield line(['user.message', { content: textIn(step.content), attachments: [] }], time);
      continue;
    }
    if (step.kind === 'reply') {
      turn = (turn ?? -1) + 1;
      yield line(['assistant.turn_start', { turnId: String(turn) }], time);
    }
    const events = step.kind === 'reply' ? replyEvents(step, ids.uuid()) : [resultEvent(step)];
    for (const event of events) yield line(event, time);
  }
  if (turn !== undefined) yield line(['assistant.turn_end', { turnId: String(turn) }], time);
}

function replyEvents({ text, calls, model }: ReplyStep, messageId: string): Event[] {
  const toolRequests = calls.map(({ id, name, input }) => ({
    toolCallId: id,
    name,
    arguments: input,
    type: 'function',
  }));
  const ownModel = model === undefined ? {} : { model };
  return [
    ['assistant.message', { messageId, ...ownModel, content: text, toolRequests }],
    ...calls.map(
      ({ id, name, input }): Event => ['tool.execution_start', { toolCallId: id, toolName: name, arguments: input }],
    ),
  ];
}

function resultEvent({ call, content, isError }: ResultStep): Event {
  const text = textIn(content);
  const outcome = isError
    ? { success: false, error: { message: text, code: 'failure' } }
    : { success: true, result: { content: text } };
  return ['tool.execution_complete', { toolCallId: call.id, ...outcome }];
}
