import { closeSync, copyFileSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import type { OffloadedFile, OffloadedOutput } from '../tools/tool.js';

const PREVIEW = 2000;

/** Saves a large output beside the session, where the client keeps its own, and returns the stub that replaces it. */
export function offload(output: OffloadedOutput, sessionFile: string, sessionId: string, id: string): OffloadedFile {
  const folder = join(dirname(sessionFile), sessionId, 'tool-results');
  makeFolder(folder, 0o700);
  const path = join(folder, `${id.replace(/[^A-Za-z0-9_-]/g, '_')}.${output.extension ?? 'txt'}`);
  if (output.file === undefined) writeFileSync(path, output.text, { mode: 0o600 });
  else move(output.file, path);
  const { size } = statSync(path);
  return { path, size, stub: stubOf(path, size, output.file === undefined ? output.text : headOf(path)) };
}

function stubOf(path: string, size: number, text: string): string {
  const preview = text.slice(0, PREVIEW);
  const end = text.length > preview.length ? '\n...' : '';
  const shown = `Preview (first 2KB):\n${preview}${end}`;
  return `<persisted-output>\nOutput too large (${sizeText(size)}). Full output saved to: ${path}\n\n${shown}\n</persisted-output>`;
}

function sizeText(size: number): string {
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)}KB` : `${(size / 1024 / 1024).toFixed(1)}MB`;
}

function headOf(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(PREVIEW * 2);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0)).toString('utf8');
  } finally {
    closeSync(fd);
  }
}

/** A rename cannot cross file systems. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    copyFileSync(from, to);
    rmSync(from, { force: true });
  }
}
