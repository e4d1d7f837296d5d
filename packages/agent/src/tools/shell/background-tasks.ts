import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningShell, ShellEnd } from './run-shell.js';

export type TaskStatus = 'running' | 'completed' | 'failed' | 'killed';

export interface BackgroundTask {
  id: string;
  command: string;
  description: string;
  /** Holds what it said. */
  outputFile: string;
  status: TaskStatus;
  exitCode: number | null;
  ended: Promise<void>;
}

const MOST_KEPT = 64 * 1024 * 1024;
const MOST_READ = 30_000;

/** Commands that go on while the model does something else. They end with the program. */
export class BackgroundTasks {
  private readonly tasks = new Map<string, { task: BackgroundTask; shell: RunningShell }>();
  private folder: string | undefined;

  /** `begin` starts the command; what it says goes to a file of bounded size. */
  start(
    { command, description }: Pick<BackgroundTask, 'command' | 'description'>,
    begin: (onOutput: (chunk: Buffer) => void) => RunningShell,
  ): BackgroundTask {
    const id = newTaskId();
    const outputFile = join(this.ownFolder(), `${id}.output`);
    const fd = openSync(outputFile, 'wx', 0o600);
    let kept = 0;
    const shell = begin((chunk) => {
      if (kept < MOST_KEPT) kept += keep(fd, chunk);
    });
    const task: BackgroundTask = {
      id,
      command,
      description,
      outputFile,
      status: 'running',
      exitCode: null,
      ended: Promise.resolve(),
    };
    task.ended = shell.ended.then(
      (end) => settle(task, end, fd),
      () => settle(task, undefined, fd),
    );
    this.tasks.set(id, { task, shell });
    return task;
  }

  get(id: string): BackgroundTask | undefined {
    return this.tasks.get(id)?.task;
  }

  stop(id: string): void {
    const found = this.tasks.get(id);
    if (found?.task.status !== 'running') return;
    found.task.status = 'killed';
    found.shell.kill();
  }

  /** The end of what it has said. */
  outputOf({ outputFile }: BackgroundTask): string {
    const { size } = statSync(outputFile);
    const bytes = Buffer.alloc(Math.min(size, MOST_READ));
    const fd = openSync(outputFile, 'r');
    const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    closeSync(fd);
    const text = bytes.subarray(0, length).toString('utf8');
    return size > MOST_READ ? `[the first ${size - MOST_READ} bytes are in ${outputFile}]\n${text}` : text;
  }

  stopAll(): void {
    for (const id of this.tasks.keys()) this.stop(id);
  }

  private ownFolder(): string {
    if (this.folder === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'unspool-tasks-'));
      this.folder = folder;
      process.once('exit', () => {
        this.stopAll();
        rmSync(folder, { recursive: true, force: true });
      });
    }
    return this.folder;
  }
}

/** In the client's form. */
export function newTaskId(): string {
  return `b${[...randomBytes(8)].map((byte) => (byte % 36).toString(36)).join('')}`;
}

function settle(task: BackgroundTask, end: ShellEnd | undefined, fd: number): void {
  closeSync(fd);
  task.exitCode = end?.exitCode ?? null;
  if (task.status === 'running') task.status = end?.exitCode === 0 ? 'completed' : 'failed';
}

/** A full disk must not end the program that the task runs beside. */
function keep(fd: number, chunk: Buffer): number {
  try {
    return writeSync(fd, chunk);
  } catch {
    return chunk.length;
  }
}
