import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HeldSession, holdSession, Room } from '../../src/index.js';
import { sessionFilesIn } from '../support/corpus.js';

const files = sessionFilesIn(join(import.meta.dirname, '../../fixtures')).slice(0, 20);

function said(session: HeldSession): unknown {
  return session.nodes.map((node) => [
    session.raw(node)?.blocks.map(({ kind, id, value }) => [kind, id, value?.parse()]),
    session.request(node),
  ]);
}

describe('a room', () => {
  it('holds sessions side by side, and after them others', () => {
    const room = new Room();
    for (const order of [files, files.toReversed()]) {
      room.clear();
      const held = order.map((file) => holdSession(file, room));
      expect(held.map(said)).toEqual(order.map((file) => said(holdSession(file))));
    }
  });

  it('gives memory of their own to numbers that do not fit', () => {
    const room = new Room();
    const [first, much, last] = [room.takeWords(2), room.takeWords(1 << 20), room.takeWords(2)];
    first?.fill(1);
    much?.fill(2);
    last?.fill(3);
    expect([...(first ?? []), ...(last ?? [])]).toEqual([1, 1, 3, 3]);
    expect(much).toHaveLength(1 << 20);
    room.clear();
    expect([...room.takeWords(4)]).toEqual([1, 1, 3, 3]);
  });
});
