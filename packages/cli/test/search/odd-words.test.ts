import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome } from '../support/made-home.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

function homeWith(...prompts: string[]): MadeHome {
  const home = madeHome();
  const file = sessionFile();
  for (const prompt of prompts) file.user(prompt);
  const lines = file.text().trimEnd().split('\n');
  home.write(
    `-app/${SESSION_ID}.jsonl`,
    lines.map((line) => JSON.parse(line) as object),
  );
  return home;
}

/** Without an index, then with one. */
async function bothWays(home: MadeHome, check: () => Promise<void>): Promise<void> {
  await check();
  await home.unspool('index');
  await check();
}

const count = async (home: MadeHome, ...args: string[]) =>
  (await home.json<{ count: number }>('search', ...args)).count;

describe('search for odd words', () => {
  it('passes over signs between words', async () => {
    const home = homeWith('they said DROP the x', 'nothing');
    await bothWays(home, async () => {
      expect(await count(home, '; DROP x')).toBe(1);
      expect(await count(home, 'drop && x')).toBe(1);
    });
  });

  it('matches symbols alone literally', async () => {
    const home = homeWith('a party 🎉 tonight', 'an arrow => here', 'nothing');
    await bothWays(home, async () => {
      expect(await count(home, '🎉')).toBe(1);
      expect(await count(home, '"=>"')).toBe(1);
    });
  });

  it('says what an OR lacks', async () => {
    const home = homeWith('foo');
    for (const words of ['foo OR', 'foo OR OR foo', '(foo OR) foo']) {
      const { exitCode, err } = await home.unspool('search', words);
      expect([exitCode, err]).toEqual([2, expect.stringContaining('OR needs something after it')]);
    }
    expect((await home.unspool('search', 'OR foo')).err).toContain('OR needs something before it');
  });

  it('refuses what no person wrote, and answers all else', async () => {
    const home = homeWith('foo');
    const nested = (depth: number, inner: string) => `${'('.repeat(depth)}${inner}${')'.repeat(depth)}`;
    const deepest = `${'(foo -x OR '.repeat(15)}(foo bar -x)${')'.repeat(15)}`;
    await bothWays(home, async () => {
      const { exitCode, err } = await home.unspool('search', nested(20_000, 'foo'));
      expect([exitCode, err]).toEqual([2, expect.stringContaining('More than 16 levels of parentheses')]);
      expect((await home.unspool('search', 'foo '.repeat(20_000))).err).toContain('more than 500 words');
      expect(await count(home, nested(16, 'foo'))).toBe(1);
      expect(await count(home, deepest)).toBe(1);
      expect(await count(home, '(foo) '.repeat(200))).toBe(1);
      expect(await count(home, `foo ${'-x '.repeat(499)}`)).toBe(1);
      expect(await count(home, `${'foo OR '.repeat(499)} foo`)).toBe(1);
    });
  });

  it('finds a word after a colour code in any text', async () => {
    const home = homeWith('it was \u001b[31mred\u001b[0m there');
    await bothWays(home, async () => expect(await count(home, 'red')).toBe(1));
  });

  it('ends with a pattern that can match nothing, also beside an emoji', async () => {
    const home = homeWith('a 🎉 b zz 🎉');
    const { hits } = await home.json<{ hits: { snippet: { ranges: unknown } }[] }>('search', '--regex', 'z*');
    expect(hits.map((hit) => hit.snippet.ranges)).toEqual([[{ start: 7, end: 9 }]]);
  });

  it('refuses what contradicts itself', async () => {
    const home = homeWith('foo');
    for (const args of [
      ['-e', '-r'],
      ['--only-sub-agents', '--no-sub-agents'],
      ['--no-sub-agents', '--only-sub-agents'],
      ['--project', ''],
      ['--since', '2026-02-30'],
      ['--until', '2026-13-01T10:00'],
    ]) {
      expect([args, (await home.unspool('search', 'foo', ...args)).exitCode]).toEqual([args, 2]);
    }
  });
});
