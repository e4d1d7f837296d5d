import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** The commands that keep sessions, and what people say about them. */
export function registerKeeping(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('archive')
    .description('keep sessions that the client would delete, compressed, with everything that belongs to them')
    .argument('[session]', `${SESSION}; without one, what is due`)
    .option('-a, --all', 'every session')
    .option('--status', 'how many there are, and how large')
    .option('--verify', 'read every archive whole and compare it with its checksums')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./archive.js')).archive(session, options, io)));

  program
    .command('restore')
    .description('bring a session back from the archive to where the client resumes it; overwrites nothing')
    .argument('<session>', 'an id, the start of one, a title, or the path it had')
    .option('-n, --dry-run', 'say what would be written')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./restore.js')).restore(session, options, io)));

  program
    .command('rename')
    .description('give a session a title, as the client’s /rename does')
    .argument('<session>', SESSION)
    .argument('<title...>', 'the new title')
    .option('-n, --dry-run', 'write nothing')
    .option('--json', 'print JSON')
    .action(async (session, title, options) => done((await import('./rename.js')).rename(session, title, options, io)));

  program
    .command('tag')
    .description('add words to a session, or take them away, to find it by; without any, list them')
    .argument('<session>', SESSION)
    .argument('[tags...]', 'x or +x adds, -x takes away')
    .option('--json', 'print JSON')
    // Else -x would be taken for an option.
    .allowUnknownOption(true)
    .action(async (session, tags, options) => done(await (await import('./tag.js')).tag(session, tags, options, io)));

  program
    .command('pin')
    .description('put a session first in lists')
    .argument('<session>', SESSION)
    .option('--off', 'not any more')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./pin.js')).pin(session, options, io)));

  program
    .command('delete')
    .description('put a session into the trash, with everything that belongs to it; undo brings it back')
    .argument('[session]', SESSION)
    .option('--empty-trash', 'remove deleted sessions for good')
    .option('--older-than <time>', 'with --empty-trash: only what was deleted before then: 2026-01-31, 3d, 2w')
    .option('-n, --dry-run', 'list what would go')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./delete.js')).deleteSession(session, options, io)));
}
