import { join } from 'node:path';
import type { Block, JsonObject } from '@unspool/session';
import { isText } from '@unspool/session';
import type { PromptStep, ReplyStep, ResultStep, Step } from '../steps/step.js';
import { imageIn, textIn } from '../steps/steps-of.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { type OpencodeIds, opencodeIds } from './opencode-ids.js';
import { type OpencodeModel, usualModel } from './opencode-model.js';
import { providerOf } from './provider.js';

/**
 * The client keeps sessions in a database that nothing else should write to. So this writes a file for
 * `opencode import`, in the format of `opencode export`.
 */
export const opencode: Target = { agent: 'opencode', takesImages: true, marksFailures: true, plan };

/** The client writes its version into each session, but does not use it. */
const VERSION = '1.18.33';
const AGENT = 'build';

function plan(session: NewSession, place: TargetPlace): Planned {
  const ids = opencodeIds(session);
  const file = join(place.handover, `opencode-${ids.session}.json`);
  return {
    sessionId: ids.session,
    file,
    others: [],
    pieces: (steps) => pieces(steps, session, { ids, cwd: session.cwd, model: usualModel(place) }),
    commands: [
      ['opencode', 'import', file],
      ['opencode', '--session', ids.session],
    ],
  };
}

function* pieces(steps: Iterable<Step>, { title, now }: NewSession, context: Context): Generator<string> {
  const { ids, cwd } = context;
  const info = {
    id: ids.session,
    slug: `converted-${ids.session.slice(-6).toLowerCase()}`,
    projectID: 'global',
    directory: cwd,
    title: title || 'Converted session',
    version: VERSION,
    time: { created: now, updated: now },
  };
  yield `{"info":${JSON.stringify(info)},"messages":[`;
  let separator = '\n';
  for (const message of messagesOf(inOrder(steps), context)) {
    yield `${separator}${JSON.stringify(message)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Messages get distinct times, because a fork is recognised by them. */
function* inOrder(steps: Iterable<Step>): Generator<Step> {
  let last = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    last = Math.max(step.time, last + 1);
    yield { ...step, time: last };
  }
}

interface InContext extends Context {
  /** The prompt that is answered. */
  parentID: string;
}

interface Context {
  ids: OpencodeIds;
  cwd: string;
  /** The model of the prompts. The client continues with it. */
  model: OpencodeModel | undefined;
}

/** A reply is written with the results of its calls. */
function* messagesOf(steps: Iterable<Step>, context: Context): Generator<JsonObject> {
  let parentID = context.ids.next('msg');
  let isFirst = true;
  let { model } = context;
  let open: { reply: ReplyStep; results: ResultStep[] } | undefined;
  for (const step of steps) {
    if (step.kind === 'result') {
      open?.results.push(step);
      continue;
    }
    if (step.kind === 'reply') model ??= modelOf(step.model);
    if (open) yield replyOf(open.reply, open.results, { ...context, parentID });
    open = step.kind === 'reply' ? { reply: step, results: [] } : undefined;
    if (step.kind !== 'prompt') continue;
    if (!isFirst) parentID = context.ids.next('msg');
    isFirst = false;
    yield promptOf(step, { ...context, model, parentID });
  }
  if (open) yield replyOf(open.reply, open.results, { ...context, parentID });
}

function promptOf({ content, time }: PromptStep, { ids, model = UNKNOWN, parentID: id }: InContext): JsonObject {
  const info = {
    id,
    sessionID: ids.session,
    role: 'user',
    time: { created: time },
    agent: AGENT,
    model,
  };
  const parts = content.flatMap(partOf).map((part) => ({ ...part, ...ids.part(id) }));
  return { info, parts };
}

function partOf(block: Block): JsonObject[] {
  if (isText(block)) return [{ type: 'text', text: block.text }];
  const url = urlOf(block);
  return url ? [{ type: 'file', ...url }] : [];
}

function urlOf(block: Block): { mime: string; url: string } | undefined {
  const image = imageIn(block);
  return image && { mime: image.mediaType, url: `data:${image.mediaType};base64,${image.data}` };
}

function replyOf(
  { text, calls, model, time }: ReplyStep,
  results: readonly ResultStep[],
  { ids, cwd, parentID }: InContext,
): JsonObject {
  const id = ids.next('msg');
  const info = {
    id,
    sessionID: ids.session,
    role: 'assistant',
    parentID,
    mode: AGENT,
    agent: AGENT,
    path: { cwd, root: cwd },
    cost: 0,
    tokens: NO_TOKENS,
    ...modelOf(model),
    time: { created: time, completed: results.at(-1)?.time ?? time },
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
  };
  const parts = [
    { type: 'step-start' },
    ...(text === '' ? [] : [{ type: 'text', text, time: { start: time, end: time } }]),
    ...calls.map((call) => {
      const result = results.find((each) => each.call.id === call.id);
      return { type: 'tool', callID: call.id, tool: call.name, state: stateOf(call.input, result, { time, ids, id }) };
    }),
    { type: 'step-finish', reason: info.finish, cost: 0, tokens: NO_TOKENS },
  ];
  return { info, parts: parts.map((part) => ({ ...part, ...ids.part(id) })) };
}

const UNKNOWN: OpencodeModel = { providerID: 'unknown', modelID: 'unknown' };

function modelOf(model: string | undefined): OpencodeModel {
  return model === undefined ? UNKNOWN : { providerID: providerOf(model), modelID: model };
}

/** Zero, because the tokens were spent in the other session. */
const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

function stateOf(
  input: JsonObject,
  result: ResultStep | undefined,
  { time: start, ids, id }: { time: number; ids: OpencodeIds; id: string },
): JsonObject {
  const content = result?.content ?? [];
  const time = { start, end: result?.time ?? start };
  const output = textIn(content);
  if (result?.isError) return { status: 'error', input, error: output, time };
  const images = content.flatMap((block) => urlOf(block) ?? []);
  const attachments = images.map((image) => ({ type: 'file', ...image, ...ids.part(id) }));
  const more = attachments.length > 0 ? { attachments } : {};
  return { status: 'completed', input, output, title: '', metadata: {}, time, ...more };
}
