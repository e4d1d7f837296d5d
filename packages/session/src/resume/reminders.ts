import { type Entry, isUser } from '../format/entry.js';
import type { AttachmentEntry } from '../format/schema.js';
import { isObject } from '../read/json.js';

/**
 * Returns what the client sent to the model about a file or folder that a prompt mentions. Pictures are sent
 * themselves.
 */
export function fileReminders({ attachment, rendered }: AttachmentEntry & { rendered?: unknown }): string[] {
  if (attachment['type'] !== 'file' && attachment['type'] !== 'directory') return [];
  if (Array.isArray(rendered)) {
    const texts = rendered.map((part) => (isObject(part) ? part['content'] : undefined));
    return texts.filter((text) => typeof text === 'string');
  }
  const content = attachment['content'];
  const file = isObject(content) && content['type'] === 'text' && isObject(content['file']) ? content['file'] : {};
  const text = typeof content === 'string' ? content : file['content'];
  if (typeof text !== 'string') return [];
  return [reminder(`The prompt named ${String(attachment['filename'] ?? attachment['path'])}:\n${text}`)];
}

/** Returns the notifications of a background task. */
export function taskReminders(entry: Entry): string[] {
  if (!isUser(entry) || entry.origin?.kind !== 'task-notification') return [];
  const { content } = entry.message;
  const texts =
    typeof content === 'string' ? [content] : content.map((block) => (block as { text?: unknown }).text ?? '');
  return texts.filter((text) => typeof text === 'string' && text.trim() !== '').map((text) => reminder(String(text)));
}

function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`;
}
