import { type Tokens, type Turn, totalTokens } from '@unspool/session';
import { addTokens, noTokens } from '@unspool/session/model';

/** The tokens of these turns with their sum; undefined if the model replied, but no reply has a record of its tokens. */
export function tokensOfTurns(turns: readonly Turn[]): (Tokens & { total: number }) | undefined {
  const replies = turns.flatMap((turn) => turn.replies).filter(({ isSynthetic }) => !isSynthetic);
  if (replies.length > 0 && replies.every((reply) => reply.tokens === undefined)) return undefined;
  const tokens = turns.reduce((sum, turn) => addTokens(sum, turn.tokens), noTokens);
  return { ...tokens, total: totalTokens(tokens) };
}
