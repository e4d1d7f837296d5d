import { spawnSync } from 'node:child_process';
import { existsSync, unlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moveAside, SALVAGED, type Salvaged } from '@unspool/store';
import type { Io } from '../io.js';
import { warnMoved } from './warn-moved.js';

/** Exists only in the bundled command. */
const SCRIPT = new URL('./repair-index.js', import.meta.url);

/**
 * A command ended while it used the index. It may have been killed, but the driver can also crash on a
 * damaged page and take the command with it. So separate processes, which may crash, go first: one checks the index and one
 * saves what can be saved. `marks` are files that the command left behind; the process that removes them does the work.
 */
export function checkAfterCrash(file: string, marks: readonly string[], io: Io, script = fileURLToPath(SCRIPT)): void {
  const isOurs = marks.filter(takeAway).length > 0;
  if (!isOurs || !existsSync(file) || !existsSync(script)) return;
  io.err('A command that used the index ended early. Checking the index.\n');
  if (isWhole(script, file)) return;
  if (isRepaired(script, file)) io.err('Repaired unreadable texts in the index.\n');
  else renew(script, file, io);
}

/** False when another process was faster. */
function takeAway(mark: string): boolean {
  try {
    unlinkSync(mark);
    return true;
  } catch {
    return false;
  }
}

/** Damaged, with the exit code of repair-index.ts. */
const DAMAGED = 3;

function isWhole(script: string, file: string): boolean {
  const { status, signal } = spawnSync(process.execPath, [script, 'check', file], { stdio: 'ignore' });
  // Other problems, such as a lock or permissions, are reported when it is opened.
  return signal === null && status !== DAMAGED && !isCrash(status);
}

/** Even half a character can crash the driver. */
function isRepaired(script: string, file: string): boolean {
  return run(script, ['heal', file]).status === 0 && isWhole(script, file);
}

/**
 * Replaces a damaged index with a new one that contains what can be saved. The driver may crash while reading it, so
 * a separate process does that. Returns false if there is no script for it, and the caller has to do it.
 */
export function renewApart(file: string, io: Io, script = fileURLToPath(SCRIPT)): boolean {
  if (!existsSync(script)) return false;
  renew(script, file, io);
  return true;
}

function renew(script: string, file: string, io: Io): void {
  const movedAside = moveAside(file);
  const saved = savedBy(script, ['save', file, movedAside]) ?? savedByTable(script, file, movedAside);
  warnMoved(movedAside, saved, io);
}

/**
 * The process that saves everything crashed on some row and lost what it had read. So each table is now read by separate
 * processes, from both ends up to that row. If they all crash, nothing can be saved and the index is rebuilt.
 */
function savedByTable(script: string, file: string, movedAside: string): Salvaged | undefined {
  for (const table of SALVAGED) {
    for (const direction of ['up', 'down']) run(script, ['save-table', file, movedAside, table, direction]);
  }
  return savedBy(script, ['save-end', file]);
}

function savedBy(script: string, args: readonly string[]): Salvaged | undefined {
  const { status, stdout } = run(script, args);
  return status === 0 ? (JSON.parse(stdout) as Salvaged) : undefined;
}

function run(script: string, args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
}

/** Windows has no signals: a crash is a very large exit code there. */
function isCrash(status: number | null): boolean {
  return status === null || status > 127;
}
