import type { AttachmentEntry } from '../format/schema.js';
import type { Words } from '../model/words.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { jsonText } from './json-text.js';

/** Something shown next to the conversation: its label and size, and its text on request. */
export interface Aside {
  label: string;
  /** Bytes. */
  size: number;
  text: string;
  /** It recurs at every step without new information: counted, not listed. */
  isRoutine?: boolean;
  /** What the client tells the model about its environment: long, and seldom of interest. */
  isContext?: boolean;
}

/** Returns what to show for a user line that no person wrote. */
export function wordsAside(words: Words): Aside {
  return { label: labelOf(words), size: Buffer.byteLength(words.text), text: plainText(words) };
}

function labelOf({ kind, text }: Words): string {
  switch (kind) {
    case 'compact_summary':
      return 'summary of what was compacted';
    case 'command_output':
    case 'bash_output':
      return 'output';
    default:
      break;
  }
  const sender = /^\s*<(?:teammate|cross-session)-message\s[^>]*?(?:teammate_id|from)="([^"]*)"/.exec(text)?.[1];
  if (sender !== undefined) return `message from agent ${sender}`;
  const tag = /^\s*<([a-z][a-z-]*)[\s>]/.exec(text)?.[1];
  if (tag !== undefined) return tag.replace(/-/g, ' ');
  const hook = /^([A-Z][A-Za-z]+) hook/.exec(text)?.[1];
  return hook === undefined ? 'injected' : `hook ${hook}`;
}

/** Returns the label of something that was sent with a prompt. */
export function contextLabel(kind: string): string {
  if (kind.startsWith('ide_')) return kind.replace('ide_', 'editor: ').replaceAll('_', ' ');
  return kind === 'system-reminder' ? 'system reminder' : kind;
}

/** Returns the text without the tags around it; for a notification, its subject and result. */
function plainText({ text }: Words): string {
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(text)?.[1];
  if (summary !== undefined && text.trimStart().startsWith('<task-notification>')) {
    // The report of a sub-agent that worked in the background may exist only here. Its own tags are part of it.
    const result = /<result>([\s\S]*)<\/result>/.exec(text)?.[1]?.trim();
    return result ? `${summary}\n\n${result}` : summary;
  }
  return text
    .replace(
      /<\/?(local-command-(stdout|stderr|caveat)|bash-(stdout|stderr)|system-reminder)>|<\/?(teammate|cross-session)-message[^>]*>/g,
      '',
    )
    .trim();
}

/** Returns the prompt that a person typed while the model worked; undefined for other attachments. */
export function queuedPrompt({ attachment }: AttachmentEntry): Words | undefined {
  if (attachment.type !== 'queued_command' || typeof attachment['prompt'] !== 'string') return undefined;
  return { kind: 'prompt', text: attachment['prompt'], ideContext: [], media: [] };
}

/** Returns what to show for an attachment. */
export function attachmentAside({ attachment }: AttachmentEntry): Aside {
  const type = attachment.type ?? 'attachment';
  const text = textIn(attachment);
  const size = Buffer.byteLength(text || jsonText(attachment));
  const hook = stringIn(attachment, 'hookName') ?? stringIn(attachment, 'hookEvent');
  if (hook !== undefined) {
    if (type === 'hook_success') return { label: `hook ${hook}`, size, text, isRoutine: true };
    const what = type.replace(/^hook_/, '').replace(/_/g, ' ');
    return { label: `hook ${hook}: ${what}`, size, text };
  }
  const name = stringIn(attachment, 'displayPath') ?? stringIn(attachment, 'filename') ?? stringIn(attachment, 'path');
  const label = type.replace(/_/g, ' ');
  if (name !== undefined) return { label: `${label} ${name}`, size, text };
  return CONTEXT.has(type) ? { label, size, text, isContext: true } : { label, size, text };
}

const CONTEXT = new Set(
  `agent_listing_delta auto_mode command_permissions date deferred_tools_delta deferred_tools_record environment
  mcp_instructions_delta model prompt_snapshot remote_session_change session_context skill_listing task_reminder
  todo_reminder total_tokens_reminder`.split(/\s+/),
);

/** Returns what to show for a hook that ran, in sessions whose client recorded it in progress lines. */
export function hookAside(data: JsonObject): Aside {
  const name = stringIn(data, 'hookName') ?? stringIn(data, 'hookEvent') ?? '';
  const text = stringIn(data, 'command') ?? '';
  return { label: `hook ${name}`, size: Buffer.byteLength(text), text, isRoutine: true };
}

function textIn(attachment: JsonObject): string {
  for (const key of ['content', 'text', 'snippet', 'stderr', 'stdout']) {
    const value = attachment[key];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string')) {
      return value.join('\n');
    }
    const file = isObject(value) && isObject(value['file']) ? value['file'] : value;
    if (isObject(file) && typeof file['content'] === 'string') return file['content'];
  }
  return '';
}

function stringIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
