import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Block, isToolUse, type JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { Moment, Thread } from '../contract/thread.js';
import { foreignLines } from '../read/foreign-lines.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, textBlock, thinkingBlock } from '../write/blocks.js';
import { folderNamed } from './folder.js';
import { noteOf } from './note.js';
import { promptParts } from './prompt-parts.js';
import { writesOf } from './writes.js';

/** Replaces the results of calls, which transcripts do not contain. */
const NO_RESULT = 'The transcript of Cursor does not hold what the tool returned.';
/** Cursor's placeholder for thinking. */
const HIDDEN = /\s*\[REDACTED\]\s*$/;

/** Reads a transcript. It has texts and calls, but no ids, times, models, tokens or results. */
export function readTranscript(file: string, output: Output): void {
  const place = placeOf(file);
  const note = noteOf(join(dirname(dirname(place.project)), 'chats'), place.id);
  const cwd = textIn(note, 'cwd') ?? folderOf(file, basename(place.project));
  const { id, parent } = place;
  const thread = parent === undefined ? output.session({ id, cwd }) : output.subAgent({ id, parent, cwd });
  const title = textIn(note, 'title');
  if (title !== undefined) thread.title(title, 'client');
  const time = numberIn(note, 'updatedAtMs') ?? statSync(file).mtimeMs;
  for (const { number, object } of foreignLines(file, output)) {
    readLine(object, { thread, output, cwd, moment: { key: `line ${number}`, time } });
  }
}

interface LineContext {
  thread: Thread;
  output: Output;
  cwd: string | undefined;
  moment: Moment;
}

function readLine(line: JsonObject, { thread, output, cwd, moment }: LineContext): void {
  const { role, type } = line;
  const message = objectIn(line, 'message');
  const parts = typeof message?.content === 'string' ? [textBlock(message.content)] : objectsIn(message, 'content');
  for (const part of parts) {
    if (part.type !== 'text' && part.type !== 'tool_use') output.unknown(`part ${String(part.type)}`);
  }
  if (role === 'user') {
    const text = parts.map((part) => textIn(part, 'text') ?? '').join('\n');
    const { prompt, injected } = promptParts(text);
    if (injected !== undefined) thread.injected(injected, { ...moment, key: `${moment.key} around` });
    if (prompt !== undefined) thread.prompt(prompt, moment);
  } else if (role === 'assistant') {
    const content = parts.flatMap((part, at) => blocksOf(part, `${moment.key} ${at}`));
    thread.reply({ id: moment.key, model: undefined, content }, moment);
    for (const { id, input } of content.filter(isToolUse)) {
      const writes = writesOf(input, cwd);
      thread.result({ toolUseId: id, content: NO_RESULT, writes }, { ...moment, key: `result ${id}` });
    }
  } else if (type !== 'turn_ended') output.unknown(String(role ?? type));
}

function blocksOf(part: JsonObject, place: string): Block[] {
  const { type } = part;
  if (type === 'tool_use') {
    return [callBlock(textIn(part, 'id') ?? place, textIn(part, 'name') ?? '', objectIn(part, 'input') ?? {})];
  }
  if (type !== 'text') return [];
  const text = textIn(part, 'text') ?? '';
  const visible = text.replace(HIDDEN, '');
  return [...(visible === text ? [] : [thinkingBlock('[REDACTED]')]), ...(visible === '' ? [] : [textBlock(visible)])];
}

interface TranscriptPlace {
  id: string;
  parent: string | undefined;
  /** The name of the project's folder. */
  project: string;
}

/** `<project>/agent-transcripts/[<session>/[subagents/]]<id>.jsonl` */
function placeOf(file: string): TranscriptPlace {
  const id = basename(file, '.jsonl');
  const folder = dirname(file);
  if (basename(folder) === 'subagents') {
    const session = dirname(folder);
    return { id, parent: basename(session), project: dirname(dirname(session)) };
  }
  const isFlat = basename(folder) === 'agent-transcripts';
  return { id, parent: undefined, project: isFlat ? dirname(folder) : dirname(dirname(folder)) };
}

function folderOf(file: string, project: string): string | undefined {
  for (const { object } of foreignLines(file, { damaged: () => {} })) {
    for (const { input } of objectsIn(objectIn(object, 'message'), 'content')) {
      const folder = folderNamed(project, input);
      if (folder !== undefined) return folder;
    }
  }
  return undefined;
}
