import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { familyOf } from '@unspool/session';
import { wholeFamilyOf } from '@unspool/session/locate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrace } from '../../src/model/open-trace.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';

const [PROJECT = ''] = projectsIn(join(import.meta.dirname, '../../fixtures/sessions/2.1.325/agent2'));
let home = '';
let main = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'unspool-worktree-'));
  const project = join(home, 'projects', basename(PROJECT));
  cpSync(PROJECT, project, { recursive: true });
  main = mainFilesIn(project)[0] ?? '';
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const spans = () =>
  openTrace({ file: main, isEnded: true, content: 'none' }).turns.flatMap((turn) =>
    turn.spans().map(({ spanId, parentSpanId, name, kind }) => ({ spanId, parentSpanId, name, kind })),
  );

/** Creates the files that the client writes for a sub-agent in a worktree. */
function moveAgents(slug = `${basename(dirname(main))}--claude-worktrees-agent-a1b2c3d4`): string {
  const id = basename(main, '.jsonl');
  const to = join(home, 'projects', slug, id);
  mkdirSync(to, { recursive: true });
  renameSync(join(dirname(main), id, 'subagents'), join(to, 'subagents'));
  return to;
}

describe('sub-agents that worked in a worktree', () => {
  it('are under their calls like others', () => {
    const wanted = spans();
    expect(wanted.filter((span) => span.kind === 'agent').length).toBeGreaterThan(1);
    const moved = moveAgents();
    expect(spans()).toEqual(wanted);
    expect(familyOf(main).agents).toEqual([]);
    const count = readdirSync(join(moved, 'subagents')).filter((name) => name.endsWith('.jsonl')).length;
    expect(wholeFamilyOf(main).agents).toHaveLength(count);
  });

  it('are only those of this project and this session', () => {
    const own = wholeFamilyOf(main);
    expect(own).toEqual(familyOf(main));
    moveAgents('-home-dev-other--claude-worktrees-agent-a1b2c3d4');
    expect(wholeFamilyOf(main).agents).toEqual([]);
  });

  it('belong to the session in the worktree if it moved there itself', () => {
    const moved = moveAgents();
    writeFileSync(`${moved}.jsonl`, '');
    expect(wholeFamilyOf(main).agents).toEqual([]);
  });
});
