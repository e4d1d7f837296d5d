import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** The commands that change sessions. Each plans first; none touches a live one. */
export function registerEdits(program: Command, io: Io, done: (exitCode: number) => void): void {
  const edit = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('<session>', SESSION)
      .option('-n, --dry-run', 'show the plan and the proof, write nothing')
      .option('--in-place', 'replace the session itself; the original is kept for undo')
      .option('--json', 'print JSON');

  program
    .command('clone')
    .description('copy a session with new ids and everything that belongs to it')
    .argument('<session>', SESSION)
    .option('--to <project>', 'into the project with this folder')
    .option('-n, --dry-run', 'show the plan and the proof, write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./clone.js')).clone(session, options, io)));

  program
    .command('fork')
    .description('make a new session that ends with a turn, on any branch')
    .argument('<session>', SESSION)
    .requiredOption('--at <turn>', 'the last turn of the new session')
    .option('-n, --dry-run', 'show the plan and the proof, write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./fork.js')).fork(session, options, io)));

  edit('cut', 'remove turns, in the middle too; the rest goes on as if they had not been')
    .requiredOption('--turns <turns>', 'which: 3, 3..5, 1,4..6, 7..')
    .action(async (session, options) => done(await (await import('./cut.js')).cut(session, options, io)));

  edit('strip', 'take weight out of a session: tool output, thinking, images')
    .option('--preset <name>', 'gentle, standard (when nothing else is said) or hard; see docs/editing.md')
    .option('--tools', 'remove tool calls with their results')
    .option('--thinking [which]', 'remove thinking: all, or hollow for blocks without a signature')
    .option('--images', 'replace images and documents by a note')
    .option('--results', 'replace tool results by a note; the calls stay')
    .option('--attachments', 'remove context that the client put in')
    .option('--truncate <characters>', 'cut tool results to so many characters')
    .option('--keep-last <turns>', 'leave the last turns as they are')
    .option('--older-than <time>', 'only turns from before then: 2026-01-31, 12h, 3d, 2w')
    .option('--tool <name...>', 'only calls and results of these tools')
    .option('--larger-than <characters>', 'only what is larger')
    .action(async (session, options) => done(await (await import('./strip.js')).strip(session, options, io)));

  edit('compress', 'put older turns into a summary: words of people in full, replies shortened, calls one line each')
    .requiredOption('--older-than <turns>', 'how many of the last turns stay as they are')
    .option('--with <how>', 'extract (offline) or model (asks the Messages API; sends it what is shortened)', 'extract')
    .action(async (session, options) => done(await (await import('./compress.js')).compress(session, options, io)));

  program
    .command('move')
    .description('take the sessions of a project along to its new folder: renamed, or at another place')
    .argument('<old>', 'the folder as it was')
    .argument('<new>', 'the folder as it is now')
    .option('--copy', 'leave the old sessions where they are')
    .option('-n, --dry-run', 'show the plan and the proof, write nothing')
    .option('--json', 'print JSON')
    .action(async (from, to, options) => done((await import('./move.js')).move(from, to, options, io)));

  program
    .command('pack')
    .description('put a session with everything that belongs to it into one file, for another machine')
    .argument('<session>', SESSION)
    .option('-o, --output <file>', 'where to; named after the session unless given')
    .option('--redact', 'replace secrets by tokens')
    .option('-n, --dry-run', 'show what would be packed, write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./pack.js')).pack(session, options, io)));

  program
    .command('unpack')
    .description('take a packed session in: paths become those of this machine')
    .argument('<file>', 'what pack wrote')
    .option('--cwd <folder>', 'where the project is on this machine')
    .option('--as-new', 'give it new ids, as a session of its own')
    .option('-n, --dry-run', 'show the plan and the proof, write nothing')
    .option('--json', 'print JSON')
    .action(async (file, options) => done(await (await import('./unpack.js')).unpack(file, options, io)));

  program
    .command('diff')
    .description('what differs between two sessions, turn by turn; exit code 1 if something does')
    .argument('<a>', SESSION)
    .argument('<b>', SESSION)
    .option('--json', 'print JSON')
    .action(async (a, b, options) => done((await import('./diff.js')).diff(a, b, options, io)));

  edit('repair', 'mend what keeps a session from resuming whole: damaged lines, lost branches, orphan calls and more')
    .option('--only <kind...>', 'mend only this: a kind, or kind:line; see --list')
    .option('--list', 'list what is wrong, plan nothing')
    .action(async (session, options) => done(await (await import('./repair.js')).repair(session, options, io)));

  edit('redact', 'replace secrets by stable tokens, in sub-agents and long outputs too; the session still resumes')
    .option('--allow <value...>', 'exact values that are no secrets')
    .action(async (session, options) => done(await (await import('./redact.js')).redact(session, options, io)));

  program
    .command('undo')
    .description('take back the last edit')
    .argument('[id]', 'an edit from the list')
    .option('--list', 'list all edits')
    .option('--json', 'print JSON')
    .action(async (id, options) => done((await import('./undo.js')).undo(id, options, io)));
}
