import { type Block, blocksOf, isText, isToolResult, type TextBlock } from '../entry/block.js';
import type { UserEntry } from '../entry/user.js';

/** Whose words a user line holds. A line is exactly one of these. */
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

export interface Words {
  kind: WordsKind;
  /** The words themselves, without what the editor added. */
  text: string;
  /** What the editor told the model: selected lines, the open file, diagnostics. */
  ideContext: IdeContext[];
  /** Images and documents a person gave along. */
  media: Block[];
  /** Name and arguments of a slash command. */
  command?: { name: string; args: string };
}

export interface IdeContext {
  kind: 'ide_selection' | 'ide_opened_file' | 'ide_diagnostics';
  text: string;
}

export function wordsOf(entry: UserEntry): Words {
  const kind = wordsKindOf(entry);
  const blocks = blocksOf(entry.message.content);
  const { text, ideContext } = separateIdeContext(blocks.filter(isText));
  const words: Words = {
    kind,
    text,
    ideContext,
    media: blocks.filter((block) => block.type === 'image' || block.type === 'document'),
  };
  if (kind === 'command') words.command = commandOf(text);
  return words;
}

/** Decided in this order; the first that fits wins. */
export function wordsKindOf(entry: UserEntry): WordsKind {
  const { content } = entry.message;
  if (typeof content !== 'string' && content.some(isToolResult)) return 'tool_result';
  if (entry.isCompactSummary) return 'compact_summary';
  if (isInjectedByFlag(entry)) return 'injected';
  const text = firstText(entry);
  if (text.startsWith('<')) {
    const kind = kindOfTag(text);
    if (kind) return kind;
  }
  if (text.startsWith('[Request interrupted by user')) return 'interruption';
  if (HOOK_FEEDBACK.test(text)) return 'injected';
  return 'prompt';
}

const HOOK_FEEDBACK = /^[A-Z][A-Za-z]+ hook (feedback|blocking error|additional context)/;
const REMINDERS_ONLY = /^(\s*<system-reminder>[\s\S]*?<\/system-reminder>)+\s*$/;

function isInjectedByFlag(entry: UserEntry): boolean {
  if (entry.isMeta || entry.isVisibleInTranscriptOnly) return true;
  const kind = entry.origin?.kind;
  return typeof kind === 'string' && kind !== 'human';
}

function kindOfTag(text: string): WordsKind | undefined {
  const tag = /^<([a-z_-]+)/.exec(text)?.[1];
  switch (tag) {
    case 'task-notification':
    case 'user-prompt-submit-hook':
      return 'injected';
    case 'system-reminder':
      return REMINDERS_ONLY.test(text) ? 'injected' : undefined;
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

function firstText(entry: UserEntry): string {
  const { content } = entry.message;
  if (typeof content === 'string') return content.trimStart();
  for (const block of content) if (isText(block) && !IDE_BLOCK.test(block.text)) return block.text.trimStart();
  return '';
}

const IDE_BLOCK = /^\s*<(ide_selection|ide_opened_file|ide_diagnostics)>/;
const IDE_PARTS = /<(ide_selection|ide_opened_file|ide_diagnostics)>([\s\S]*?)<\/\1>\n?/g;

/** The editor puts its tags in blocks of their own, or in front of the words in one string. */
function separateIdeContext(blocks: TextBlock[]): { text: string; ideContext: IdeContext[] } {
  const ideContext: IdeContext[] = [];
  const texts: string[] = [];
  for (const block of blocks) {
    if (!IDE_BLOCK.test(block.text)) {
      texts.push(block.text);
      continue;
    }
    const rest = block.text.replace(IDE_PARTS, (_, kind: IdeContext['kind'], text: string) => {
      ideContext.push({ kind, text });
      return '';
    });
    if (rest.trim() !== '') texts.push(rest);
  }
  return { text: texts.join('\n'), ideContext };
}

function commandOf(text: string): { name: string; args: string } {
  const memory = /<user-memory-input>([\s\S]*?)<\/user-memory-input>/.exec(text)?.[1];
  if (memory !== undefined) return { name: '#', args: memory.trim() };
  return {
    name: /<command-name>([\s\S]*?)<\/command-name>/.exec(text)?.[1]?.trim() ?? '',
    args: /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]?.trim() ?? '',
  };
}
