import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type BackgroundTask, type BackgroundTasks, newTaskId, type TaskFacts } from '../tasks/background-tasks.js';
import type { RunningShell } from './run-shell.js';

const MAX_KEPT = 64 * 1024 * 1024;
const MAX_READ = 30_000;

/** Starts a command without waiting for it; its output goes to a file of limited size. */
export function startInBackground(
  tasks: BackgroundTasks,
  facts: Pick<TaskFacts, 'description' | 'toolUseId' | 'startedBy'>,
  begin: (onOutput: (chunk: Buffer) => void) => RunningShell,
): BackgroundTask {
  const id = newTaskId();
  const outputFile = join(tasks.ownFolder(), `${id}.output`);
  const fd = openSync(outputFile, 'wx', 0o600);
  let kept = 0;
  const shell = begin((chunk) => {
    if (kept < MAX_KEPT) kept += keep(fd, chunk);
  });
  const ended = shell.ended
    .then(({ exitCode }) => ({ isError: exitCode !== 0, exitCode }))
    .finally(() => closeSync(fd));
  return tasks.begin(
    { id, type: 'local_bash', outputFile, ...facts },
    { ended, stop: () => shell.kill(), output: () => endOf(outputFile) },
  );
}

function endOf(file: string): string {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.min(size, MAX_READ));
  const fd = openSync(file, 'r');
  const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
  closeSync(fd);
  const text = bytes.subarray(0, length).toString('utf8');
  return size > MAX_READ ? `[the first ${size - MAX_READ} bytes are in ${file}]\n${text}` : text;
}

/** A write error such as a full disk must not end the chat. */
function keep(fd: number, chunk: Buffer): number {
  try {
    return writeSync(fd, chunk);
  } catch {
    return chunk.length;
  }
}
