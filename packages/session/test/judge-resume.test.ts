import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFile } from '../src/check.js';
import { editSourceOf } from '../src/edit/edit-source.js';
import { rehearseEdit } from '../src/edit/perform-edit.js';
import { draftPlan } from '../src/edit/plan.js';
import { planRepair } from '../src/edit/repair/repair.js';
import { judgeResume } from '../src/judge-resume.js';
import { isSessionId } from '../src/locate.js';
import { openSession } from '../src/model/open-session.js';
import { readLines } from '../src/read/read-lines.js';
import { resume } from '../src/resume/resume.js';
import { faultsText, verdictText } from '../src/verdict-text.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from './support/corpus.js';
import { script } from './support/lines.js';

const ID = '00000000-0000-4000-8000-00000000000f';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Two turns. The second names a parent that is not in the file. */
function withMissingParent(): string {
  return script()
    .user('Q1', { timestamp: at(1) })
    .reply('m1', 'A1', { timestamp: at(2) })
    .user('Q2', { timestamp: at(3), parentUuid: 'gone' })
    .reply('m2', 'A2', { timestamp: at(4) })
    .text();
}

function output(text: string): string {
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, text);
  return verdictText(judgeResume(openSession(file), file));
}

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

describe('how much of a session resumes', () => {
  it('counts the messages of a whole conversation', () => {
    expect(output(script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2').text())).toBe(
      'resumes 4 messages',
    );
  });

  it('does not count a reply of blank text or only thinking, like the client', () => {
    const thought = [{ type: 'thinking', thinking: 'hm', signature: 's' }];
    expect(output(script().user('Q1').reply('m1', '\n').reply('m2', thought).user('Q2').reply('m3', 'A').text())).toBe(
      'resumes 2 messages',
    );
  });

  it('reports the effect of a missing parent', () => {
    expect(output(withMissingParent())).toBe(
      'resumes 2 of 4 messages; 2 are on a branch the client does not take: `unspool repair`',
    );
  });

  it('reports the effect of a local command on an early line', () => {
    const text = script()
      .user('Q1', { uuid: 'q1' })
      .reply('m1', 'A1')
      .user('Q2')
      .reply('m2', 'A2')
      .user('<local-command-stdout>bye</local-command-stdout>', { parentUuid: 'q1' })
      .text();
    // The client answers the command at the end itself.
    expect(output(text)).toBe('resumes 2 of 6 messages; 4 are on a branch the client does not take: `unspool repair`');
  });

  it('does not report a branch that the user left as missing', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1', { uuid: 'a1' })
      .user('Q2')
      .reply('m2', 'A2')
      .user('Q2, edited', { parentUuid: 'a1' })
      .reply('m3', 'A3')
      .text();
    expect(output(text)).toBe('resumes 4 messages; 2 are on other branches');
  });

  it('reports the effect of a call without a result', () => {
    const text = script()
      .user('Q1')
      .reply('m1', [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }])
      .user('Q2')
      .reply('m2', 'A2')
      .text();
    expect(output(text)).toBe(
      'resumes 2 of 4 messages; 2 are dropped because a tool call has no result: `unspool repair`',
    );
  });

  it('counts a prompt whose uuid is on another line too', () => {
    const text = script()
      .user('Q1', { uuid: 'q1' })
      .user('Q1, and other words', { uuid: 'q1', parentUuid: null })
      .reply('m1', 'A1')
      .text();
    expect(output(text)).toBe('resumes 2 of 3 messages; 1 is on a branch the client does not take: `unspool repair`');
  });

  it('is in the proof of an edit', () => {
    const file = join(folder, `${ID}.jsonl`);
    writeFileSync(file, withMissingParent());
    const { verdict } = rehearseEdit({ source: editSourceOf(file), plan: draftPlan('clone'), isInPlace: false });
    expect(verdict).toEqual({
      isWhole: false,
      text: 'resumes 2 of 4 messages; 2 are on a branch the client does not take: `unspool repair`',
    });
  });

  it('reports that a damaged line cannot be read', () => {
    const text = script().user('Q1').reply('m1', 'A1').text();
    expect(output(`${text}{"type":"user","message":{"content":"lost`)).toBe(
      'resumes 2 messages; 1 damaged line cannot be read in full: `unspool repair`',
    );
  });

  it('does not report what a compaction summarised as missing', () => {
    const text = script()
      .user('Q1')
      .reply('m1', 'A1')
      .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null })
      .user('The story so far', { isCompactSummary: true })
      .reply('m2', 'A2')
      .text();
    expect(output(text)).toBe('resumes 2 messages; 2 earlier are summarised by a compaction');
  });
});

describe('check and repair agree', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../fixtures'));
  const outside = hasCorpus
    ? [...sessionFilesIn(corpusPath('corpus/files')), ...sessionFilesIn(corpusPath('real-client'))]
    : [];

  it.each(distinct([...fixtures, ...outside]).map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const name = basename(file, '.jsonl');
    const sessionId = isSessionId(name) ? name : ID;
    const check = checkFile(file, { sessionId });
    const options = { newUuid: randomUUID, lastWritten: 0 };
    const { findings } = planRepair(openSession(file, { sessionId }), readLines(file), options);
    const kinds: Record<string, number> = {};
    for (const { kind } of findings) kinds[kind] = (kinds[kind] ?? 0) + 1;
    expect(check.faults).toEqual(kinds);
    expect(faultsText(check) === undefined).toBe(findings.length === 0);
    const { offBranch, dropped } = check.messages;
    expect(check.messages.resumed).toBe(resume(openSession(file, { sessionId })).messages.length);
    if (offBranch + dropped > 0 && findings.length > 0)
      expect(verdictText(check)).toMatch(/unspool repair|does not resume/);
  });

  it.runIf(hasCorpus)('counts the losses of two public sessions', () => {
    const verdictOf = (path: string) => verdictText(checkFile(corpusPath('corpus/files', path), { sessionId: ID }));
    expect(verdictOf('entireio/cli/5d/107d133886/0/full.jsonl')).toMatch(
      /^resumes 4 of 126 messages; 122 are on a branch/,
    );
    expect(verdictOf('kiliman/claude-transcript/test/test2.jsonl')).toMatch(
      /^resumes 2 of 264 messages; 262 are on a branch/,
    );
  });
});
