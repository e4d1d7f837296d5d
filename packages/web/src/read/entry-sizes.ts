import {
  type Entry,
  isAssistant,
  isAttachment,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  isUser,
  type Node,
} from '@unspool/session';
import { blocksOf } from '@unspool/session/read';

/** Characters of a line, by what they are to the model. */
export interface Sizes {
  human: number;
  system: number;
  replies: number;
  thinking: number;
  toolInput: number;
  toolOutput: number;
}

const KINDS = ['human', 'system', 'replies', 'thinking', 'toolInput', 'toolOutput'] as const;
const WIDTH = KINDS.length;

/** The sizes of every line of a session, in one array, measured while the file is read. */
export class EntrySizes {
  private numbers = new Uint32Array(WIDTH * 256);

  /** A line without its entry is measured by its length. */
  add(node: Node, entry: Entry | undefined): void {
    const sizes = entry ? sizesOf(node, entry) : likelySizes(node);
    if (!sizes) return;
    const at = node.index * WIDTH;
    if (at + WIDTH > this.numbers.length) this.widen(at + WIDTH);
    KINDS.forEach((kind, column) => {
      this.numbers[at + column] = Math.min(sizes[kind], 0xffffffff);
    });
  }

  of(node: Node, kind: keyof Sizes): number {
    return this.numbers[node.index * WIDTH + KINDS.indexOf(kind)] ?? 0;
  }

  /** Allocates nothing: sessions have tens of thousands of lines, and all are summed. */
  addTo(sum: Sizes, node: Node): void {
    const { numbers } = this;
    const at = node.index * WIDTH;
    sum.human += numbers[at] ?? 0;
    sum.system += numbers[at + 1] ?? 0;
    sum.replies += numbers[at + 2] ?? 0;
    sum.thinking += numbers[at + 3] ?? 0;
    sum.toolInput += numbers[at + 4] ?? 0;
    sum.toolOutput += numbers[at + 5] ?? 0;
  }

  private widen(least: number): void {
    const wider = new Uint32Array(Math.max(least, this.numbers.length * 2));
    wider.set(this.numbers);
    this.numbers = wider;
  }
}

export function noSizes(): Sizes {
  return { human: 0, system: 0, replies: 0, thinking: 0, toolInput: 0, toolOutput: 0 };
}

export function addSizes(sum: Sizes, more: Sizes): void {
  for (const kind of KINDS) sum[kind] += more[kind];
}

/** The sizes of an entry, as it is or as an edit would make it. */
export function sizesOf(node: Node | undefined, entry: Entry): Sizes | undefined {
  if (isAttachment(entry)) return { ...noSizes(), system: charactersIn(entry.attachment) };
  if (isUser(entry)) return sizesOfUser(node, entry);
  if (!isAssistant(entry)) return undefined;
  const sizes = noSizes();
  for (const block of blocksOf(entry.message.content)) {
    if (isText(block)) sizes.replies += block.text.length;
    else if (isThinking(block)) sizes.thinking += block.thinking.length;
    else if (isToolUse(block)) sizes.toolInput += charactersIn(block.input);
  }
  return sizes;
}

/** Characters of the images and files among a person's words: `sizesOf` counts them with the words. */
export function attachedIn(node: Node | undefined, entry: Entry): number {
  if (!isUser(entry) || !isOwnWords(node) || typeof entry.message.content === 'string') return 0;
  const blocks = blocksOf(entry.message.content).filter((block) => !isText(block) && !isToolResult(block));
  return blocks.reduce((sum, block) => sum + charactersIn(block), 0);
}

/** The rest of a line around its content: ids, times, usage. */
const AROUND_REPLY = 900;
const AROUND_OTHERS = 500;

/** The characters of a line that was not parsed: nearly all of it is its one content. */
function likelySizes(node: Node): Sizes | undefined {
  const { reply, user } = node;
  const { length } = node.place;
  if (reply) {
    const size = Math.max(1, length - AROUND_REPLY);
    const parts = [reply.thoughts > 0, reply.uses.length > 0, reply.blocks > reply.thoughts + reply.uses.length];
    const share = Math.round(size / Math.max(1, parts.filter(Boolean).length));
    const [thinking = 0, toolInput = 0, replies = 0] = parts.map((isThere) => (isThere ? share : 0));
    return { ...noSizes(), thinking, toolInput, replies };
  }
  // The client stores a result twice on the line.
  const likely = Math.max(0, length - AROUND_OTHERS) / 2;
  if (user) return { ...noSizes(), toolOutput: sum(user.results.map(({ size }) => size ?? likely)) };
  return node.type === 'attachment' ? { ...noSizes(), system: Math.max(0, length - AROUND_OTHERS) } : undefined;
}

function sum(sizes: readonly number[]): number {
  return Math.round(sizes.reduce((a, b) => a + b, 0));
}

function sizesOfUser(
  node: Node | undefined,
  entry: Parameters<typeof isUser>[0] & { message: { content: unknown } },
): Sizes {
  const sizes = noSizes();
  const { content } = entry.message;
  const own = isOwnWords(node) ? 'human' : 'system';
  if (typeof content === 'string') sizes[own] += content.length;
  else {
    for (const block of blocksOf(content as Parameters<typeof blocksOf>[0])) {
      if (isToolResult(block)) sizes.toolOutput += charactersIn(block.content);
      else sizes[own] += isText(block) ? block.text.length : charactersIn(block);
    }
  }
  return sizes;
}

function isOwnWords(node: Node | undefined): boolean {
  return node?.user?.words === 'prompt' || node?.user?.words === 'command';
}

/** A picture counts like a page of text, whatever its size in bytes. */
const PICTURE = 4000;
const MAX_DEPTH = 64;

export function charactersIn(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value === undefined ? 0 : 4;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + charactersIn(each, depth + 1), 0);
  const { type } = value as { type?: unknown };
  if (type === 'image' || type === 'document') return PICTURE;
  let sum = 0;
  for (const key in value) if (key !== 'signature') sum += charactersIn((value as never)[key], depth + 1) + key.length;
  return sum;
}
