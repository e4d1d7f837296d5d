import { basename } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { foreignLines, type InsteadOf } from '../read/foreign-lines.js';
import { objectIn, objectsIn, textIn } from '../read/values.js';
import { startOf, wholeJson } from '../read/whole-json.js';
import { fileOfThread } from './ancestry.js';
import { locate } from './locate.js';
import { SessionReader } from './session-reader.js';
import { nameOf, threadIdIn } from './thread-names.js';
import { withoutContent } from './without-content.js';

/**
 * Codex rollouts. The first versions wrote one JSON object, then bare items (up to 0.35), then lines with a time and a
 * type (from 0.36) and with numbers (from 0.155).
 */
export const codex: Adapter = { name: 'codex', version: 1, locate, detect, translate };

const WRAPPED = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context']);
const WHOLE = /^\s*\{\s*"session"\s*:\s*\{[^{}]*"id"[\s\S]*"items"\s*:\s*\[/;

function detect({ file, text, objects }: Head): boolean {
  if (objects.some((each) => WRAPPED.has(String(each.type)) && objectIn(each, 'payload'))) return true;
  const [first] = objects;
  if (WHOLE.test(text)) return true;
  const isBareHead =
    textIn(first, 'id') !== undefined && textIn(first, 'timestamp') !== undefined && first?.type === undefined;
  const isRollout = threadIdIn(file) !== undefined || 'instructions' in (first ?? {});
  return isBareHead && (isRollout || objects.some((each) => 'record_type' in each));
}

function translate({ file }: { file: string }, output: Output): void {
  const read = new Set([file]);
  const insteadOf = output.extent === 'usage' ? withoutContent : undefined;
  const reader = new SessionReader(output, {
    id: threadIdIn(file) ?? basename(file).replace(/\.(jsonl|json)(\.zst)?$/, ''),
    titleOf: () => nameOf(file) || undefined,
    linesOf: (thread, until) => linesBefore(thread, until, { beside: file, read, output, insteadOf }),
  });
  if (WHOLE.test(startOf(file))) readWhole(file, reader, output);
  else for (const { object } of foreignLines(file, output, insteadOf)) reader.read(object);
  reader.end();
}

interface Base {
  beside: string;
  /** Files already read, because a damaged file can name itself. */
  read: Set<string>;
  output: Output;
  insteadOf: InsteadOf | undefined;
}

/** The lines of the thread that a fork continues. If its file is missing, the fork begins with its own lines. */
function* linesBefore(thread: string, until: number, { beside, read, output, insteadOf }: Base): Generator<JsonObject> {
  const file = fileOfThread(thread, beside);
  if (file === undefined || read.has(file)) return;
  read.add(file);
  const damaged: Output['damaged'] = (where, message) => output.damaged(`${file}, ${where}`, message);
  for (const { object } of foreignLines(file, { damaged }, insteadOf)) {
    if (typeof object.ordinal === 'number' && object.ordinal >= until) return;
    yield object;
  }
}

/** The first format has to be read whole. */
function readWhole(file: string, reader: SessionReader, output: Output): void {
  const whole = wholeJson(file, output);
  if (!whole) return;
  const { session } = whole;
  if (isObject(session)) reader.read(session);
  for (const item of objectsIn(whole, 'items')) reader.read({ type: 'message', ...item });
}
