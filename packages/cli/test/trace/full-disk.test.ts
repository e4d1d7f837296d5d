import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withSmallDisk } from '../../../trace/test/support/small-disk.js';
import { isFull } from '../../src/trace/disk-room.js';
import { TracedHome } from './traced-home.js';

const traced = new TracedHome();

describe('a data folder whose disk is full', () => {
  it('is reported by commands that read and by those that write', async (context) => {
    await withSmallDisk({ folder: traced.at('data'), size: '4m', context }, async () => {
      traced.layOut('2.1.45/par3');
      const sink = ['--sink', `file:${traced.at('spans.jsonl')}`];
      expect(await traced.run(['trace', 'install', ...sink])).toMatchObject({ code: 0 });
      expect((await traced.run(['trace', 'status'])).out).not.toContain('data ');
      fill(traced.at('data/filling'));
      const folder = traced.at('data/trace');
      const result = `${folder} cannot be used: Its disk is almost full. Make room, or set UNSPOOL_HOME to a folder on another disk.`;
      expect((await traced.run(['trace', 'status'])).out).toContain(`data      ${result}\n          Until then hooks`);
      expect(JSON.parse((await traced.run(['trace', 'status', '--json'])).out).data).toEqual({
        folder,
        problem: result,
      });
      const doctor = await traced.run(['trace', 'doctor']);
      expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(`bad  data: ${result}\n`)]);
      for (const command of [['backfill'], ['install', ...sink]]) {
        const { code, err } = await traced.run(['trace', ...command]);
        expect([code, err]).toEqual([
          1,
          expect.stringContaining(`${folder} cannot be used.\n  Its disk is almost full.\n  Make`),
        ]);
      }
      rmSync(traced.at('data/filling'));
      expect(JSON.parse((await traced.run(['trace', 'status', '--json'])).out).data).toEqual({ folder, problem: null });
      expect(await traced.run(['trace', 'backfill'])).toMatchObject({ code: 0 });
    });
  });

  it.each([
    ['with room', { bavail: 1000, ffree: 1000 }, false],
    ['without a block for us', { bavail: 0 }, true],
    ['with a few blocks', { bavail: 100 }, true],
    ['without a place for another file', { ffree: 0 }, true],
    ['that counts no blocks', { blocks: 0, bavail: 0 }, false],
    ['that counts no files', { files: 0, ffree: 0 }, false],
  ])('is a disk %s: it is said so or not', (_, fields, full) => {
    expect(isFull({ blocks: 9000, bavail: 1000, bsize: 4096, files: 9000, ffree: 1000, ...fields })).toBe(full);
  });
});

function fill(file: string): void {
  expect(() => writeFileSync(file, Buffer.alloc(8 * 1024 * 1024))).toThrow('ENOSPC');
}
