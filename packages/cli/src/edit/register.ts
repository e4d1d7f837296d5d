import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** The commands that change sessions. Each one plans first, and none changes a live session. */
export function registerEdits(program: Command, io: Io, done: (exitCode: number) => void): void {
  const edit = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('<session>', SESSION)
      .option('-n, --dry-run', 'show the plan and the proof; write nothing')
      .option('--in-place', 'replace the session; the original is kept for undo')
      .option('--json', 'print JSON');

  program
    .command('clone')
    .description('copy a session and everything that belongs to it')
    .argument('<session>', SESSION)
    .option('--cwd <folder>', 'where the copy continues (default: where the session was)')
    .option('-n, --dry-run', 'show the plan and the proof; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./clone.js')).clone(session, options, io)));

  program
    .command('fork')
    .description('copy a session up to a turn, on any branch')
    .argument('<session>', SESSION)
    .requiredOption('--at <turn>', 'the last turn of the copy')
    .option('-n, --dry-run', 'show the plan and the proof; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./fork.js')).fork(session, options, io)));

  edit('cut', 'remove turns, even in the middle')
    .requiredOption('--turns <turns>', 'the turns to remove: 3, 3..5, 1,4..6, 7..')
    .action(async (session, options) => done(await (await import('./cut.js')).cut(session, options, io)));

  edit('strip', 'make a session smaller: remove tool output, thinking, images')
    .option('--preset <name>', 'gentle, standard (default) or hard')
    .option('--tools', 'remove tool calls with their results')
    .option('--thinking [which]', 'remove thinking: all, or hollow (blocks without a signature)')
    .option('--images', 'replace images and documents with a note')
    .option('--results', 'replace tool results with a note; keep the calls')
    .option('--attachments', 'remove context that Claude Code attached')
    .option('--truncate <characters>', 'shorten tool results to this many characters')
    .option('--keep-last <turns>', 'leave this many of the last turns unchanged')
    .option('--older-than <time>', 'only turns from before this time: 2026-01-31, 12h, 3d, 2w')
    .option('--tool <name...>', 'only calls and results of these tools')
    .option('--larger-than <characters>', 'only calls, results, thinking and images larger than this')
    .action(async (session, options) => done(await (await import('./strip.js')).strip(session, options, io)));

  edit('compress', 'replace older turns with a summary')
    .requiredOption('--keep-last <turns>', 'leave this many of the last turns unchanged')
    .option('--with <how>', 'extract (offline), or model (sends the older turns to the Messages API)', 'extract')
    .action(async (session, options) => done(await (await import('./compress.js')).compress(session, options, io)));

  program
    .command('move')
    .description('move the sessions of a project that was renamed or moved')
    .argument('<old>', 'the old project folder')
    .argument('<new>', 'the new project folder')
    .option('--copy', 'keep the old sessions too')
    .option('-n, --dry-run', 'show the plan and the proof; write nothing')
    .option('--json', 'print JSON')
    .action(async (from, to, options) => done((await import('./move.js')).move(from, to, options, io)));

  program
    .command('pack')
    .description('write a session and everything that belongs to it to one file')
    .argument('<session>', SESSION)
    .option('-o, --out <file>', 'the file to write (default: named after the session)')
    .option('--redact', 'replace secrets with tokens')
    .option('-n, --dry-run', 'show what would be packed; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./pack.js')).pack(session, options, io)));

  program
    .command('unpack')
    .description('add a packed session, with paths changed to those of this machine')
    .argument('<file>', 'a file written by pack')
    .option('--cwd <folder>', 'the project folder on this machine')
    .option('--as-new', 'unpack it as a new session with new ids')
    .option('-n, --dry-run', 'show the plan and the proof; write nothing')
    .option('--json', 'print JSON')
    .action(async (file, options) => done(await (await import('./unpack.js')).unpack(file, options, io)));

  program
    .command('diff')
    .description('compare two sessions turn by turn')
    .argument('<a>', SESSION)
    .argument('<b>', SESSION)
    .option('--json', 'print JSON')
    .action(async (a, b, options) => done((await import('./diff.js')).diff(a, b, options, io)));

  edit('uncompact', 'list what compactions dropped, and put some of it back')
    .option('--compaction <number>', 'only this compaction (default: the last)')
    .option('--kind <kinds>', 'only items of these kinds: decision, question, error, command, file, number')
    .option('--kept', 'also list what the summary kept')
    .option('--inject <items>', 'put these items of the list back, as a message at the end: 1, 3..5, all')
    .action(async (session, options) => done(await (await import('./uncompact.js')).uncompact(session, options, io)));

  edit('repair', 'repair what keeps a session from resuming in full')
    .option('--only <kind...>', 'repair only this: a kind, or kind:line; see --list')
    .option('--list', 'list what is wrong; repair nothing')
    .action(async (session, options) => done(await (await import('./repair.js')).repair(session, options, io)));

  edit('redact', 'replace secrets with tokens; the session still resumes')
    .option('--allow <value...>', 'values that are not secrets')
    .action(async (session, options) => done(await (await import('./redact.js')).redact(session, options, io)));

  program
    .command('undo')
    .description('undo the last edit')
    .argument('[id]', 'an edit from --list')
    .option('--list', 'list edits')
    .option('--json', 'print JSON')
    .action(async (id, options) => done((await import('./undo.js')).undo(id, options, io)));
}
