import { describe, expect, it } from 'vitest';
import { madeInOf } from '../../src/model/made-in.js';

describe('the session in which a line was made', () => {
  it.each([
    ['a line of its own session', { sessionId: 'a' }, 'a', false, false],
    ['a line of no session', {}, undefined, false, false],
    ['a branch', { sessionId: 'b', forkedFrom: { sessionId: 'a', messageUuid: 'u' } }, 'a', true, false],
    ['a branch that names no session', { sessionId: 'b', forkedFrom: 7 }, 'b', true, false],
    ['a copied reply', { sessionId: 'b', requestSessionId: 'a' }, 'a', true, true],
    ['a reply of its own session', { sessionId: 'b', requestSessionId: 'b' }, 'b', false, false],
    [
      'a branch of a copy',
      { sessionId: 'c', requestSessionId: 'a', forkedFrom: { sessionId: 'b', messageUuid: 'u' } },
      'a',
      true,
      true,
    ],
    [
      'a copy of a branch that was continued',
      { sessionId: 'b', requestSessionId: 'b', forkedFrom: { sessionId: 'a', messageUuid: 'u' } },
      'a',
      true,
      false,
    ],
  ])('of %s', (_, line, sessionId, isCopied, isOrigin) => {
    expect(madeInOf(line)).toEqual({ sessionId, isCopied, isOrigin });
  });
});
