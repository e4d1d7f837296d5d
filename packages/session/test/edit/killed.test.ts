import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Journal, takeIn } from '../../src/edit.js';
import { program } from '../write/child.js';
import { configWith, newFolder } from './config-folder.js';
import { contentOf, KILL_AT, killAtEachStep } from './kill-steps.js';

const ID = '00000000-0000-4000-8000-00000000000a';
const AT = '2026-01-01T00:00:00.000Z';

const MAIN = `projects/-app/${ID}.jsonl`;

const ARRIVING = {
  [MAIN]: '{"type":"user"}\n',
  [`projects/-app/${ID}/tool-results/t1.txt`]: 'long output',
  [`projects/-app/${ID}/subagents/agent-1.jsonl`]: '{"type":"user","isSidechain":true}\n',
  [`file-history/${ID}/abc@v1`]: 'a file',
  [`todos/${ID}-agent-${ID}.json`]: '[]',
};

/** Does what unpack does, with what an earlier run left. */
function take(staged: string, folder: string, journalFolder: string): void {
  const journal = new Journal(journalFolder);
  const config = { folder, projects: join(folder, 'projects') };
  const stopped = journal.unfinished(join(folder, MAIN));
  takeIn({ staged, main: join(staged, MAIN), config, journal, stopped }, { at: AT, what: 'unpack' });
}

it('an unpack killed at any step is undone, or finished by the next one', async () => {
  const staged = configWith(ARRIVING).folder;
  const before = { 'projects/-other/x.jsonl': 'x', 'todos/other.json': '[]' };
  const killed = await program(`
    ${KILL_AT}
    import { join } from 'node:path';
    import { Journal, takeIn } from '@write/../edit.ts';
    const [staged, folder, journalFolder] = process.argv.slice(2, 5);
    const config = { folder, projects: join(folder, 'projects') };
    const main = join(staged, '${MAIN}');
    takeIn({ staged, main, config, journal: new Journal(journalFolder), stopped: [] }, { at: '${AT}', what: 'unpack' });
  `);
  const prepare = () => [staged, configWith(before).folder, newFolder('journal')];
  const steps = killAtEachStep(killed, prepare, ([, folder = '', journal = '']) => {
    const [copy, copyOfJournal] = [newFolder('copy'), newFolder('journal')];
    cpSync(folder, copy, { recursive: true });
    cpSync(journal, copyOfJournal, { recursive: true });
    const entry = new Journal(journal).list()[0];
    if (entry) expect(new Journal(journal).undo(entry).kind).toBe('undone');
    expect(contentOf(folder)).toEqual(before);

    // Once it is recorded as finished, nothing is left to finish.
    if (entry && !entry.isUnfinished) return;
    cpSync(copy, folder, { recursive: true });
    take(staged, folder, copyOfJournal);
    expect(contentOf(folder)).toEqual({ ...before, ...ARRIVING });
    const entries = new Journal(copyOfJournal).list();
    expect(entries.filter(({ isUnfinished }) => isUnfinished)).toEqual([]);
    for (const each of entries) expect(new Journal(copyOfJournal).undo(each).kind).toBe('undone');
    expect(contentOf(folder)).toEqual(before);
  });
  expect(steps).toBeGreaterThan(15);
});

const ORIGINAL = '{"type":"user","text":"original"}\n'.repeat(100);
const EDITED = '{"type":"user"}\n';

it.each(['replace', 'change'] as const)(
  'an undo of a %s that is killed at any step is finished by the next one',
  async (kind) => {
    const killed = await program(`
    ${KILL_AT}
    import { Journal } from '@write/../edit.ts';
    const journal = new Journal(process.argv[3]);
    journal.undo(journal.list()[0]);
  `);
    const prepare = () => {
      const folder = newFolder('project');
      const file = join(folder, `${ID}.jsonl`);
      const agent = join(folder, ID, 'agent.jsonl');
      mkdirSync(join(folder, ID));
      writeFileSync(file, ORIGINAL);
      writeFileSync(agent, ORIGINAL);
      const journal = newFolder('journal');
      const facts = { at: AT, what: 'strip', file };
      const drafts = [file, agent].map((each) => ({ file: each, draft: `${each}.draft` }));
      for (const { draft } of kind === 'replace' ? drafts.slice(0, 1) : drafts) writeFileSync(draft, EDITED);
      if (kind === 'change') new Journal(journal).change(facts, { drafts, folders: [] });
      else new Journal(journal).replace(facts, `${file}.draft`);
      return [folder, journal];
    };
    const steps = killAtEachStep(killed, prepare, ([folder = '', journal = '']) => {
      const edits = new Journal(journal);
      const entry = edits.list()[0];
      if (entry && !entry.isUndone) expect(edits.undo(entry).kind).toBe('undone');
      expect(edits.list()[0]?.isUndone).toBe(true);
      const { [`${ID}.jsonl.draft`]: _, ...files } = contentOf(folder);
      expect(files).toEqual({ [`${ID}.jsonl`]: ORIGINAL, [`${ID}/agent.jsonl`]: ORIGINAL });
    });
    expect(steps).toBeGreaterThan(5);
  },
);
