import { isText, isToolUse, type ToolUseBlock, textOf } from '../../format/block.js';
import { type Entry, isAssistant, isAttachment, isUser } from '../../format/entry.js';
import type { UserEntry } from '../../format/schema.js';
import type { Node } from '../../model/node.js';
import { SYNTHETIC } from '../../model/reply.js';
import type { Session } from '../../model/session.js';
import type { Turn } from '../../model/turn.js';
import type { Turns } from '../../model/turns.js';
import { wordsOf } from '../../model/words.js';
import { isObject } from '../../read/json.js';
import { argumentOf } from '../../tools/argument.js';

/** A turn's text before it is shortened. */
export interface TurnToCompress {
  number: number;
  id: string;
  /** The user's words in full: the prompt, and anything typed while the model worked. */
  words: string[];
  /** What the model said, in full. */
  modelText: string;
  /** Its tool calls, one line each. */
  calls: string[];
  /** How many pictures and documents the user attached. */
  media: number;
}

/** The part of a conversation to compress, turn by turn. `summary` is that of an earlier compaction. */
export interface Past {
  summary: string;
  turns: TurnToCompress[];
}

/** Reads lines of the conversation, given in the order in which they are sent. */
export function pastOf(session: Session, turns: Turns, nodes: Iterable<Node>): Past {
  const owners = new Map<Node, Turn>();
  for (const turn of turns.turns) for (const node of turn.nodes) owners.set(node, turn);
  const past: Past = { summary: '', turns: [] };
  let now: TurnToCompress | undefined;
  for (const node of nodes) {
    const owner = owners.get(node);
    if (owner && owner.number !== now?.number) {
      now = { number: owner.number, id: owner.id, words: [], modelText: '', calls: [], media: 0 };
      past.turns.push(now);
    }
    const entry = session.read(node);
    if (node.user?.words === 'compact_summary') past.summary = isUser(entry) ? textOf(entry.message.content) : '';
    else if (now) addEntry(now, entry, turns);
  }
  past.turns = past.turns.filter((turn) => turn.words.length > 0 || turn.modelText !== '' || turn.calls.length > 0);
  return past;
}

function addEntry(turn: TurnToCompress, entry: Entry, turns: Turns): void {
  if (isUser(entry)) addWords(turn, entry);
  else if (isAttachment(entry)) addQueued(turn, entry.attachment);
  else if (isAssistant(entry) && entry.message.model !== SYNTHETIC) {
    const { content } = entry.message;
    const text = textOf(content).trim();
    if (text !== '') turn.modelText += `${turn.modelText === '' ? '' : '\n\n'}${text}`;
    if (typeof content === 'string') return;
    for (const block of content) if (isToolUse(block)) turn.calls.push(callLine(block, turns));
  }
}

function addWords(turn: TurnToCompress, entry: UserEntry): void {
  const { kind, text, command, media } = wordsOf(entry);
  turn.media += media.length;
  if (kind === 'prompt' && text.trim() !== '') turn.words.push(text.trim());
  if (kind === 'command' && command) turn.words.push(`${command.name} ${command.args}`.trim());
  if (kind === 'bash') turn.words.push(`! ${text.replace(/<\/?bash-input>/g, '').trim()}`);
  if (kind === 'interruption') turn.words.push('[interrupted]');
}

/** A prompt typed while the model worked. Notes that the client queued itself are not the user's words. */
function addQueued(turn: TurnToCompress, attachment: { [key: string]: unknown }): void {
  if (attachment['type'] !== 'queued_command') return;
  const { prompt, commandMode } = attachment;
  if (commandMode === 'task-notification') return;
  const parts = Array.isArray(prompt) ? prompt.filter(isText).map((part) => part.text) : [prompt];
  for (const part of parts) if (typeof part === 'string' && part.trim() !== '') turn.words.push(part.trim());
}

const ARGUMENT_LENGTH = 100;

function callLine(call: ToolUseBlock, { pairing }: Turns): string {
  const result = pairing.calls.get(call.id)?.result;
  const end = result === undefined ? 'no result' : result.isError ? 'failed' : 'ok';
  const argument = shortArgument(call);
  return `${call.name}${argument === '' ? '' : ` ${argument}`} (${end})`;
}

/** Returns the most telling argument of a call, on one line. */
function shortArgument({ name, input }: ToolUseBlock): string {
  const argument = argumentOf(name, isObject(input) ? input : {}, undefined);
  const line = argument.replace(/\s+/g, ' ').trim();
  return line.length > ARGUMENT_LENGTH ? `${[...line].slice(0, ARGUMENT_LENGTH).join('')}…` : line;
}
