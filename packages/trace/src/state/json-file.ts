import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';
import { inOneStep } from './in-one-step.js';

/** Reads a small JSON file. Undefined if it is missing or broken, since all of these files can be rebuilt. */
export function readJson<Value>(file: string, isValue: (value: unknown) => value is Value): Value | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseJson(text, isValue);
}

export function parseJson<Value>(text: string, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isValue(value) ? value : undefined;
  } catch {
    // Cut off by a full disk.
    return undefined;
  }
}

/** Atomic: readers see the old content or the new. */
export function writeJson(file: string, value: unknown): void {
  makeFolder(dirname(file), 0o700);
  replaceFile(file, (sink) => sink.write(Buffer.from(JSON.stringify(value))));
}

/** Atomic too, but without waiting for the disk: for what can be rebuilt. */
export function writeJsonLightly(file: string, value: unknown): void {
  const write = (temporary: string) =>
    inFolder(dirname(file), () => writeFileSync(temporary, JSON.stringify(value), { mode: 0o600 }));
  inOneStep(file, write, `${file}.${process.pid}.part`);
}

/** Makes the folder only if writing fails: usually it exists, and checking would take as long as writing. */
export function inFolder<Value>(folder: string, write: () => Value): Value {
  try {
    return write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(folder, 0o700);
    return write();
  }
}

export function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
