import type { Block } from '../format/block.js';

/**
 * D4: the blocks of a reply as its lines join one by one. Calls go last, unless that brings together two thoughts that
 * had only calls between them: from then on the order stays as it comes.
 */
export class ReplyBlocks {
  private readonly words: Block[] = [];
  private readonly calls: Block[] = [];
  private ordered: Block[] | undefined;

  join(blocks: readonly Block[]): void {
    if (!this.ordered && this.wouldJoinThoughts(blocks)) this.ordered = this.blocks();
    for (const block of blocks) {
      if (this.ordered) this.ordered.push(block);
      else if (isCall(block)) this.calls.push(block);
      else this.words.push(block);
    }
  }

  blocks(): Block[] {
    return this.ordered ?? [...this.words, ...this.calls];
  }

  private wouldJoinThoughts(blocks: readonly Block[]): boolean {
    let afterThought = isThought(this.words.at(-1));
    let afterCall = this.calls.length > 0;
    for (const block of blocks) {
      if (isCall(block)) {
        afterCall = true;
        continue;
      }
      if (isThought(block) && afterThought && afterCall) return true;
      afterThought = isThought(block);
      afterCall = false;
    }
    return false;
  }
}

const isCall = (block: Block) => block.type === 'tool_use';

function isThought(block: Block | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}
