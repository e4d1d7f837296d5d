import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { TraceFolder } from '@unspool/trace';
import { UserError } from '../user-error.js';
import { FORMER_EVENT, installedEvents, isInstalled, type OurHook, type Settings } from './hook-settings.js';
import { textWithHooks, textWithoutHooks } from './hook-text.js';
import { bytesOf, keepCopy, readSettings, writeBytes } from './settings-file.js';

export interface SettingsWorld {
  folder: TraceFolder;
  now: number;
}

/** `write` returns the path of the backup, if there was a file. */
export type Changed = { isChanged: false } | { isChanged: true; write(): string | undefined };

/** Something of ours in the settings: how to find, add and remove it. In these texts every character is one byte. */
export interface SettingsPart {
  isThere(settings: Settings): boolean;
  /** What would be added. */
  isAsWanted(settings: Settings): boolean;
  put(text: string): string;
  /** `before`: the text before it was added. */
  take(text: string, before: string): string;
  /** The settings without it, to compare. */
  rest(settings: Settings): string;
}

/** Where the earlier settings are recorded, and the time. */
export interface PartWorld {
  records: string;
  now: number;
}

/** Adds our hooks to the settings. Hooks of ours with another path are replaced. */
export function putHooks(file: string, hook: OurHook, world: SettingsWorld): Changed {
  return putInto(file, hooksPart(hook), partWorld(world));
}

/** Removes exactly the hooks that were added. */
export function takeHooks(file: string, world: SettingsWorld): Changed {
  return takeFrom(file, hooksPart(undefined), partWorld(world));
}

/**
 * Removes the hook that earlier versions added for compactions and leaves the others unchanged, so that `takeHooks`
 * still restores the original file.
 */
export function takeFormerHook(file: string, world: SettingsWorld): Changed {
  if (!installedEvents(readSettings(file)).includes(FORMER_EVENT)) return { isChanged: false };
  const bytes = bytesOf(file);
  const records = partWorld(world);
  const record = readRecord(records, file);
  const before = record && textOf(record.before);
  const after = inText(bytes, (each) => textWithoutHooks(each, { before, only: FORMER_EVENT }));
  const isOurText = bytes !== undefined && record?.after === markOf(bytes);
  return changed(file, records, () => {
    if (record && isOurText) writeRecord(records, file, { before: record.before, after });
    writeBytes(file, after);
  });
}

function partWorld({ folder, now }: SettingsWorld): PartWorld {
  return { records: join(folder.root, 'settings'), now };
}

function hooksPart(hook: OurHook | undefined): SettingsPart {
  return {
    isThere: (settings) => installedEvents(settings).length > 0,
    isAsWanted: (settings) => hook !== undefined && isInstalled(settings, hook),
    // Settings are handled as bytes, because they may contain invalid UTF-8.
    put: (text) =>
      hook ? textWithHooks(text, { ...hook, command: Buffer.from(hook.command).toString('latin1') }) : text,
    take: (text, before) => textWithoutHooks(text, { before }),
    rest: withoutEmpty,
  };
}

/**
 * Adds something of ours to the settings and keeps every other byte. Nothing is written
 * before `write` is called.
 */
export function putInto(file: string, part: SettingsPart, world: PartWorld): Changed {
  const settings = readSettings(file);
  if (part.isAsWanted(settings)) return { isChanged: false };
  const clean = part.isThere(settings) ? withoutOurs(file, part, world).bytes : bytesOf(file);
  const after = inText(clean, part.put);
  prove(file, part, { before: clean ?? Buffer.alloc(0), after });
  return changed(file, world, () => {
    writeRecord(world, file, { before: clean, after });
    writeBytes(file, after);
  });
}

/** Removes exactly what was added. If nothing else has changed since, the file is the same as before. */
export function takeFrom(file: string, part: SettingsPart, world: PartWorld): Changed {
  if (!part.isThere(readSettings(file))) return { isChanged: false };
  const { bytes, isAsBefore } = withoutOurs(file, part, world);
  const write = () => {
    writeBytes(file, bytes);
    rmSync(recordFile(world, file), { force: true });
    return undefined;
  };
  // Only what is ours is removed, so no backup is needed.
  return isAsBefore ? { isChanged: true, write } : changed(file, world, write);
}

function changed(file: string, { now }: PartWorld, write: () => void): Changed {
  const keepAndWrite = () => {
    const copy = keepCopy(file, now);
    write();
    return copy;
  };
  return { isChanged: true, write: keepAndWrite };
}

function withoutOurs(
  file: string,
  part: SettingsPart,
  world: PartWorld,
): { bytes: Buffer | undefined; isAsBefore: boolean } {
  const bytes = bytesOf(file);
  const record = readRecord(world, file);
  if (!bytes || (record && markOf(bytes) === record.after)) return { bytes: record?.before, isAsBefore: true };
  const text = inText(bytes, (each) => part.take(each, textOf(record?.before)));
  const isBare = textOf(text).replaceAll(/\s/g, '') === '{}';
  return { bytes: isBare && record && !record.before ? undefined : text, isAsBefore: false };
}

/** Refuses a change of the text that would not have the intended meaning. */
function prove(file: string, part: SettingsPart, { before, after }: { before: Buffer; after: Buffer }): void {
  const parsed = (bytes: Buffer) =>
    JSON.parse(
      bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim() || '{}',
    );
  const again = inText(after, (text) => part.take(text, textOf(before)));
  try {
    if (part.isAsWanted(parsed(after)) && part.rest(parsed(again)) === part.rest(parsed(before))) return;
  } catch {
    // Reported below.
  }
  throw new UserError(`${file} is formatted in a way that cannot be edited safely.`, {
    hint: 'Nothing was changed. Format the file first; any JSON formatter will do.',
  });
}

/** Empty `hooks` count as none. */
function withoutEmpty({ hooks, ...rest }: { hooks?: object | null }): string {
  return JSON.stringify(hooks && Object.keys(hooks).length > 0 ? { ...rest, hooks } : rest);
}

const BOM = /^\u00EF\u00BB\u00BF/;

function textOf(bytes: Buffer | undefined): string {
  return bytes?.toString('latin1').replace(BOM, '') ?? '';
}

/** One character per byte, so that everything else stays the same, whatever its encoding. */
function inText(bytes: Buffer | undefined, change: (text: string) => string): Buffer {
  const text = bytes?.toString('latin1') ?? '';
  const [mark = ''] = BOM.exec(text) ?? [];
  return Buffer.from(mark + change(text.slice(mark.length)), 'latin1');
}

interface InstallRecord {
  /** The file before our hooks were added; undefined if there was none. */
  before: Buffer | undefined;
  /** A hash of the file after they were added. */
  after: string;
}

function writeRecord(
  world: PartWorld,
  file: string,
  { before, after }: { before: Buffer | undefined; after: Buffer },
): void {
  const place = recordFile(world, file);
  makeFolder(join(place, '..'), 0o700);
  const record = { file, before: before?.toString('base64') ?? null, after: markOf(after) };
  replaceFile(place, (sink) => sink.write(Buffer.from(JSON.stringify(record))));
}

function readRecord(world: PartWorld, file: string): InstallRecord | undefined {
  try {
    const { before, after } = JSON.parse(readFileSync(recordFile(world, file), 'utf8'));
    return { before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined, after: String(after) };
  } catch {
    // Missing or damaged: decide by the text itself.
    return undefined;
  }
}

function recordFile({ records }: PartWorld, file: string): string {
  return join(records, `${markOf(Buffer.from(file)).slice(0, 16)}.json`);
}

function markOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
