import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/model/open-session.js';
import { LongTexts } from '../../src/resume/long-texts.js';
import { resume, streamResume } from '../../src/resume/resume.js';
import { corpusPath, hasCorpus } from '../support/corpus.js';

const fixtures = join(import.meta.dirname, '../../fixtures/resume');

describe('messages read one by one', () => {
  it.each(readdirSync(fixtures))('equal those of a resume: %s', (name) => {
    const recorded = JSON.parse(readFileSync(join(fixtures, name, 'resume.json'), 'utf8'));
    expectSame(join(fixtures, name, 'session.jsonl'), recorded.sessionId, recorded.prompt);
  });

  it.runIf(hasCorpus)('equal those of a resume of public sessions', () => {
    const recorded = JSON.parse(readFileSync(corpusPath('corpus/resume.json'), 'utf8'));
    for (const [file, { sessionId, prompt }] of Object.entries<{ sessionId: string; prompt?: string }>(recorded)) {
      expectSame(corpusPath('corpus/files', file), sessionId, prompt);
    }
  });
});

function expectSame(file: string, sessionId: string, prompt: string | undefined): void {
  const session = openSession(file, { sessionId });
  const { messages, count, ...streamed } = streamResume(session, prompt);
  const whole = resume(session, prompt);
  expect({ ...streamed, messages: [...messages] }).toEqual(whole);
  expect(count).toBe(whole.messages.length);
}

describe('long texts', () => {
  const long = `begin ${'x'.repeat(5000)} end`;
  const restored = (text: string) => {
    const entry = { type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } };
    const texts = new LongTexts(() => entry);
    const short = texts.shorten(entry, 7);
    return { short: JSON.stringify(short).length, whole: texts.restore(short) };
  };

  it('are shortened and restored', () => {
    const { short, whole } = restored(long);
    expect(short).toBeLessThan(400);
    expect(whole).toEqual({ type: 'user', message: { content: [{ type: 'text', text: long }] } });
  });

  it.each([
    'a \u00007.0\u0000 b',
    `${long}\u00007.0\u0000`,
    ' '.repeat(300),
    `${' '.repeat(300)}x`,
    `${'x'.repeat(199)}😀${long}`,
  ])('cannot be taken for a mark or lose a character: %j', (text) => {
    expect(JSON.stringify(restored(text).whole)).toContain(JSON.stringify(text));
  });
});
