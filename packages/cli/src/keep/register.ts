import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** The commands that keep and label sessions. */
export function registerKeeping(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('archive')
    .description('archive sessions that Claude Code is about to delete')
    .argument('[session]', `${SESSION} (default: all that are due)`)
    .option('-a, --all', 'archive every session')
    .option('--status', 'show how many archives there are, and their size')
    .option('--verify', 'read every archive and compare it with its checksums')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./archive.js')).archive(session, options, io)));

  program
    .command('restore')
    .description('bring a session back from the archive')
    .argument('<session>', 'an id, the start of one, a title, or the path it had')
    .option('-n, --dry-run', 'show what would be written; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./restore.js')).restore(session, options, io)));

  program
    .command('rename')
    .description('change the title of a session')
    .argument('<session>', SESSION)
    .argument('<title...>', 'the new title')
    .option('-n, --dry-run', 'show the change; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, title, options) => done((await import('./rename.js')).rename(session, title, options, io)));

  program
    .command('tag')
    .description('add, remove or list the tags of a session')
    .argument('<session>', SESSION)
    .argument('[tags...]', 'x or +x adds a tag, -x removes it')
    .option('--json', 'print JSON')
    // Otherwise -x would be parsed as an option.
    .allowUnknownOption(true)
    .action(async (session, tags, options) => done(await (await import('./tag.js')).tag(session, tags, options, io)));

  program
    .command('pin')
    .description('pin a session to the top of lists')
    .argument('<session>', SESSION)
    .option('--off', 'unpin it')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./pin.js')).pin(session, options, io)));

  program
    .command('delete')
    .description('move a session to the trash')
    .argument('[session]', SESSION)
    .option('--empty-trash', 'remove deleted sessions permanently')
    .option('--older-than <time>', 'with --empty-trash: only what was deleted before this time: 2026-01-31, 3d, 2w')
    .option('-n, --dry-run', 'list what would be removed; remove nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./delete.js')).deleteSession(session, options, io)));
}
