import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { TraceFolder } from '@unspool/trace';
import { UserError } from '../user-error.js';
import { FORMER_EVENT, installedEvents, isInstalled, type OurHook } from './hook-settings.js';
import { textWithHooks, textWithoutHooks } from './hook-text.js';
import { bytesOf, keepCopy, readSettings, writeBytes } from './settings-file.js';

export interface SettingsWorld {
  folder: TraceFolder;
  now: number;
}

/** `write` gives back where the file is kept as it was, if there was one. */
export type Changed = { isChanged: false } | { isChanged: true; write(): string | undefined };

/**
 * Puts our hooks into settings, and nothing else: the text stays as it was, letter by letter. Hooks of ours that name
 * another place are replaced. Nothing is written before `write` is called.
 */
export function putHooks(file: string, hook: OurHook, world: SettingsWorld): Changed {
  const settings = readSettings(file);
  if (isInstalled(settings, hook)) return { isChanged: false };
  const clean = installedEvents(settings).length === 0 ? bytesOf(file) : withoutOurs(file, world.folder).bytes;
  // Settings are kept as bytes: not all that stands in them has to be UTF-8.
  const command = Buffer.from(hook.command).toString('latin1');
  const after = inText(clean, (text) => textWithHooks(text, { ...hook, command }));
  prove(file, after, clean, hook);
  return changed(file, world, () => {
    writeRecord(world.folder, file, { before: clean, after });
    writeBytes(file, after);
  });
}

/** Takes out exactly what was put in. If nothing else has changed since, the file is the one that it was before. */
export function takeHooks(file: string, world: SettingsWorld): Changed {
  if (installedEvents(readSettings(file)).length === 0) return { isChanged: false };
  const { bytes, isAsBefore } = withoutOurs(file, world.folder);
  const write = () => {
    writeBytes(file, bytes);
    rmSync(recordFile(world.folder, file), { force: true });
    return undefined;
  };
  // Nothing but our own hooks goes: there is nothing to keep.
  return isAsBefore ? { isChanged: true, write } : changed(file, world, write);
}

/**
 * Takes out the hook that earlier versions put before compactions, and leaves the others as they are, so that `takeHooks`
 * still restores the file of before.
 */
export function takeFormerHook(file: string, world: SettingsWorld): Changed {
  if (!installedEvents(readSettings(file)).includes(FORMER_EVENT)) return { isChanged: false };
  const bytes = bytesOf(file);
  const record = readRecord(world.folder, file);
  const after = inText(bytes, (each) => textWithoutHooks(each, { before: beforeText(record), only: FORMER_EVENT }));
  const isOurText = bytes !== undefined && record?.after === markOf(bytes);
  return changed(file, world, () => {
    if (record && isOurText) writeRecord(world.folder, file, { before: record.before, after });
    writeBytes(file, after);
  });
}

function beforeText(record: InstallRecord | undefined): string | undefined {
  return record?.before?.toString('latin1').replace(BOM, '');
}

function changed(file: string, { now }: SettingsWorld, write: () => void): Changed {
  const keepAndWrite = () => {
    const copy = keepCopy(file, now);
    write();
    return copy;
  };
  return { isChanged: true, write: keepAndWrite };
}

function withoutOurs(file: string, folder: TraceFolder): { bytes: Buffer | undefined; isAsBefore: boolean } {
  const bytes = bytesOf(file);
  const record = readRecord(folder, file);
  if (!bytes || (record && markOf(bytes) === record.after)) return { bytes: record?.before, isAsBefore: true };
  const text = inText(bytes, (each) => textWithoutHooks(each, { before: beforeText(record) }));
  const isBare = text.toString('latin1').replace(BOM, '').replaceAll(/\s/g, '') === '{}';
  return { bytes: isBare && record && !record.before ? undefined : text, isAsBefore: false };
}

/** A change of text that does not mean what it should is not made. */
function prove(file: string, after: Buffer, clean: Buffer | undefined, hook: OurHook): void {
  const parsed = (bytes: Buffer) =>
    JSON.parse(
      bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim() || '{}',
    );
  const before = clean ?? Buffer.alloc(0);
  const again = inText(after, (text) => textWithoutHooks(text, { before: before.toString('latin1').replace(BOM, '') }));
  try {
    const isRight = isInstalled(parsed(after), hook) && withoutEmpty(parsed(again)) === withoutEmpty(parsed(before));
    if (isRight) return;
  } catch {
    // Told below.
  }
  throw new UserError(`${file} is written in a way that hooks cannot be put into safely.`, {
    hint: 'Format it first (any JSON formatter will do); nothing was changed.',
  });
}

/** `hooks` that hold nothing count as none. */
function withoutEmpty({ hooks, ...rest }: { hooks?: object | null }): string {
  return JSON.stringify(hooks && Object.keys(hooks).length > 0 ? { ...rest, hooks } : rest);
}

const BOM = /^\u00EF\u00BB\u00BF/;

/** One letter a byte: what is not touched is the same afterwards, whatever it is. */
function inText(bytes: Buffer | undefined, change: (text: string) => string): Buffer {
  const text = bytes?.toString('latin1') ?? '';
  const [mark = ''] = BOM.exec(text) ?? [];
  return Buffer.from(mark + change(text.slice(mark.length)), 'latin1');
}

interface InstallRecord {
  /** The file before our hooks came; undefined when there was none. */
  before: Buffer | undefined;
  /** What they made of it, hashed. */
  after: string;
}

function writeRecord(
  folder: TraceFolder,
  file: string,
  { before, after }: { before: Buffer | undefined; after: Buffer },
): void {
  const place = recordFile(folder, file);
  makeFolder(join(place, '..'), 0o700);
  const record = { file, before: before?.toString('base64') ?? null, after: markOf(after) };
  replaceFile(place, (sink) => sink.write(Buffer.from(JSON.stringify(record))));
}

function readRecord(folder: TraceFolder, file: string): InstallRecord | undefined {
  try {
    const { before, after } = JSON.parse(readFileSync(recordFile(folder, file), 'utf8'));
    return { before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined, after: String(after) };
  } catch {
    // None, or a damaged one: then the text itself has to tell.
    return undefined;
  }
}

function recordFile(folder: TraceFolder, file: string): string {
  return join(folder.root, 'settings', `${markOf(Buffer.from(file)).slice(0, 16)}.json`);
}

function markOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
