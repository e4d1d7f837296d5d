import { type Block, blocksOf, isText, type TextBlock } from '../format/block.js';
import { paths } from '../format/paths.js';
import type { UserEntry } from '../format/schema.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import type { JsonObject } from '../read/line.js';

const { content } = paths.message;
const block = content.each;

/** The author of a user line's words. A line has exactly one of these kinds. */
export type WordsKind =
  | 'tool_result'
  | 'compact_summary'
  | 'injected'
  | 'command'
  | 'command_output'
  | 'bash'
  | 'bash_output'
  | 'interruption'
  | 'prompt';

/** The text of a user line, and its author. */
export interface Words {
  kind: WordsKind;
  /** The words themselves, without what the editor and the client added. */
  text: string;
  /**
   * Text that is also sent: the editor's selection, open file and diagnostics, the client's reminders, messages from
   * other agents.
   */
  ideContext: IdeContext[];
  /** Images and documents that a person attached. */
  media: Block[];
  /** Name and arguments of a slash command. */
  command?: { name: string; args: string };
}

export interface IdeContext {
  kind: 'ide_selection' | 'ide_opened_file' | 'ide_diagnostics' | 'system-reminder' | `message from agent ${string}`;
  text: string;
}

/** Returns the text of a user line, and whether a person, a tool or the client wrote it. */
export function wordsOf(entry: UserEntry): Words {
  const kind = wordsKindOf(new ParsedFields(entry as unknown as JsonObject));
  const blocks = blocksOf(entry.message.content);
  const { text, ideContext } = separateIdeContext(blocks.filter(isText), kind);
  const words: Words = {
    kind,
    text,
    ideContext,
    media: blocks.filter((block) => block.type === 'image' || block.type === 'document'),
  };
  if (kind === 'command') words.command = commandOf(text);
  return words;
}

/** Determines the author of a user line with readable content. Rules apply in this order; the first match wins. */
export function wordsKindOf(fields: Fields): WordsKind {
  if (hasResult(fields)) return 'tool_result';
  if (fields.isTruthy(paths.isCompactSummary)) return 'compact_summary';
  if (isInjectedByFlag(fields)) return 'injected';
  const text = firstText(fields);
  if (text.startsWith('<')) {
    const kind = kindOfTag(text);
    if (kind) return kind;
  }
  if (text.startsWith('[Request interrupted by user')) return 'interruption';
  if (HOOK_FEEDBACK.test(text)) return 'injected';
  return 'prompt';
}

const HOOK_FEEDBACK = /^[A-Z][A-Za-z]+ hook (feedback|blocking error|additional context)/;
const REMINDERS_BEFORE = /^(\s*<system-reminder>[\s\S]*?<\/system-reminder>)+\s*/;

/** Whether a user line has the result of a call. */
export function hasResult(fields: Fields): boolean {
  for (let index = fields.count(content) - 1; index >= 0; index--) {
    const item = fields.item(content, index);
    if (item.is(block.type, 'tool_result') && item.isText(block.tool_use_id)) return true;
  }
  return false;
}

function isInjectedByFlag(fields: Fields): boolean {
  if (fields.isTruthy(paths.isMeta) || fields.isTruthy(paths.isVisibleInTranscriptOnly)) return true;
  return fields.isText(paths.origin.kind) && !fields.is(paths.origin.kind, 'human');
}

function kindOfTag(text: string): WordsKind | undefined {
  const tag = /^<([a-z_-]+)/.exec(text)?.[1];
  switch (tag) {
    case 'task-notification':
    case 'teammate-message':
    case 'cross-session-message':
    case 'user-prompt-submit-hook':
      return 'injected';
    case 'system-reminder': {
      const rest = text.replace(REMINDERS_BEFORE, '');
      return rest === '' ? 'injected' : kindOfTag(rest);
    }
    case 'command-name':
    case 'user-memory-input':
      return 'command';
    case 'command-message':
      return text.includes('<command-name>') ? 'command' : undefined;
    case 'local-command-stdout':
    case 'local-command-stderr':
      return 'command_output';
    case 'local-command-caveat':
      return 'injected';
    case 'bash-input':
      return 'bash';
    case 'bash-stdout':
    case 'bash-stderr':
      return 'bash_output';
    default:
      return undefined;
  }
}

