import {
  blocksOf,
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

/** The sizes of every line of a session, in one array: measured while the lines go by. */
export class EntrySizes {
  private numbers = new Uint32Array(WIDTH * 256);

  add(node: Node, entry: Entry): void {
    const sizes = sizesOf(node, entry);
    if (!sizes) return;
    const at = node.index * WIDTH;
    if (at + WIDTH > this.numbers.length) this.widen(at + WIDTH);
    KINDS.forEach((kind, column) => {
      this.numbers[at + column] = Math.min(sizes[kind], 0xffffffff);
    });
  }

  of(node: Node): Sizes {
    const at = node.index * WIDTH;
    const [human = 0, system = 0, replies = 0, thinking = 0, toolInput = 0, toolOutput = 0] = this.numbers.subarray(
      at,
      at + WIDTH,
    );
    return { human, system, replies, thinking, toolInput, toolOutput };
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

function sizesOf(node: Node, entry: Entry): Sizes | undefined {
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

function sizesOfUser(node: Node, entry: Parameters<typeof isUser>[0] & { message: { content: unknown } }): Sizes {
  const sizes = noSizes();
  const { content } = entry.message;
  const own = node.user?.words === 'prompt' || node.user?.words === 'command' ? 'human' : 'system';
  if (typeof content === 'string') sizes[own] += content.length;
  else {
    for (const block of blocksOf(content as Parameters<typeof blocksOf>[0])) {
      if (isToolResult(block)) sizes.toolOutput += charactersIn(block.content);
      else sizes[own] += isText(block) ? block.text.length : charactersIn(block);
    }
  }
  return sizes;
}

/** A picture weighs about like a page of text, whatever its bytes. */
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
