import type { Block } from '../format/block.js';
import { isCall, isThought } from './block-kinds.js';

/**
 * The blocks of a reply as its lines join one by one (D4). Calls go last, until that would join two thinking blocks
 * with only calls between them: from then on blocks keep the order in which they arrive.
 */
export class ReplyBlocks {
  private readonly others: Block[] = [];
  private readonly calls: Block[] = [];
  private ordered: Block[] | undefined;

  join(blocks: readonly Block[]): void {
    if (!this.ordered && this.wouldJoinThinking(blocks)) this.ordered = this.blocks();
    for (const block of blocks) {
      if (this.ordered) this.ordered.push(block);
      else if (isCall(block)) this.calls.push(block);
      else this.others.push(block);
    }
  }

  blocks(): Block[] {
    return this.ordered ?? [...this.others, ...this.calls];
  }

  private wouldJoinThinking(blocks: readonly Block[]): boolean {
    const last = this.others.at(-1);
    let afterThinking = last !== undefined && isThought(last);
    let afterCall = this.calls.length > 0;
    for (const block of blocks) {
      if (isCall(block)) {
        afterCall = true;
        continue;
      }
      if (isThought(block) && afterThinking && afterCall) return true;
      afterThinking = isThought(block);
      afterCall = false;
    }
    return false;
  }
}
