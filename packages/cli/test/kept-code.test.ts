import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';

let library: string;

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'unspool-kept-code-'));
  const bundle = await rolldown({ input: join(import.meta.dirname, '../src/kept-code.ts'), platform: 'node' });
  await bundle.write({ dir: library, entryFileNames: 'kept-code.cjs', format: 'cjs' });
});

/** A program of an entry and a part, as the command is one; `data` is where its folder of code may be made. */
function programWith(part: string): { dist: string; data: string; code: string; run: () => string } {
  const root = mkdtempSync(join(tmpdir(), 'unspool-program-'));
  const dist = join(root, 'dist');
  const data = join(root, 'data');
  const code = join(data, 'compiled');
  mkdirSync(dist);
  mkdirSync(data);
  writeFileSync(join(dist, 'part-abcd1234.js'), part);
  writeFileSync(
    join(dist, 'entry.js'),
    `require(${JSON.stringify(join(library, 'kept-code.cjs'))}).keepCode({ from: __dirname, folder: ${JSON.stringify(code)} });
     process.stdout.write(require('./part-abcd1234.js').said());`,
  );
  const run = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, 'entry.js')], { encoding: 'utf8' });
    return status === 0 ? stdout : `ended with ${status}: ${stderr}`;
  };
  return { dist, data, code, run };
}

const SAYS = `exports.said = () => [__filename.slice(-16), __dirname === require('node:path').dirname(__filename), module.exports === exports].join()`;
const SAID = 'part-abcd1234.js,true,true';
const KEPT = 'part-abcd1234.js.bin';

describe('code that is kept', () => {
  it('is written once and used from then on', () => {
    const { code, run } = programWith(SAYS);
    expect(run()).toBe(SAID);
    expect(readdirSync(code)).toEqual([KEPT]);
    utimesSync(join(code, KEPT), 1000, 1000);
    expect(run()).toBe(SAID);
    expect(statSync(join(code, KEPT)).mtimeMs).toBe(1_000_000);
  });

  it('serves threads too, which keep nothing themselves', () => {
    const { dist, code, run } = programWith(SAYS);
    const place = JSON.stringify({ from: dist, folder: code });
    writeFileSync(
      join(dist, 'thread.js'),
      `const compiled = require(${JSON.stringify(join(library, 'kept-code.cjs'))}).useKeptCode(${place});
       process.stdout.write(require('./part-abcd1234.js').said() + ', compiled: ' + compiled.length);`,
    );
    const inThread = () =>
      spawnSync(process.execPath, ['-e', `new (require('worker_threads').Worker)('./thread.js')`], {
        cwd: dist,
        encoding: 'utf8',
      }).stdout;
    expect(inThread()).toBe(`${SAID}, compiled: 1`);
    expect(existsSync(code)).toBe(false);
    run();
    expect(inThread()).toBe(`${SAID}, compiled: 0`);
  });

  it.each([
    ['a changed byte', (both: Buffer) => both.fill(both.readUInt8(400) ^ 0x55, 400, 401)],
    ['a part that is zero', (both: Buffer) => both.fill(0, both.length - 300)],
    ['a part that is gone', (both: Buffer) => both.subarray(0, both.length - 8)],
    ['nothing in it', () => Buffer.alloc(0)],
    ['zeros in it', (both: Buffer) => Buffer.alloc(both.length)],
    ['something else in it', () => Buffer.from('no code')],
  ])('is made anew where the file has %s', (_, damage) => {
    const { code, run } = programWith(SAYS);
    run();
    const whole = readFileSync(join(code, KEPT));
    writeFileSync(join(code, KEPT), damage(Buffer.from(whole)));
    expect(run()).toBe(SAID);
    expect(readFileSync(join(code, KEPT)).length).toBeGreaterThan(300);
    expect(run()).toBe(SAID);
  });

  it.skipIf(process.platform === 'win32')('is not taken from a folder that others may write to', () => {
    const { code, run } = programWith(SAYS);
    run();
    chmodSync(code, 0o777);
    writeFileSync(join(code, KEPT), 'not looked at');
    expect(run()).toBe(SAID);
    expect(readFileSync(join(code, KEPT), 'utf8')).toBe('not looked at');
  });

  it('of another build goes', () => {
    const { code, run } = programWith(SAYS);
    mkdirSync(code, { mode: 0o700 });
    writeFileSync(join(code, 'old-99999999.js.bin'), 'x');
    writeFileSync(join(code, `${KEPT}.123`), 'x');
    run();
    expect(readdirSync(code).sort()).toEqual([KEPT, `${KEPT}.123`]);
  });

  it('is not kept where there is no data folder, or none that can be written', () => {
    const { data, code, run } = programWith(SAYS);
    writeFileSync(code, 'a file in its place');
    expect(run()).toBe(SAID);
    const other = programWith(SAYS);
    spawnSync('rm', ['-r', other.data]);
    expect(other.run()).toBe(SAID);
    expect(existsSync(other.data)).toBe(false);
    expect(readdirSync(data)).toEqual(['compiled']);
  });

  it('loads modules as Node does', () => {
    const { dist, run } = programWith(
      `exports.said = () => require('./other.js') + require('node:path').sep; exports.later = () => import('node:fs');`,
    );
    writeFileSync(join(dist, 'other.js'), 'module.exports = "other"');
    expect([run(), run()]).toEqual([`other${sep}`, `other${sep}`]);
  });

  it('does not hide what fails', () => {
    const { run } = programWith('throw new Error("it fails")');
    expect(run()).toContain('part-abcd1234.js:1');
    expect(run()).toContain('it fails');
  });
});
