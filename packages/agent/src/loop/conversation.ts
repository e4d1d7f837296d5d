import { type ApiMessage, type Block, isText, isToolResult, isToolUse } from '@unspool/session';
import { isThought, ReplyBlocks, withoutThinking } from '@unspool/session/resume';

/**
 * The messages of the next request. They are built by the client's rules for reading a file, so that continuing and
 * resuming send the same messages.
 */
export class Conversation {
  constructor(private list: ApiMessage[] = []) {}

  get messages(): readonly ApiMessage[] {
    return this.list;
  }

  hasCall(id: string): boolean {
    return this.list.some(({ content }) => content.some((block) => isToolUse(block) && block.id === id));
  }

  /** Adjacent user lines become one message, with tool results first. */
  addUser(content: string | Block[]): void {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as Block] : content;
    if (blocks.length === 0) return;
    const last = this.list.at(-1);
    if (last?.role !== 'user') {
      this.list.push({ role: 'user', content: resultsFirst(blocks) });
      return;
    }
    const joined = resultsFirst([...withLineBreak(last.content, blocks), ...blocks]);
    this.list[this.list.length - 1] = { role: 'user', content: joined };
  }

  /** Adds images of the next prompt before all text since the last reply, in the client's order. */
  addPictures(pictures: Block[]): void {
    const last = this.list.at(-1);
    if (pictures.length === 0 || last?.role !== 'user') {
      this.addUser(pictures);
      return;
    }
    const results = last.content.filter(isToolResult);
    const words = last.content.filter((block) => !isToolResult(block));
    this.list[this.list.length - 1] = { role: 'user', content: [...results, ...pictures, ...words] };
  }

  /** Calls normally come last in a reply. A reply that is only thinking is not sent. */
  addReply(blocks: Block[]): void {
    const kept = blocks.filter((block) => !isText(block) || block.text.trim() !== '');
    if (kept.every(isThought)) return;
    const reply = new ReplyBlocks();
    for (const block of kept) reply.join([block]);
    this.list.push({ role: 'assistant', content: reply.blocks() });
  }

  /** Removes thinking when the model changes: other models refuse its signature. */
  dropThinking(): void {
    this.list = this.list.map(({ role, content }) => ({ role, content: content.filter((block) => !isThought(block)) }));
  }

  /** Removes thinking as the client does when the API has refused it. Returns whether there was any. */
  stripThinking(): boolean {
    const hasThinking = this.list.some(({ content }) => content.some(isThought));
    if (hasThinking) this.list = this.list.map(({ role, content }) => ({ role, content: withoutThinking(content) }));
    return hasThinking;
  }

  replaceAll(messages: readonly ApiMessage[]): void {
    this.list = [...messages];
  }
}

/** Ends the last text with a line break if more text follows. */
function withLineBreak(before: Block[], blocks: Block[]): Block[] {
  const [first] = blocks;
  const last = before.at(-1);
  if (!first || !isText(first) || !last || !isText(last)) return before;
  return [...before.slice(0, -1), { ...last, text: `${last.text}\n` }];
}

function resultsFirst(blocks: Block[]): Block[] {
  if (!blocks.some(isToolResult)) return blocks;
  return [...blocks.filter(isToolResult), ...blocks.filter((block) => !isToolResult(block))];
}
