import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/model/open-session.js';
import { resume } from '../../src/resume/resume.js';
import { corpusPath, hasCorpus } from '../support/corpus.js';
import { digests, normalMessages } from '../support/same-messages.js';

const fixtures = join(import.meta.dirname, '../../fixtures/resume');

/** Each case is a session file and what the real client sent when it resumed it. */
describe.each([['fixtures', fixtures], ...(hasCorpus ? [['recorded cases', corpusPath('real-client/resume')]] : [])])(
  'resume: %s',
  (_, folder = '') => {
    it.each(readdirSync(folder))('%s', (name) => {
      const recorded = JSON.parse(readFileSync(join(folder, name, 'resume.json'), 'utf8'));
      const session = openSession(join(folder, name, 'session.jsonl'), { sessionId: recorded.sessionId });
      const actual = resume(session, recorded.prompt);
      expect(actual.resumed).toBe(recorded.resumed);
      if (recorded.resumed) expect(normalMessages(actual.messages)).toEqual(normalMessages(recorded.messages));
      else expect(actual.reasons).not.toEqual([]);
    });
  },
);

describe.runIf(hasCorpus)('resume: public sessions', () => {
  const recorded = hasCorpus ? JSON.parse(readFileSync(corpusPath('corpus/resume.json'), 'utf8')) : {};
  it.each(Object.keys(recorded))('%s', (file) => {
    const { sessionId, prompt, resumed, messages } = recorded[file];
    const actual = resume(openSession(corpusPath('corpus/files', file), { sessionId }), prompt);
    expect(actual.resumed).toBe(resumed);
    expect(digests(actual.messages)).toEqual(messages ?? []);
  });
});
