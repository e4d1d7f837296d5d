import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSessionId } from '../../../src/locate.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../../support/corpus.js';
import { kindsOf, missingFrom, repairFile } from './repaired.js';

const ANY = '00000000-0000-4000-8000-00000000000f';

function idOf(file: string): string {
  const name = basename(file, '.jsonl');
  return isSessionId(name) ? name : ANY;
}

/** Recorded cases in which a repair deliberately takes a different branch from the client's. */
const OTHER_BRANCH = ['edit-lp_nontip_late'];

describe('repair of every session', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../../fixtures'));
  const outside = hasCorpus
    ? [...sessionFilesIn(corpusPath('corpus/files')), ...sessionFilesIn(corpusPath('real-client'))]
    : [];
  const files = distinct([...fixtures, ...outside]).filter((file) => !basename(file).startsWith('agent-'));

  it.each(files.map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const result = repairFile(file, idOf(file));
    expect(result.left).toEqual([]);
    expect(result.check.roundTrip).toBe(true);
    if (result.before.length > 0) expect(result.check.resumes).toBe(true);
    if (OTHER_BRANCH.some((name) => file.includes(name))) return;
    expect(missingFrom(result.before, result.after)).toEqual([]);
  });

  it.runIf(hasCorpus)('restores the conversation that local commands on an early line cut off', () => {
    const result = repairFile(corpusPath('corpus/files/kiliman/claude-transcript/test/test2.jsonl'), ANY);
    expect(kindsOf(result)).toEqual(['branch']);
    expect(result.before.length).toBeLessThan(6);
    expect(result.after.length).toBeGreaterThan(300);
  });
});
