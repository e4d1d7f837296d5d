import {
  type Block,
  blocksOf,
  type Entry,
  isAssistant,
  isToolResult,
  isToolUse,
  isUser,
  type JsonObject,
  type UsageRecord,
  usageOf,
} from '@unspool/session';

/** Where a reply's tokens came from and went to: bytes by label. */
export interface AttributedReply {
  record: UsageRecord;
  /** What was new in the request: results, prompts, and the reply before. */
  brought: Map<string, number>;
  /** What the reply consists of. */
  said: Map<string, number>;
  /** The skill the client itself names as the cause. */
  skill: string | undefined;
}

export const PROMPTS = '(prompts)';
export const REPLIES = '(replies)';
export const CONTEXT = '(context read again)';
const SKILL = 'Skill';

/** A skill's calls keep its name; as a tool they are all the same one. */
export function skillOf(label: string): string | undefined {
  return label.startsWith(`${SKILL} `) ? label.slice(SKILL.length + 1) : undefined;
}

export function toolOf(label: string): string {
  return skillOf(label) === undefined ? label : SKILL;
}

/**
 * Follows one file and notes for each reply which tools brought its input and which it called. Side chains are threads
 * of their own.
 */
export class Attribution {
  readonly replies = new Map<string, AttributedReply>();
  private readonly labels = new Map<string, string>();
  private readonly threads = new Map<string, { fresh: Map<string, number>; current: string | undefined }>();

  constructor(private readonly path: string) {}

  add(object: JsonObject, byte: number): void {
    const entry = object as Entry;
    if (isUser(entry)) this.addUser(entry.message.content, object);
    else if (isAssistant(entry)) this.addReply(blocksOf(entry.message.content), object, byte);
    else this.addEmbedded(object, byte);
  }

  private addUser(content: Parameters<typeof blocksOf>[0], object: JsonObject): void {
    const { fresh } = this.thread(object);
    const source = object['sourceToolUseID'];
    for (const block of blocksOf(content)) {
      const id = isToolResult(block) ? block.tool_use_id : source;
      const label = typeof id === 'string' ? this.labels.get(id) : undefined;
      grow(fresh, label ?? (isToolResult(block) ? '(unknown tool)' : PROMPTS), sizeOf(block));
    }
  }

  private addReply(blocks: readonly Block[], object: JsonObject, byte: number): void {
    const record = usageOf(object);
    const thread = this.thread(object);
    const said = new Map<string, number>();
    for (const block of blocks) grow(said, this.labelOf(block), sizeOf(block));
    if (record) {
      const key = record.key ?? `${this.path}:${byte}`;
      const known = this.replies.get(key);
      if (!known) {
        const skill = object['attributionSkill'];
        const brought = thread.fresh;
        thread.fresh = new Map();
        this.replies.set(key, {
          record,
          brought,
          said: new Map(said),
          skill: typeof skill === 'string' ? skill : undefined,
        });
      } else {
        if (record.output >= known.record.output) known.record = record;
        for (const [label, bytes] of said) grow(known.said, label, bytes);
      }
    }
    // What the model said comes back to it with the next request.
    for (const [label, bytes] of said) grow(thread.fresh, label, bytes);
  }

  /** Of a sub-agent whose file is gone only its replies are known, not what it was told. */
  private addEmbedded(object: JsonObject, byte: number): void {
    const record = usageOf(object);
    if (!record) return;
    const key = record.key ?? `${this.path}:${byte}`;
    const said = new Map([[REPLIES, 1]]);
    if (!this.replies.has(key))
      this.replies.set(key, { record, brought: new Map([[PROMPTS, 1]]), said, skill: undefined });
  }

  private labelOf(block: Block): string {
    if (!isToolUse(block)) return REPLIES;
    const { skill, command } = block.input as { skill?: unknown; command?: unknown };
    const name = typeof block.name === 'string' ? block.name : '(unknown tool)';
    const which = typeof skill === 'string' ? skill : command;
    const label = name === SKILL && typeof which === 'string' ? `${SKILL} ${which}` : name;
    this.labels.set(block.id, label);
    return label;
  }

  private thread(object: JsonObject) {
    const key = object['isSidechain'] ? String(object['agentId'] ?? 'side') : 'main';
    let thread = this.threads.get(key);
    if (!thread) {
      thread = { fresh: new Map(), current: undefined };
      this.threads.set(key, thread);
    }
    return thread;
  }
}

function grow(sizes: Map<string, number>, label: string, bytes: number): void {
  sizes.set(label, (sizes.get(label) ?? 0) + bytes);
}

/** The characters of what a model reads of a block; a signature is not read, a picture weighs like a page of text. */
function sizeOf(block: Block): number {
  if (block.type === 'image' || block.type === 'document') return 4000;
  let size = 1;
  const collect = (value: unknown): void => {
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      const inner = value as { type?: unknown; [key: string]: unknown };
      if (inner.type === 'image' || inner.type === 'document') size += 4000;
      else
        for (const key in inner) if (key !== 'signature' && key !== 'id' && key !== 'tool_use_id') collect(inner[key]);
    }
  };
  collect(block);
  return size;
}
