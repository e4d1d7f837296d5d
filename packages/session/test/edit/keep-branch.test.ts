import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  draftPlan,
  type EditPlan,
  makeSession,
  planCompress,
  planCut,
  planFork,
  planRedact,
  planStrip,
} from '../../src/edit.js';
import { familyOf, openSession, readLines, resume, type Session, type Turns, turnsOf } from '../../src/index.js';
import { type Script, script } from '../support/lines.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-branch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Turn 1, then turn 2, and next to it, written later, turns 3 and 4. The user went back to the branch of turn 2. */
function twoBranches(): Script {
  return script()
    .user('one')
    .reply('m1', 'first')
    .user('two')
    .reply('m2', [{ type: 'thinking', thinking: 'hm', signature: 's' }])
    .call('m2', 't1')
    .result('t1', 'x'.repeat(5000))
    .reply('m3', 'of the chosen branch')
    .user('three', { parentUuid: 'u2' })
    .reply('m4', 'of the other branch')
    .user('four')
    .reply('m5', 'its end');
}

function edited(text: string, planOf: (session: Session, turns: Turns, file: string) => EditPlan) {
  const project = join(folder, randomUUID());
  mkdirSync(project);
  const file = join(project, `${randomUUID()}.jsonl`);
  writeFileSync(file, text);
  const session = openSession(file);
  const plan = planOf(session, turnsOf(session), file);
  const request = { file, session, family: familyOf(file), folder: project, sessionId: randomUUID() };
  const made = makeSession({ ...request, plan, newUuid: randomUUID });
  if (made.kind !== 'made') throw new Error('refused');
  return {
    said: JSON.stringify(resume(openSession(made.file)).messages),
    notes: plan.notes,
    made: openSession(made.file),
  };
}

const chosen = twoBranches().line({ type: 'last-prompt', lastPrompt: 'two', leafUuid: 'u7', sessionId: 's' }).text();

describe('a branch chosen by a last-prompt line', () => {
  it('is the one that a resume continues, not the last one in the file', () => {
    const { said: output } = edited(chosen, () => draftPlan('clone'));
    expect(output).toContain('of the chosen branch');
    expect(output).not.toContain('of the other branch');
  });

  const operations: Record<string, (session: Session, turns: Turns, file: string) => EditPlan> = {
    'strip thinking': (session, turns) => planStrip(session, turns, { thinking: 'all' }),
    'strip standard': (session, turns) => planStrip(session, turns, { thinking: 'all', truncate: 1000 }),
    'strip tools': (session, turns) => planStrip(session, turns, { tools: true, thinking: 'all' }),
    'cut the turn before': (session, turns) => planCut(session, turns, new Set([1])),
    'cut a turn of the other branch': (session, turns) => planCut(session, turns, new Set([3])),
    compress: (session, turns) => planCompress(session, turns, { keepLast: 1, newUuid: randomUUID }),
    'fork at its end': (session, turns) => planFork(session, turns, 2),
    redact: (session, _, file) =>
      planRedact(session, readLines(file), (entry) =>
        JSON.stringify(entry).includes('first') ? JSON.parse(JSON.stringify(entry).replace('first', 'TOKEN')) : entry,
      ),
  };

  it.each(Object.entries(operations))('is the same afterwards: %s', (_, planOf) => {
    const { said: output } = edited(chosen, planOf);
    expect(output).toContain('of the chosen branch');
    expect(output).not.toContain('of the other branch');
  });

  it('stays chosen if its last turn is cut', () => {
    const longer = script()
      .user('one')
      .reply('m1', 'first')
      .user('two')
      .reply('m2', 'of the chosen branch')
      .user('and')
      .reply('m3', 'more of it')
      .user('three', { parentUuid: 'u2' })
      .reply('m4', 'of the other branch')
      .line({ type: 'last-prompt', lastPrompt: 'and', leafUuid: 'u6', sessionId: 's' });
    const { said: output } = edited(longer.text(), (session, turns) => planCut(session, turns, new Set([3])));
    expect(output).toContain('of the chosen branch');
    expect(output).not.toContain('of the other branch');
    expect(output).not.toContain('more of it');
  });

  it('is reported if nothing of it is left', () => {
    const { said: output, notes } = edited(chosen, (session, turns) => planCut(session, turns, new Set([2])));
    expect(output).toContain('of the other branch');
    expect(notes).toContain('Nothing is left of the branch that resumes, so another branch resumes instead.');
  });
});

describe('a branch chosen because it is last', () => {
  it('stays chosen if its last lines are dropped', () => {
    const interleaved = script()
      .user('one')
      .reply('m1', 'first')
      .user('two')
      .reply('m2', 'of the chosen branch')
      .user('three', { parentUuid: 'u2' })
      .reply('m3', 'of the other branch')
      .user('four', { parentUuid: 'u4' })
      .reply('m4', 'the end');
    expect(edited(interleaved.text(), () => draftPlan('clone')).said).toContain('the end');
    const { said: output } = edited(interleaved.text(), (session, turns) => planCut(session, turns, new Set([4])));
    expect(output).toContain('of the chosen branch');
    expect(output).not.toContain('of the other branch');
  });

  it('needs no line to name it if it is the only one', () => {
    const text = script().user('one').reply('m1', 'first').user('two').reply('m2', 'second').text();
    const { made } = edited(text, (session, turns) => planCut(session, turns, new Set([1])));
    expect(made.nodes.map((node) => node.type)).toEqual(['user', 'assistant']);
  });
});
