import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ArchiveError, type PackManifest, unpackTo } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { writingInTurn } from '../not-writable.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { type TakeInOptions, takeIn } from './take-in.js';

const HINT = 'Give a file written by unspool pack: NAME.unspool.tgz';

/** Unpacks a session so that it resumes on this machine. Nothing is written until all of it has been checked. */
export async function unpack(path: string, options: TakeInOptions, io: Io): Promise<number> {
  const archive = resolve(io.cwd, path);
  refuseUnreadable(archive);
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-unpack-'));
  try {
    const manifest = await unpacked(archive, join(scratch, 'raw'));
    takeIn({ manifest, scratch, what: `unpack ${basename(archive)}` }, options, io);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function refuseUnreadable(archive: string): void {
  const shown = safeLine(archive);
  if (!existsSync(archive)) throw new UserError(`There is no file ${shown}.`, { hint: HINT });
  if (!statSync(archive).isFile()) throw new UserError(`${shown} is not a file.`, { hint: HINT });
  try {
    accessSync(archive, constants.R_OK);
  } catch {
    throw new UserError(`${shown} cannot be read.`, { hint: "Check the file's permissions, then try again." });
  }
}

async function unpacked(archive: string, folder: string): Promise<PackManifest> {
  mkdirSync(folder);
  try {
    return await writingInTurn(() => unpackTo(archive, folder));
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new UserError(`Cannot unpack ${basename(archive)}: ${safeLine(error.message)}.`, {
      hint: 'Nothing was written.',
    });
  }
}
