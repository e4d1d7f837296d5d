import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkFile } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const sample = join(
  import.meta.dirname,
  '../../samples/projects/-home-dev-shop-api/5a3c1e70-1111-4c0d-9a51-7b0c0ffee001.jsonl',
);
const folder = mkdtempSync(join(tmpdir(), 'unspool-export-'));

const SOME = '33333333-3333-4333-8333-333333333333.jsonl';

async function exported(...args: string[]) {
  const io = memoryIo({ cwd: folder, home: folder });
  const code = await run(['export', ...args], io);
  return { code, out: io.stdout(), err: io.stderr() };
}

describe('unspool export', () => {
  it('prints, or writes a file and says so', async () => {
    const { code, out } = await exported(sample, '--format', 'html');
    expect(code).toBe(0);
    expect(out).toContain('</html>');
    const written = await exported(sample, '--format', 'html', '--out', 'page.html');
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(written.err).toContain('Written: ');
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe(out);
  });

  it('takes what commands a terminal out of Markdown', async () => {
    const file = join(folder, '55555555-5555-4555-8555-555555555555.jsonl');
    const message = { role: 'user', content: 'Say \u001b]0;title\u0007\u001b[31mred\u009b2J\u202e now' };
    writeFileSync(file, `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, message })}\n`);
    const { code, out } = await exported(file, '--format', 'md');
    expect([code, out]).toEqual([0, expect.stringContaining('red')]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left.
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('needs a name after --out', async () => {
    expect(await exported(sample, '--format', 'md', '--out', '')).toMatchObject({ code: 2, out: '' });
  });

  it('takes the format from the ending, and overwrites only with --force', async () => {
    const out = join(folder, 'again.md');
    expect((await exported(sample, '--out', out)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('# ');
    const refused = await exported(sample, '--out', out);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--force')]);
    writeFileSync(out, 'old');
    expect((await exported(sample, '--out', out, '--force')).code).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toBe('old');
    const none = await exported(sample, '--out', join(folder, 'x.pdf'));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('html, md, json, jsonl')]);
  });

  it('replaces no file, least of all a session', async () => {
    const file = join(folder, '44444444-4444-4444-8444-444444444444.jsonl');
    writeFileSync(file, readFileSync(sample));
    const { code, err } = await exported(file, '--format', 'md', '--out', file);
    expect(code).toBe(1);
    expect(err).toContain('already exists');
    expect(readFileSync(file)).toEqual(readFileSync(sample));
  });

  it('refuses to replace a session of the client, and does not suggest --force', async () => {
    const own = join(folder, '.claude/projects/-app/44444444-4444-4444-8444-444444444444.jsonl');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, readFileSync(sample));
    const { code, err } = await exported(own, '--format', 'md', '--out', own, '--force');
    expect([code, err]).toEqual([1, expect.stringContaining("in the client's sessions folder")]);
    expect(err).not.toContain('--force');
    expect(readFileSync(own)).toEqual(readFileSync(sample));
  });

  it('fails on lines too long to search for secrets', async () => {
    const file = join(folder, '55555555-5555-4555-8555-555555555555.jsonl');
    const long = `{"type":"user","uuid":"x","message":{"role":"user","content":"${'y'.repeat(65 * 1024 * 1024)}"}}\n`;
    writeFileSync(file, readFileSync(sample, 'utf8') + long);
    const { code, err } = await exported(file, '--format', 'jsonl', '-o', 'long.jsonl');
    expect(code).toBe(1);
    expect(err).toContain('too long to search for secrets');
  });

  it('gives its own lines byte by byte when nothing is to be hidden', async () => {
    await exported(sample, '--format', 'jsonl', '--no-redact', '-o', 'lines.jsonl');
    expect(readFileSync(join(folder, 'lines.jsonl'))).toEqual(readFileSync(sample));
  });

  it('gives lines that resume, with chosen turns and without secrets', async () => {
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const file = join(folder, '22222222-2222-4222-8222-222222222222.jsonl');
    const lines = readFileSync(sample, 'utf8').replace('"content":"', `"content":"the key is ${key} `);
    writeFileSync(file, lines);
    await exported(file, '--format', 'jsonl', '--turns', '1..2', '-o', SOME);
    const text = readFileSync(join(folder, SOME), 'utf8');
    expect(lines).toContain(key);
    expect(text).not.toContain(key);
    expect(text.length).toBeLessThan(lines.length);
    expect(checkFile(join(folder, SOME))).toMatchObject({ resumes: true, reasons: [] });
  });

  it.each([
    [['--format', 'pdf'], 2, 'no format'],
    [['--out', 'session.pdf'], 2, 'No format has the ending .pdf.'],
    [['--format', 'html', '--turns', '900'], 2, 'There is no turn 900'],
    [['--format', 'html', '--out', 'no/such/folder/x.html'], 1, 'cannot be written'],
  ] as const)('%j is told apart', async (args, code, words) => {
    const result = await exported(sample, ...args);
    expect(result.code).toBe(code);
    expect(result.err).toContain(words);
  });
});
