import type { Tokens } from '../message/tokens.js';
import type { LineKernel } from './line-kernel.js';
import { Field, LONGEST_ID, MAX_REPLIES, REPLIES, REPLY } from './line-memory.js';
import { ReplyTokens } from './reply-tokens.js';

/** What is to be added stands behind the last reply. */
const ADDED = REPLIES + REPLY * MAX_REPLIES;

/**
 * The replies of one session after the other, in the memory of the kernel that counts most of them; see
 * assembly/reply-table.ts. It says what `ReplyTokens` says, which takes what the table has no room for.
 */
export class ReplyTable {
  private rest = new ReplyTokens();
  private hasRest = false;

  constructor(private readonly kernel: LineKernel) {}

  /** Begins with the next session. */
  clear(): void {
    this.kernel.code.forgetReplies();
    if (!this.hasRest) return;
    this.rest = new ReplyTokens();
    this.hasRest = false;
  }

  add(messageId: string | undefined, tokens: Tokens): void {
    if (messageId === undefined || !this.put(messageId, tokens)) {
      // No such id is ever in the table.
      this.rest.add(messageId, tokens);
      this.hasRest = true;
      return;
    }
    if (this.kernel.code.addReply(ADDED) !== 0) return;
    this.makeRoom();
    this.kernel.code.addReply(ADDED);
  }

  /** The table is full. What is taken from it came before all that follows. */
  makeRoom(): void {
    const count = this.kernel.header(Field.replies);
    for (let reply = 0; reply < count; reply++) this.rest.add(this.idOf(reply), this.tokensOf(reply));
    this.hasRest = true;
    this.kernel.code.forgetReplies();
  }

  total(): Tokens {
    if (this.hasRest) {
      this.makeRoom();
      return this.rest.total();
    }
    this.kernel.code.sumReplies(ADDED);
    return this.tokensOf(MAX_REPLIES);
  }

  /** False when the id is none for the table: it is long, or not of plain letters. */
  private put(messageId: string, tokens: Tokens): boolean {
    const { words: numbers, counts } = this.kernel;
    const { length } = messageId;
    if (length > LONGEST_ID) return false;
    const bytes = new Uint8Array(numbers.buffer, ADDED + 48, length);
    for (let at = 0; at < length; at++) {
      const letter = messageId.charCodeAt(at);
      if (letter >= 128) return false;
      bytes[at] = letter;
    }
    numbers[(ADDED >> 2) + 1] = length;
    counts.set(
      [tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite5m, tokens.cacheWrite1h],
      (ADDED >> 3) + 1,
    );
    return true;
  }

  private idOf(reply: number): string {
    const { words: numbers } = this.kernel;
    const at = REPLIES + reply * REPLY;
    return Buffer.from(numbers.buffer, at + 48, numbers[(at >> 2) + 1]).toString('latin1');
  }

  private tokensOf(reply: number): Tokens {
    const { counts } = this.kernel;
    const at = ((REPLIES + reply * REPLY) >> 3) + 1;
    return {
      input: counts[at] ?? 0,
      output: counts[at + 1] ?? 0,
      cacheRead: counts[at + 2] ?? 0,
      cacheWrite5m: counts[at + 3] ?? 0,
      cacheWrite1h: counts[at + 4] ?? 0,
    };
  }
}
