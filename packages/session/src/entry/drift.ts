import { isObject } from '../line/json.js';
import { assistantFields, assistantMessageFields, usageFields } from './assistant.js';
import { attachmentFields, attachmentTypes } from './attachment.js';
import type { Entry, OtherEntry } from './entry.js';
import { progressFields, progressTypes } from './progress.js';
import { sideLineFields } from './side-lines.js';
import { systemFields, systemSubtypes } from './system.js';
import { userFields } from './user.js';

/** What a file has that this version does not know: kept and shown, but not understood. */
export type Drift = Record<'types' | 'subtypes' | 'fields' | 'blocks', Seen>;

/** By name, how often it was seen and which client versions wrote it. */
export type Seen = Record<string, { count: number; versions: string[] }>;

const fieldsOf = new Map<string, ReadonlySet<string>>([
  ['user', new Set(userFields)],
  ['assistant', new Set(assistantFields)],
  ['system', new Set(systemFields)],
  ['attachment', new Set(attachmentFields)],
  ['progress', new Set(progressFields)],
  ...Object.entries(sideLineFields).map(([type, fields]): [string, Set<string>] => [type, new Set<string>(fields)]),
]);
const messageFields = new Set<string>(assistantMessageFields);
const tokenFields = new Set<string>(usageFields);
const subtypes: Record<string, ReadonlySet<string>> = {
  system: new Set(systemSubtypes),
  attachment: new Set(attachmentTypes),
  progress: new Set(progressTypes),
};
const blockFields: Record<string, ReadonlySet<string>> = {
  text: new Set(['type', 'text', 'citations', 'cache_control']),
  thinking: new Set(['type', 'thinking', 'signature']),
  redacted_thinking: new Set(['type', 'data']),
  tool_use: new Set(['type', 'id', 'name', 'input', 'caller', 'cache_control']),
  tool_result: new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']),
  image: new Set(['type', 'source', 'cache_control']),
  document: new Set(['type', 'source', 'title', 'context', 'citations', 'cache_control']),
  tool_reference: new Set(['type', 'tool_name']),
  fallback: new Set(['type', 'from', 'to']),
  server_tool_use: new Set(['type', 'id', 'name', 'input']),
  web_search_tool_result: new Set(['type', 'tool_use_id', 'content']),
};

/** Collects drift as entries go by. Cheap on known shapes: one set look-up a field. */
export class DriftReport {
  readonly drift: Drift = { types: {}, subtypes: {}, fields: {}, blocks: {} };
  private version = 'unknown';

  add(entry: Entry): void {
    const line = entry as OtherEntry;
    if (typeof line['version'] === 'string') this.version = line['version'];
    const type = typeof line['type'] === 'string' ? line['type'] : '(none)';
    const known = fieldsOf.get(type);
    if (!known) {
      this.note('types', type);
      return;
    }
    for (const field in line) if (!known.has(field)) this.note('fields', `${type}.${field}`);
    this.addSubtype(type, line);
    if (type === 'user' || type === 'assistant') this.addMessage(type, line['message']);
  }

  private addSubtype(type: string, line: OtherEntry): void {
    const known = subtypes[type];
    if (!known) return;
    const holder = type === 'system' ? line['subtype'] : type === 'attachment' ? line['attachment'] : line['data'];
    const subtype = isObject(holder) ? holder['type'] : holder;
    if (typeof subtype === 'string' && !known.has(subtype)) this.note('subtypes', `${type}/${subtype}`);
  }

  private addMessage(type: string, message: unknown): void {
    if (!isObject(message)) return;
    if (type === 'assistant') {
      for (const field in message) if (!messageFields.has(field)) this.note('fields', `assistant.message.${field}`);
      const { usage } = message;
      if (isObject(usage)) {
        for (const field in usage) if (!tokenFields.has(field)) this.note('fields', `assistant.message.usage.${field}`);
      }
    }
    this.addBlocks(message['content']);
  }

  private addBlocks(content: unknown): void {
    if (!Array.isArray(content)) return;
    for (const block of content) {
      if (!isObject(block)) continue;
      const type = typeof block['type'] === 'string' ? block['type'] : '(none)';
      const known = Object.hasOwn(blockFields, type) ? blockFields[type] : undefined;
      if (!known) {
        this.note('blocks', type);
        continue;
      }
      for (const field in block) if (!known.has(field)) this.note('blocks', `${type}.${field}`);
      if (type === 'tool_result') this.addBlocks(block['content']);
    }
  }

  private note(group: keyof Drift, name: string): void {
    const seen = Object.hasOwn(this.drift[group], name) ? this.drift[group][name] : undefined;
    if (!seen) {
      const value = { count: 1, versions: [this.version] };
      // Not an assignment: it would lose the name `__proto__`.
      Object.defineProperty(this.drift[group], name, { value, enumerable: true, writable: true, configurable: true });
      return;
    }
    seen.count++;
    if (!seen.versions.includes(this.version)) seen.versions.push(this.version);
  }
}

export function isEmptyDrift(drift: Drift): boolean {
  return Object.values(drift).every((seen) => Object.keys(seen).length === 0);
}
