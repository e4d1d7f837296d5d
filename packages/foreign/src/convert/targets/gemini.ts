import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { textOf } from '../../read/text-of.js';
import type { ReplyStep, ResultStep, Step } from '../steps/step.js';
import { textIn } from '../steps/steps-of.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { partsOf, responseParts } from './gemini-parts.js';
import { Ids } from './ids.js';
import { isoTime, lineOf } from './lines.js';

/** When it resumes, the client leaves out commands and text that it inserted itself. */
const NOT_PROMPTS = /^\s*([/?]|<(session_context|hook_context)>)/;

export const gemini: Target = {
  agent: 'gemini',
  takesImages: true,
  marksFailures: true,
  notPrompts: NOT_PROMPTS,
  plan,
};

function plan(session: NewSession, { env, home }: TargetPlace): Planned {
  const { id, cwd, now } = session;
  const root = join(env['GEMINI_CLI_HOME']?.trim() || home, '.gemini');
  const project = projectOf(root, cwd);
  const name = `session-${isoTime(now).slice(0, 16).replace(':', '-')}-${id.slice(0, 8)}.jsonl`;
  return {
    sessionId: id,
    file: join(project, 'chats', name),
    // The client adopts a folder that names the project.
    others: [{ file: join(project, '.project_root'), text: cwd }],
    pieces: (steps) => pieces(steps, session),
    commands: [['gemini', '--resume', id]],
  };
}

/** The client's folder for a project: the existing one, or the next free name. */
function projectOf(root: string, cwd: string): string {
  const tmp = join(root, 'tmp');
  const listed = listedIn(root, cwd);
  if (listed !== undefined) return join(tmp, listed);
  const own = namesIn(tmp).find((name) => rootOf(join(tmp, name)) === cwd);
  if (own !== undefined) return join(tmp, own);
  const slug = slugOf(cwd);
  for (let count = 0; ; count++) {
    const folder = join(tmp, count === 0 ? slug : `${slug}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}

function listedIn(root: string, cwd: string): string | undefined {
  try {
    const list: unknown = JSON.parse(textOf(join(root, 'projects.json')) ?? '');
    const name = isObject(list) && isObject(list.projects) ? list.projects[cwd] : undefined;
    return typeof name === 'string' && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function rootOf(folder: string): string | undefined {
  return textOf(join(folder, '.project_root'))?.trim();
}

function slugOf(cwd: string): string {
  const name = basename(cwd)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name || 'project';
}

/** On start, the client deletes sessions older than 30 days, so the new session gets today's date. */
function* pieces(steps: Iterable<Step>, { id, cwd, title, now }: NewSession): Generator<string> {
  const projectHash = createHash('sha256').update(cwd).digest('hex');
  const [startTime, lastUpdated] = [isoTime(now), isoTime(now)];
  const summary = title === '' ? {} : { summary: title };
  yield lineOf({ sessionId: id, projectHash, startTime, lastUpdated, kind: 'main', ...summary });
  const ids = new Ids(id);
  let open: { reply: ReplyStep; results: ResultStep[] } | undefined;
  for (const step of steps) {
    if (step.kind === 'result') {
      open?.results.push(step);
      continue;
    }
    if (open) yield lineOf(replyOf(open.reply, open.results, ids.uuid()));
    open = step.kind === 'reply' ? { reply: step, results: [] } : undefined;
    if (step.kind === 'prompt') {
      yield lineOf({ id: ids.uuid(), timestamp: isoTime(step.time), type: 'user', content: partsOf(step.content) });
    }
  }
  if (open) yield lineOf(replyOf(open.reply, open.results, ids.uuid()));
}

/** A reply is written with the results of its calls. */
function replyOf({ text, calls, model, time }: ReplyStep, results: readonly ResultStep[], id: string): JsonObject {
  const toolCalls = calls.map(({ id, name, input }) => {
    const result = results.find(({ call }) => call.id === id);
    return {
      id,
      name,
      args: input,
      status: result?.isError ? 'error' : 'success',
      timestamp: isoTime(result?.time ?? time),
      ...(result && { result: responseParts(result), resultDisplay: textIn(result.content) }),
    };
  });
  return {
    id,
    timestamp: isoTime(time),
    type: 'gemini',
    content: text,
    thoughts: [],
    ...(model !== undefined && { model }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}
