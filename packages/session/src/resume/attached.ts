import { type Block, isText } from '../format/block.js';
import type { AttachmentEntry } from '../format/schema.js';
import { factsOf } from '../models/model-named.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';

/**
 * D11: returns a prompt that a person queued while the model worked, with its pictures, for models that take system
 * messages. For other models it becomes a reminder, which is not part of the conversation.
 */
export function queuedPrompt({ attachment }: AttachmentEntry, model: string): Block[] | undefined {
  const { prompt } = attachment;
  if (attachment['type'] !== 'queued_command' || attachment['commandMode'] !== 'prompt') return undefined;
  if (!isHuman(attachment)) return undefined;
  if (attachment['isMeta'] || !factsOf(model).takes.systemMessages) return undefined;
  const texts = Array.isArray(prompt) ? prompt.filter(isText).map((block) => block.text) : [String(prompt)];
  return [{ type: 'text', text: `${PREFIX}${texts.join('\n')}${SUFFIX}` }, ...picturesOf(attachment)];
}

const PREFIX = 'The user sent a new message while you were working:\n';
const SUFFIX =
  '\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, often alongside the next tool result, rather than as a separate conversation turn. Address the message above as you continue this turn.';

function isHuman({ origin, humanTurn }: JsonObject): boolean {
  return isObject(origin) && origin['kind'] === 'human' && humanTurn === true;
}

/**
 * D10: returns the pictures of a queued prompt or of a file that a prompt mentions. Documents only of a person's
 * prompt.
 */
export function picturesOf(attachment: JsonObject): Block[] {
  if (attachment['type'] === 'queued_command' && Array.isArray(attachment['prompt'])) {
    const sent = isHuman(attachment) ? ['image', 'document'] : ['image'];
    return attachment['prompt'].filter((block) => isObject(block) && sent.includes(String(block['type'])));
  }
  const content = attachment['content'];
  if (attachment['type'] !== 'file' || !isObject(content) || content['type'] !== 'image') return [];
  const file = isObject(content['file']) ? content['file'] : {};
  return [{ type: 'image', source: { type: 'base64', data: file['base64'], media_type: file['type'] } }];
}

/**
 * D10: returns how many user messages the client makes from an attachment. A file or folder becomes a call and its
 * result, plus a note if it was truncated. For models that take system messages, text becomes one of those instead.
 */
export function userMessagesFor(attachment: JsonObject, model: string): number {
  const { type, content } = attachment;
  if (type !== 'file' && type !== 'directory') return 1;
  if (factsOf(model).takes.systemMessages && picturesOf(attachment).length === 0) return 0;
  const isCut = type === 'file' && attachment['truncated'] === true && isObject(content) && content['type'] === 'text';
  return isCut ? 3 : 2;
}
