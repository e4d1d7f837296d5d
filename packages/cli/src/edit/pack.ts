import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createRedactor, type RedactionReport, type Redactor } from '@unspool/redact';
import { planResume, titleOf } from '@unspool/session';
import {
  type FileToPack,
  filesToPack,
  manifestOf,
  type PackManifest,
  packFiles,
  redactFile,
  startFolderOf,
  UnsearchedLine,
} from '@unspool/session/edit';
import { isSessionId, leadsOut } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { writingInTurn } from '../not-writable.js';
import { colours } from '../terminal/colour.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { sourceOf } from './source.js';

export interface PackOptions {
  out?: string;
  redact?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Writes a session and its whole family to one file. The session is only read, so it may be live. */
export async function pack(query: string, options: PackOptions, io: Io): Promise<number> {
  const { file, session, family } = sourceOf(query, io);
  const { sessionId } = session;
  if (!isSessionId(sessionId)) {
    throw new UserError(`${basename(file)} is not named after a session id.`, {
      hint: 'The client would not resume it.',
    });
  }
  if (leadsOut(file)) {
    throw new UserError(`${safeLine(file)} is a link to a place outside the config folder, so it was not packed.`, {
      why: 'Its target may not be a session.',
      hint: 'If it is one, replace the link with the file.',
    });
  }
  const redactor = options.redact ? createRedactor() : undefined;
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-pack-'));
  try {
    const found = withoutLinksOut(filesToPack(family, file, sessionId));
    const files = redactor
      ? found.files.map((each, at): FileToPack => {
          const copy = join(scratch, String(at));
          redactedCopy(each.file, copy, redactor);
          return { ...each, file: copy };
        })
      : found.files;
    const title = redactor ? redactor.redactText(titleOf(session).text) : titleOf(session).text;
    const out = outputOf(options.out, title, sessionId, io);
    const about = {
      sessionId,
      title,
      cwd: startFolderOf(file) ?? null,
      home: io.home,
      platform: io.platform,
      slug: basename(dirname(file)),
      isRedacted: redactor !== undefined,
    };
    const manifest = options.dryRun
      ? manifestOf(files, about)
      : await writingInTurn(() => packFiles(files, about, out));
    const done = { out, manifest, left: found.left, redacted: redactor?.report() };
    if (!planResume(session).chain) io.err('This session does not resume. It was packed unchanged.\n');
    report(done, options, io);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function redactedCopy(from: string, to: string, redactor: Redactor): void {
  try {
    redactFile(from, to, { text: redactor.redactText, value: redactor.redactValue });
  } catch (error) {
    if (!(error instanceof UnsearchedLine)) throw error;
    const line = error.line === undefined ? 'A line' : `Line ${error.line}`;
    throw new UserError(`${line} of ${safeLine(from)} is too long to search for secrets.`, {
      why: 'It may contain secrets, so nothing was packed.',
      hint: 'Check the line yourself, and do not share this session.',
    });
  }
}

function withoutLinksOut({ files, left }: ReturnType<typeof filesToPack>): ReturnType<typeof filesToPack> {
  const out = files.filter((each) => leadsOut(each.file));
  return {
    files: files.filter((each) => !out.includes(each)),
    left: [...left, ...out.map((each) => `${each.file} is a link that leads out of the config folder`)],
  };
}

const ENDING = '.unspool.tgz';

function outputOf(output: string | undefined, title: string, sessionId: string, io: Io): string {
  const out = resolve(io.cwd, output ?? `${nameFrom(title) || sessionId}${ENDING}`);
  const file =
    existsSync(out) && statSync(out).isDirectory() ? join(out, `${nameFrom(title) || sessionId}${ENDING}`) : out;
  if (existsSync(file)) throw new UserError(`${file} already exists.`, { hint: 'Choose another name with --out.' });
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`There is no folder ${safeLine(dirname(file))}.`, {
      hint: 'Create it, or choose another name with --out.',
    });
  }
  return file;
}

/** Turns a title into a file name that is valid on every system. */
function nameFrom(title: string): string {
  return safeLine(title)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
}

interface Done {
  out: string;
  manifest: PackManifest;
  left: string[];
  redacted: RedactionReport | undefined;
}

function report({ out, manifest, left, redacted }: Done, options: PackOptions, io: Io): void {
  const { dryRun: isDryRun = false } = options;
  const size = isDryRun ? undefined : statSync(out).size;
  if (options.json) {
    const { files, ...rest } = manifest;
    io.out(
      `${JSON.stringify({ file: isDryRun ? null : out, size, isDryRun, ...rest, files, left, redacted }, null, 2)}\n`,
    );
    return;
  }
  const unpacked = manifest.files.reduce((sum, file) => sum + file.size, 0);
  const paint = colours(io.hasColour);
  io.out(
    `${paint.bold(`${isDryRun ? 'Pack' : 'Packed'} ${plural(manifest.files.length, 'file')}`)}: ${safeLine(manifest.title).slice(0, 80)}\n`,
  );
  io.out(
    `  size      ${shortSize(unpacked)}${size === undefined ? ', before compression' : ` → ${shortSize(size)}`}\n`,
  );
  if (redacted) io.out(`  secrets   ${redacted.found} replaced, ${redacted.distinct} different\n`);
  for (const path of left) io.out(`  left out  ${safeLine(path)}\n`);
  if (isDryRun) {
    io.err('Nothing was written: this was a dry run.\n');
    return;
  }
  io.out(`  written   ${out}\n\nOn the other machine: unspool unpack ${basename(out)}\n`);
  if (!redacted) io.err('The file contains everything in the session. Use --redact to replace secrets.\n');
}
