import type { Tokens } from '../model/token-counts.js';
import { addTokens, laterUsage, noTokens } from '../model/tokens.js';

/** Counts each reply's usage once, on however many lines and in however many files it occurs. */
export class ReplyTokens {
  private readonly byId = new Map<string, Tokens>();
  private unnamed: Tokens = noTokens;

  add(messageId: string | undefined, tokens: Tokens): void {
    if (messageId === undefined) this.unnamed = addTokens(this.unnamed, tokens);
    else this.byId.set(messageId, laterUsage(this.byId.get(messageId), tokens));
  }

  total(): Tokens {
    let sum = this.unnamed;
    for (const tokens of this.byId.values()) sum = addTokens(sum, tokens);
    return sum;
  }
}
