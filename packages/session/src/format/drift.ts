import { isObject } from '../read/json.js';
import type { Entry, OtherEntry } from './entry.js';
import { blockTypes, entryTypes, innerTypes, subtypeMembers, subtypes } from './schema.js';

/** What this version does not recognise in a file: kept and shown, but not understood. */
export type Drift = Record<'types' | 'subtypes' | 'fields' | 'blocks', Seen>;

/** How often each name was seen and which client versions wrote it. */
export type Seen = Record<string, { count: number; versions: string[] }>;

const knownFields = new Map(Object.entries(entryTypes).map(([type, members]) => [type, namesOf(members)]));
const knownBlocks = new Map(Object.entries(blockTypes).map(([type, members]) => [type, namesOf(members)]));
const knownSubtypes = new Map(Object.entries(subtypes).map(([type, names]) => [type, new Set<string>(names)]));
const messageFields = namesOf(innerTypes.assistantMessage);
const usageFields = namesOf(innerTypes.usage);

function namesOf(members: object): ReadonlySet<string> {
  return new Set(Object.keys(members));
}

/**
 * Collects types and fields that this version does not recognise, entry by entry. Cheap on known shapes: one set
 * look-up per field.
 */
export class DriftReport {
  readonly drift: Drift = { types: {}, subtypes: {}, fields: {}, blocks: {} };
  private version = 'unknown';

  add(entry: Entry): void {
    const line = entry as OtherEntry;
    if (typeof line['version'] === 'string') this.version = line['version'];
    const type = typeof line['type'] === 'string' ? line['type'] : '(none)';
    const known = knownFields.get(type);
    if (!known) {
      this.note('types', type);
      return;
    }
    this.addFields(line, known, type);
    this.addSubtype(type, line);
    if (type === 'user' || type === 'assistant') this.addMessage(type, line['message']);
  }

  private addFields(object: object, known: ReadonlySet<string>, owner: string): void {
    for (const field in object) if (!known.has(field)) this.note('fields', `${owner}.${field}`);
  }

  private addSubtype(type: string, line: OtherEntry): void {
    const known = knownSubtypes.get(type);
    if (!known) return;
    const holder = line[subtypeMembers[type as keyof typeof subtypeMembers]];
    const subtype = isObject(holder) ? holder['type'] : holder;
    if (typeof subtype === 'string' && !known.has(subtype)) this.note('subtypes', `${type}/${subtype}`);
  }

  private addMessage(type: string, message: unknown): void {
    if (!isObject(message)) return;
    if (type === 'assistant') {
      this.addFields(message, messageFields, 'assistant.message');
      const { usage } = message;
      if (isObject(usage)) this.addFields(usage, usageFields, 'assistant.message.usage');
    }
    this.addBlocks(message['content']);
  }

  private addBlocks(content: unknown): void {
    if (!Array.isArray(content)) return;
    for (const block of content) {
      if (!isObject(block)) continue;
      const type = typeof block['type'] === 'string' ? block['type'] : '(none)';
      const known = knownBlocks.get(type);
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
      // An assignment would lose the name `__proto__`.
      Object.defineProperty(this.drift[group], name, { value, enumerable: true, writable: true, configurable: true });
      return;
    }
    seen.count++;
    if (!seen.versions.includes(this.version)) seen.versions.push(this.version);
  }
}

/** Whether everything was recognised. */
export function isEmptyDrift(drift: Drift): boolean {
  return Object.values(drift).every((seen) => Object.keys(seen).length === 0);
}
