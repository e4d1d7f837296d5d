import { type Block, isText } from '../format/block.js';
import type { AttachmentEntry } from '../format/schema.js';
import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { factsOf } from '../models/model-named.js';

/**
 * D11: what a person wrote while the model worked, and the pictures given along. The newest clients send it as words to
 * models that take reminders as messages of their own; else it is a reminder, which is not of the conversation.
 */
export function queuedWords({ attachment }: AttachmentEntry, model: string): Block[] | undefined {
  const { prompt } = attachment;
  if (attachment['type'] !== 'queued_command' || attachment['commandMode'] !== 'prompt') return undefined;
  if (!isPersons(attachment)) return undefined;
  if (attachment['isMeta'] || !factsOf(model).takes.systemMessages) return undefined;
  const texts = Array.isArray(prompt) ? prompt.filter(isText).map((block) => block.text) : [String(prompt)];
  return [{ type: 'text', text: `${BEFORE}${texts.join('\n')}${BEHIND}` }, ...picturesOf(attachment)];
}

const BEFORE = 'The user sent a new message while you were working:\n';
const BEHIND =
  '\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, often alongside the next tool result, rather than as a separate conversation turn. Address the message above as you continue this turn.';

function isPersons({ origin, humanTurn }: JsonObject): boolean {
  return isObject(origin) && origin['kind'] === 'human' && humanTurn === true;
}

/** Those of files that a prompt named, and of prompts that waited; documents only with a person's own. */
export function picturesOf(attachment: JsonObject): Block[] {
  if (attachment['type'] === 'queued_command' && Array.isArray(attachment['prompt'])) {
    const sent = isPersons(attachment) ? ['image', 'document'] : ['image'];
    return attachment['prompt'].filter((block) => isObject(block) && sent.includes(String(block['type'])));
  }
  const content = attachment['content'];
  if (attachment['type'] !== 'file' || !isObject(content) || content['type'] !== 'image') return [];
  const file = isObject(content['file']) ? content['file'] : {};
  return [{ type: 'image', source: { type: 'base64', data: file['base64'], media_type: file['type'] } }];
}

/**
 * How many messages of the user's side the client makes of it. Files and folders are told as a call and its result, and
 * that more was left out; to models that take reminders as messages of their own, words go as one of those.
 */
export function messagesTold(attachment: JsonObject, model: string): number {
  const { type, content } = attachment;
  if (type !== 'file' && type !== 'directory') return 1;
  if (factsOf(model).takes.systemMessages && picturesOf(attachment).length === 0) return 0;
  const isCut = type === 'file' && attachment['truncated'] === true && isObject(content) && content['type'] === 'text';
  return isCut ? 3 : 2;
}
