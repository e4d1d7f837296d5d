import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TracedHome } from './traced-home.js';

const traced = new TracedHome();
const TOO_LONG = 64 * 1024 * 1024 + 10;
const BROKEN = '{"type":"user","message":{"role":"us\n';

const backfill = (...more: string[]) =>
  traced.run(['trace', 'backfill', '--sink', `file:${traced.at('spans.jsonl')}`, ...more]);

function firstFile(folder: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('.jsonl'));
  return join(folder, name ?? '');
}

/** Its bytes stand in no block of the disk, and the session is as old as it was. */
function appendTooLong(file: string): void {
  const { size: start, mtime } = statSync(file);
  const open = openSync(file, 'r+');
  writeSync(open, '{"type":"user"', start);
  writeSync(open, '}\n', start + TOO_LONG);
  closeSync(open);
  utimesSync(file, mtime, mtime);
}

describe('lines of a transcript that cannot be read', () => {
  it('are reported by a backfill and by show, with a hint to more', async () => {
    const long = firstFile(traced.layOut('2.1.45/par3'));
    const whole = JSON.parse((await backfill('--dry-run', '--json')).out);
    expect(whole.unread).toEqual([]);
    appendTooLong(long);
    const result = `${long}: 1 line could not be read in full; see: unspool check ${basename(long, '.jsonl')}\n`;
    expect(JSON.parse((await backfill('--dry-run', '--json')).out)).toEqual({
      ...whole,
      unread: [{ file: long, lines: 1 }],
    });
    expect(await backfill()).toMatchObject({ code: 0, err: result });
    expect((await traced.run(['trace', 'show', long])).err).toBe(result);
    expect(JSON.parse((await traced.run(['trace', 'show', long, '--json'])).out).unread).toEqual([
      { file: long, lines: 1 },
    ]);
  });

  it('are counted when broken, in a sub-agent too, and when a whole object follows a torn one', async () => {
    const folder = traced.layOut('2.1.325/agent2');
    const main = join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
    const agent = firstFile(join(folder, basename(main, '.jsonl'), 'subagents'));
    writeFileSync(main, `${BROKEN}${BROKEN.trimEnd()}${readFileSync(main, 'utf8')}[]\n`);
    appendFileSync(agent, BROKEN);
    const unread = [
      { file: main, lines: 3 },
      { file: agent, lines: 1 },
    ];
    expect(JSON.parse((await backfill('--json')).out)).toMatchObject({ skipped: [], unread });
    const { err } = await traced.run(['trace', 'show', main]);
    expect(err).toContain(`${main}: 3 lines could not be read in full`);
    const [, path = ''] = /unspool check (\S+\/agent-\w+\.jsonl)\n/.exec(err) ?? [];
    expect((await traced.run(['check', path])).out).toContain('1 skipped');
  });
});
