import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPackedName } from '../../src/edit/pack/manifest.js';
import { TAR_END, TarReader, tarHeader, tarPadding } from '../../src/edit/pack/tar.js';
import { ArchiveError, unpackTo } from '../../src/edit.js';
import { newFolder } from './config-folder.js';

const ID = '00000000-0000-4000-8000-00000000000a';

describe('hostile archives', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const tar = (files: [string, string][]) =>
    Buffer.concat([
      ...files.flatMap(([name, text]) => {
        const bytes = Buffer.from(text);
        return [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)];
      }),
      TAR_END,
    ]);
  const main = `project/${ID}.jsonl`;
  const listed = (files: [string, string][], more: object = {}) =>
    JSON.stringify({
      version: 1,
      sessionId: ID,
      files: files.map(([name, text]) => ({ name, size: Buffer.byteLength(text), sha256: sha(text) })),
      ...more,
    });
  const whole = (files: [string, string][], more: object = {}) =>
    tar([['manifest.json', listed(files, more)], ...files]);

  async function rejection(bytes: Buffer, limits?: { files: number; bytes: number }): Promise<string> {
    const folder = newFolder('hostile');
    const file = join(folder, 'x.tgz');
    writeFileSync(file, gzipSync(bytes));
    const target = join(folder, 'a', 'b');
    mkdirSync(target, { recursive: true });
    const error = await unpackTo(file, target, limits).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ArchiveError);
    expect(readdirSync(folder).sort()).toEqual(['a', 'x.tgz']);
    expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
    return (error as Error).message;
  }

  it.runIf(process.platform === 'linux')('are not left open', async () => {
    await rejection(whole([['../x', 'x']]));
    await expect.poll(openArchives).toEqual([]);
  });

  it.each([
    '/etc/passwd',
    '../x',
    `project/../../${ID}.jsonl`,
    `project/${ID}/../x`,
    `project/${ID}/./x`,
    `project//${ID}.jsonl`,
    `project\\${ID}\\x`,
    `project/${ID}/C:x`,
    `project/${ID}/NUL`,
    `project/${ID}/x.`,
    `project/${ID}/x\0y`,
    'project/00000000-0000-4000-8000-00000000000b.jsonl',
    'project/00000000-0000-4000-8000-00000000000b/x',
    'project/sessions-index.json',
    'project/memory/MEMORY.md',
    'settings.json',
    'hooks/x.sh',
    'file-history/other/x',
    'todos/other.json',
    'plans/x.sh',
    'plans/a/x.md',
    '',
  ])('a file named %j', async (name) => {
    expect(isPackedName(name, ID)).toBe(false);
    const files: [string, string][] = [
      [main, 'x'],
      [name, 'y'],
    ];
    expect(await rejection(whole(files))).toMatch(/not a file of a session/);
    expect(await rejection(tar([['manifest.json', listed([[main, 'x']])], ...files]))).toMatch(
      /not in its manifest|damaged/,
    );
  });

  it.each(['1', '2', '3', '4', '5', '6', 'L', 'g'])('an entry of type %s', async (type) => {
    const link = Buffer.from(tarHeader(main, 0));
    link.write(type, 156, 'latin1');
    let sum = 0;
    for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 32 : (link[at] ?? 0);
    link.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    const manifest = listed([[main, '']]);
    const head = [tarHeader('manifest.json', manifest.length), Buffer.from(manifest), tarPadding(manifest.length)];
    expect(await rejection(Buffer.concat([...head, link, TAR_END]))).toMatch(/not a plain file/);
  });

  it('two files of one name, also if only case or accents differ', async () => {
    expect(
      await rejection(
        whole([
          [main, 'x'],
          [main, 'x'],
        ]),
      ),
    ).toMatch(/the same name/);
    expect(
      await rejection(
        whole([
          [main, 'x'],
          [`project/${ID}/a`, ''],
          [`project/${ID}/A`, ''],
        ]),
      ),
    ).toMatch(/the same name/);
    const twice = tar([
      ['manifest.json', listed([[main, 'x']])],
      [main, 'x'],
      [main, 'x'],
    ]);
    expect(await rejection(twice)).toMatch(/in the archive twice/);
  });

  it('too many files, too large ones, and expansion beyond the limit', async () => {
    const many = Array.from({ length: 12 }, (_, at): [string, string] => [`project/${ID}/${at}`, '']);
    expect(await rejection(whole([[main, 'x'], ...many]), { files: 10, bytes: 100 })).toMatch(
      /more than the limit of 10/,
    );
    expect(await rejection(whole([[main, 'x'.repeat(200)]]), { files: 10, bytes: 100 })).toMatch(
      /more than the limit of 100/,
    );
    const huge = 100 * 1024 * 1024;
    const manifest = listed([], { files: [{ name: main, size: huge, sha256: sha('') }] });
    const bomb = [tarHeader('manifest.json', manifest.length), Buffer.from(manifest), tarPadding(manifest.length)];
    expect(await rejection(Buffer.concat([...bomb, tarHeader(main, huge), Buffer.alloc(huge), TAR_END]))).toMatch(
      /expands far more/,
    );
  });

  it('wrong content, wrong sizes, missing files, no manifest, a truncated end, trailing data', async () => {
    const good = whole([[main, 'hello']]);
    expect(await rejection(Buffer.from(good.toString('latin1').replace('hello', 'jello'), 'latin1'))).toMatch(
      /checksum/,
    );
    expect(
      await rejection(
        tar([
          ['manifest.json', listed([[main, 'x']])],
          [main, 'xy'],
        ]),
      ),
    ).toMatch(/size/);
    expect(await rejection(tar([['manifest.json', listed([[main, 'x']])]]))).toMatch(/missing/);
    expect(await rejection(tar([[main, 'x']]))).toMatch(/no manifest/);
    expect(await rejection(good.subarray(0, good.length - 1200))).toMatch(/cut off/);
    expect(await rejection(Buffer.concat([good, tarHeader('x', 0)]))).toMatch(/after the end/);
    expect(await rejection(tar([['manifest.json', '{"version":2}']]))).toMatch(/newer/);
    expect(await rejection(tar([['manifest.json', listed([], { sessionId: '../x' })]]))).toMatch(/not name a session/);
    expect(await rejection(Buffer.alloc(0))).toMatch(/cut off|empty/);
  });

  it('a file that is not gzip', async () => {
    const folder = newFolder('hostile');
    writeFileSync(join(folder, 'x.tgz'), 'hello');
    await expect(unpackTo(join(folder, 'x.tgz'), folder)).rejects.toBeInstanceOf(ArchiveError);
  });
});

it('tar: reads what it wrote, in pieces of any size', () => {
  const names = fc.string({ minLength: 1, maxLength: 300 }).filter((name) => !/[\0\n]/.test(name));
  const files = fc.array(fc.tuple(names, fc.uint8Array({ maxLength: 1500 })), { maxLength: 5 });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 700 }), (all, piece) => {
      const parts = all.flatMap(([name, bytes]) => [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]);
      const archive = Buffer.concat([...parts, TAR_END]);
      const read: [string, string][] = [];
      const reader = new TarReader((name) => {
        const got: Buffer[] = [];
        const write = (bytes: Uint8Array) => got.push(Buffer.from(bytes));
        return { write, end: () => read.push([name, Buffer.concat(got).toString('hex')]) };
      });
      for (let at = 0; at < archive.length; at += piece) reader.push(archive.subarray(at, at + piece));
      reader.end();
      expect(read).toEqual(all.map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]));
    }),
  );
});

function openArchives(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.endsWith('x.tgz') ? [path] : [];
    } catch {
      return [];
    }
  });
}
