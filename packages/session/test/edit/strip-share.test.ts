import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { estimateContext, isEmptyPlan, makeSession, planStrip, stripPresets } from '../../src/edit.js';
import { familyOf, openSession, resume, turnsOf } from '../../src/index.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const ID = '00000000-0000-4000-8000-00000000000f';
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-share-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tokens of a session's context before and after a standard strip. Undefined if nothing resumes before. */
function stripped(file: string): { before: number; after: number; resumes: boolean } | undefined {
  const session = openSession(file, { sessionId: ID });
  if (!resume(session).resumed) return undefined;
  const before = estimateContext(session);
  const plan = planStrip(session, turnsOf(session), stripPresets.standard);
  if (isEmptyPlan(plan)) return { before, after: before, resumes: true };
  const request = { file, session, family: familyOf(file), plan, folder, sessionId: randomUUID() };
  const made = makeSession({ ...request, newUuid: randomUUID });
  if (made.kind === 'refused') return { before, after: before, resumes: false };
  const edited = openSession(made.file);
  const after = estimateContext(edited);
  const { resumed } = resume(edited);
  for (const path of made.created) rmSync(path, { recursive: true, force: true });
  return { before, after, resumes: resumed };
}

describe.runIf(hasCorpus)('the standard strip of outside sessions', () => {
  it('saves tokens, and every session still resumes', () => {
    const files = sessionFilesIn(corpusPath('corpus/files')).filter((file) => !basename(file).startsWith('agent-'));
    const results = files.map(stripped).filter((result) => result !== undefined);
    const sum = (key: 'before' | 'after') => results.reduce((total, result) => total + result[key], 0);
    const share = 1 - sum('after') / sum('before');
    const shares = results.map(({ before, after }) => (before > 0 ? 1 - after / before : 0)).sort((a, b) => a - b);
    const percent = (part: number | undefined) => `${(100 * (part ?? 0)).toFixed(1)} %`;
    const broken = results.filter((result) => !result.resumes).length;
    console.info(
      `standard strip of ${results.length} sessions: ~${sum('before')} → ~${sum('after')} tokens, ${percent(share)} saved ` +
        `(median ${percent(shares[shares.length >> 1])}, best ${percent(shares.at(-1))}); ${broken} no longer resume`,
    );
    expect(broken).toBe(0);
    expect(share).toBeGreaterThan(0);
  });
});
