import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ColumnRoom } from '../../../src/edit/columns/column-room.js';
import { FollowKernel } from '../../../src/edit/follow-kernel.js';
import { KernelIds } from '../../../src/edit/kernel-ids.js';

describe('room for columns', () => {
  it('keeps what stands in it when it grows and when memory moves', () => {
    const kernel = new FollowKernel(new KernelIds(randomUUID(), randomUUID()).kernel);
    const room = new ColumnRoom(kernel);
    const first = room.fit(3);
    first.byte[2] = 2 ** 40;
    first.parent[2] = -1;
    first.contentEnd[2] = 7;
    first.sign[2] = 5;
    const before = first.byte.length;
    expect(room.fit(before + 1).byte.length).toBeGreaterThan(before);
    kernel.grow();
    for (const columns of [room.fit(3), room.copy()]) {
      const { byte, parent, contentEnd, sign, kind } = columns;
      expect([byte[2], parent[2], contentEnd[2], sign[2], kind[2]]).toEqual([2 ** 40, -1, 7, 5, 0]);
      expect(byte[before]).toBe(0);
    }
  });
});
