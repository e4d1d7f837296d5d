import { copyFileSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { LONG_AGO, NOTES, type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

const VERBS: string[][] = [
  ['clone'],
  ['fork', '--at', '1'],
  ['cut', '--turns', '1'],
  ['strip', '--tools'],
  ['strip', '--thinking'],
  ['strip', '--preset', 'hard'],
  ['compress', '--keep-last', '1'],
  ['redact'],
  ['repair'],
];

interface Edited {
  sessionId?: string;
  tokens?: { before: number; after: number };
}

/** What the plan promises, and what a plan of the result starts with; undefined when nothing would change. */
async function promised({ unspool }: SampleHome, id: string, [verb = '', ...flags]: string[]) {
  const planned = await edit(unspool, verb, id, ...flags, '--dry-run');
  const made = await edit(unspool, verb, id, ...flags);
  if (!planned?.tokens || made?.sessionId === undefined) return undefined;
  const next = await edit(unspool, 'clone', made.sessionId, '--dry-run');
  return { after: planned.tokens.after, before: next?.tokens?.before ?? Number.NaN };
}

async function edit(unspool: SampleHome['unspool'], ...args: string[]): Promise<Edited | undefined> {
  const { exitCode, out } = await unspool(...args, '--json');
  return exitCode === 0 ? (JSON.parse(out) as Edited) : undefined;
}

const differs = (promise: { after: number; before: number } | undefined) =>
  promise !== undefined && !(Math.abs(promise.before - promise.after) <= 0.02 * promise.after);

describe('the context that a plan promises', () => {
  const home = sampleHome();
  // It has a secret, and a call that was never answered.
  const secret = ['AKIA', 'QX7Z3M9T2BWLC4HD'].join('');
  const broken = sessionFile()
    .user(`the key is ${secret}. ${'Please look at it. '.repeat(20)}`)
    .call('m1', 't1', 'Bash', { command: `echo ${secret}` })
    .user('Q2')
    .reply('m2', 'A2');
  utimesSync(broken.write(`${SESSION_ID}.jsonl`, home.project), LONG_AGO, LONG_AGO);

  it.each(VERBS.map((verb) => [verb]))('is what is estimated of the result of %j', async (verb) => {
    const sessions = [UPLOAD, NOTES, SESSION_ID];
    const promises = await Promise.all(sessions.map((id) => promised(home, id, verb)));
    expect(promises.filter(differs)).toEqual([]);
    expect(promises.some((promise) => promise !== undefined && promise.after > 0)).toBe(true);
  });

  it.runIf(hasCorpus)('is that of public sessions, too', { timeout: 600_000 }, async () => {
    const wrong: object[] = [];
    let compared = 0;
    const files = sessionFilesIn('corpus/files').filter((file) => !file.includes('agent-'));
    for (const [at, file] of files.entries()) {
      if (statSync(file).size > 500_000) continue;
      const place = sampleHome();
      const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
      mkdirSync(place.project, { recursive: true });
      copyFileSync(file, join(place.project, `${id}.jsonl`));
      utimesSync(join(place.project, `${id}.jsonl`), LONG_AGO, LONG_AGO);
      for (const verb of VERBS) {
        const promise = await promised(place, id, verb);
        if (promise) compared++;
        if (differs(promise)) wrong.push({ file: basename(file), verb, ...promise });
      }
    }
    console.info(`${compared} results of edits have the context that their plans promised, ${wrong.length} not`);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });
});
