import { join } from 'node:path';
import type { Block, JsonObject } from '@unspool/session';
import { isText } from '@unspool/session';
import { CLIENT_TEXT } from '../../codex/context-words.js';
import { textOf } from '../../read/text-of.js';
import type { PromptStep, ReplyStep, ResultStep, Step } from '../steps/step.js';
import { imageIn, textIn } from '../steps/steps-of.js';
import type { NewSession, Planned, Target, TargetPlace } from '../target.js';
import { uuid7 } from './ids.js';
import { isoTime, lineOf } from './lines.js';

/** Writes the format used before 0.155. Newer clients resume it, and it needs no running totals. */
export const codex: Target = {
  agent: 'codex',
  takesImages: true,
  marksFailures: false,
  notPrompts: CLIENT_TEXT,
  plan,
};

/** The client refuses a file without a version, but does not use it. */
const CLI_VERSION = '0.140.0';

function plan(session: NewSession, place: TargetPlace): Planned {
  const home = place.env['CODEX_HOME']?.trim() || join(place.home, '.codex');
  const id = uuid7(session.now, session.id);
  const [date, time] = localTime(session.now);
  const file = join(home, 'sessions', ...date.split('-'), `rollout-${date}T${time}-${id}.jsonl`);
  return {
    sessionId: id,
    file,
    others: [],
    pieces: (steps) => pieces(steps, { ...session, id }, providerIn(home)),
    commands: [['codex', 'resume', id]],
  };
}

/** Folders and file names use the client's local time. */
function localTime(now: number): [date: string, time: string] {
  const at = new Date(now);
  const two = (number: number) => String(number).padStart(2, '0');
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}-${two(at.getMinutes())}-${two(at.getSeconds())}`,
  ];
}

/** The client lists only sessions of the current provider. */
function providerIn(home: string): string {
  const [beforeTables = ''] = (textOf(join(home, 'config.toml')) ?? '').split(/^\s*\[/m);
  return /^\s*model_provider\s*=\s*["']([^"']+)["']/m.exec(beforeTables)?.[1] ?? 'openai';
}

function* pieces(steps: Iterable<Step>, session: NewSession, provider: string): Generator<string> {
  const { id, cwd, gitBranch, now } = session;
  const meta = {
    id,
    session_id: id,
    timestamp: isoTime(now),
    cwd,
    originator: 'unspool',
    cli_version: CLI_VERSION,
    source: 'cli',
    model_provider: provider,
    ...(gitBranch !== undefined && { git: { branch: gitBranch } }),
  };
  yield lineOf({ timestamp: isoTime(now), type: 'session_meta', payload: meta });
  for (const step of steps) {
    for (const [type, payload] of recordsOf(step)) {
      yield lineOf({ timestamp: isoTime(step.time), type, payload });
    }
  }
}

type Record = [type: 'response_item' | 'event_msg', payload: JsonObject];

function recordsOf(step: Step): Record[] {
  if (step.kind === 'prompt') return promptRecords(step);
  return step.kind === 'reply' ? replyRecords(step) : [resultRecord(step)];
}

function promptRecords({ content }: PromptStep): Record[] {
  const images = content.flatMap((block) => dataUrl(block) ?? []);
  return [
    ['response_item', { type: 'message', role: 'user', content: content.flatMap(inputItem) }],
    ['event_msg', { type: 'user_message', message: textIn(content), images, local_images: [], text_elements: [] }],
  ];
}

function replyRecords({ text, calls }: ReplyStep): Record[] {
  const records: Record[] = [];
  if (text !== '') {
    const content = [{ type: 'output_text', text }];
    records.push(['response_item', { type: 'message', role: 'assistant', content }]);
    records.push(['event_msg', { type: 'agent_message', message: text }]);
  }
  for (const { id, name, input } of calls) {
    const call = { type: 'function_call', name, arguments: JSON.stringify(input), call_id: id };
    records.push(['response_item', call]);
  }
  return records;
}

function resultRecord({ call, content }: ResultStep): Record {
  const output = content.every(isText) ? textIn(content) : content.flatMap(inputItem);
  return ['response_item', { type: 'function_call_output', call_id: call.id, output }];
}

function inputItem(block: Block): JsonObject[] {
  if (isText(block)) return [{ type: 'input_text', text: block.text }];
  const url = dataUrl(block);
  return url === undefined ? [] : [{ type: 'input_image', image_url: url }];
}

function dataUrl(block: Block): string | undefined {
  const image = imageIn(block);
  return image && `data:${image.mediaType};base64,${image.data}`;
}
