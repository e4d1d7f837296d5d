import type { Tokens } from '../model/token-counts.js';
import { addTokens, laterUsage, noTokens } from '../model/tokens.js';

/** Counts each reply's usage once, on however many lines and in however many files it occurs. */
export class ReplyTokens {
  private readonly byId = new Map<string, Tokens>();
  private unnamed: Tokens = noTokens;
  /** The same of replies that were copied, by the session that they were copied from. */
  private readonly copied = new Map<string, ReplyTokens>();

  add(messageId: string | undefined, tokens: Tokens): void {
    if (messageId === undefined) this.unnamed = addTokens(this.unnamed, tokens);
    else this.byId.set(messageId, laterUsage(this.byId.get(messageId), tokens));
  }

  copiedFrom(session: string): ReplyTokens {
    const known = this.copied.get(session) ?? new ReplyTokens();
    this.copied.set(session, known);
    return known;
  }

  /** A copied reply counts for the session that it was made in, as in the ledger, unless that session is gone. */
  total(isThere: (session: string) => boolean = () => false): Tokens {
    let sum = this.unnamed;
    for (const tokens of this.byId.values()) sum = addTokens(sum, tokens);
    for (const [session, tokens] of this.copied) if (!isThere(session)) sum = addTokens(sum, tokens.total(isThere));
    return sum;
  }
}
