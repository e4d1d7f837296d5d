import { DEEPEST, isTooDeep } from '@unspool/session/read';

/** Parses what an agent wrote. Deeper values would parse, but could not be written again: each level takes stack. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`values are nested more than ${DEEPEST} levels deep`);
  return JSON.parse(text);
}