function firstText(fields: Fields): string {
  const string = fields.text(content);
  if (string !== undefined) return string.trimStart();
  let reminder: string | undefined;
  for (let index = 0; index < fields.count(content); index++) {
    const item = fields.item(content, index);
    const text = item.is(block.type, 'text') ? item.text(block.text) : undefined;
    if (text === undefined || IDE_BLOCK.test(text)) continue;
    if (text.replace(REMINDERS_BEFORE, '') !== '') return text.trimStart();
    reminder ??= text.trimStart();
  }
  return reminder ?? '';
}

const IDE_BLOCK = /^\s*<(ide_selection|ide_opened_file|ide_diagnostics)>/;
const IDE_PARTS = /<(ide_selection|ide_opened_file|ide_diagnostics)>([\s\S]*?)<\/\1>\n?/g;

/** The editor puts its tags in separate blocks, or before the words in one string. So does the client. */
function separateIdeContext(blocks: TextBlock[], kind: WordsKind): { text: string; ideContext: IdeContext[] } {
  const ideContext: IdeContext[] = [];
  const texts: string[] = [];
  for (const block of blocks) {
    const words =
      kind === 'prompt' ? withoutMessages(withoutReminders(block.text, ideContext), ideContext) : block.text;
    if (!IDE_BLOCK.test(words)) {
      if (words !== '' || block.text === '') texts.push(words);
      continue;
    }
    const rest = words.replace(IDE_PARTS, (_, kind: IdeContext['kind'], text: string) => {
      ideContext.push({ kind, text });
      return '';
    });
    if (rest.trim() !== '') texts.push(rest);
  }
  return { text: texts.join('\n'), ideContext };
}

const REMINDER = /^\s*<system-reminder>([\s\S]*?)<\/system-reminder>\s*/;

const [OPEN, CLOSE] = ['<system-reminder>', '</system-reminder>'];

/** Moves the reminders that a prompt begins or ends with to `context`. */
function withoutReminders(text: string, context: IdeContext[]): string {
  let rest = text;
  for (let found = REMINDER.exec(rest); found; found = REMINDER.exec(rest)) {
    context.push({ kind: 'system-reminder', text: (found[1] ?? '').trim() });
    rest = rest.slice(found[0].length);
  }
  let end = rest.trimEnd();
  for (let at = end.lastIndexOf(OPEN); at > 0 && end.endsWith(CLOSE); at = end.lastIndexOf(OPEN)) {
    context.push({ kind: 'system-reminder', text: end.slice(at + OPEN.length, -CLOSE.length).trim() });
    end = end.slice(0, at).trimEnd();
    rest = end;
  }
  return rest;
}

const MESSAGE = /(?:^|\n)[ \t]*<(teammate|cross-session)-message(\s[^>]*)?>([\s\S]*?)<\/\1-message>[ \t]*/g;

/** Moves messages of other agents to `context`. A tag within a line is a person's quotation. */
function withoutMessages(text: string, context: IdeContext[]): string {
  if (!text.includes('-message>')) return text;
  const rest = text.replace(MESSAGE, (_, _tag, attributes: string | undefined, words: string) => {
    context.push({ kind: `message from agent ${senderIn(attributes ?? '')}`, text: words.trim() });
    return '\n';
  });
  return rest === text ? text : rest.trim();
}

/** Returns the messages of other agents in a text. */
export function agentMessages(text: string): { from: string; text: string }[] {
  return [...text.matchAll(MESSAGE)].map(([, , attributes, words]) => ({
    from: senderIn(attributes ?? ''),
    text: (words ?? '').trim(),
  }));
}

/** Returns the agent that the tag of a message names. */
function senderIn(attributes: string): string {
  return /(?:teammate_id|from)="([^"]*)"/.exec(attributes)?.[1] ?? 'unknown';
}

function commandOf(text: string): { name: string; args: string } {
  const memory = /<user-memory-input>([\s\S]*?)<\/user-memory-input>/.exec(text)?.[1];
  if (memory !== undefined) return { name: '#', args: memory.trim() };
  return {
    name: /<command-name>([\s\S]*?)<\/command-name>/.exec(text)?.[1]?.trim() ?? '',
    args: /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]?.trim() ?? '',
  };
}
