import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TaskType = 'local_bash' | 'local_agent';
export type TaskStatus = 'running' | 'completed' | 'failed' | 'killed';

/** A command or agent that runs while the model does other work. */
export interface BackgroundTask {
  id: string;
  type: TaskType;
  description: string;
  /** The file with its output. */
  outputFile: string;
  /** The call that started it. */
  toolUseId: string;
  /** The sub-agent that started it; undefined for the main conversation. */
  startedBy: string | undefined;
  status: TaskStatus;
  exitCode: number | null;
  /** An agent's report, or why there is none. */
  result: string | undefined;
  usage: TaskUsage | undefined;
  ended: Promise<void>;
}

export interface TaskUsage {
  totalTokens: number;
  toolUses: number;
  durationMs: number;
}

export interface TaskEnd {
  isError: boolean;
  exitCode?: number | null;
  result?: string;
  usage?: TaskUsage;
}

/** The command or agent of a task. */
export interface TaskLife {
  ended: Promise<TaskEnd>;
  stop(): void;
  /** The last part of its output so far. */
  output(): string;
}

export type TaskFacts = Pick<BackgroundTask, 'id' | 'type' | 'description' | 'outputFile' | 'toolUseId' | 'startedBy'>;

/** Background commands and agents. They end with the program. */
export class BackgroundTasks {
  private readonly tasks = new Map<string, { task: BackgroundTask; life: TaskLife }>();
  private readonly listeners = new Set<(task: BackgroundTask) => void>();
  private folder: string | undefined;

  /** Reports every start and end of a task. */
  listen(listener: (task: BackgroundTask) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  begin(facts: TaskFacts, life: TaskLife): BackgroundTask {
    const task: BackgroundTask = {
      ...facts,
      status: 'running',
      exitCode: null,
      result: undefined,
      usage: undefined,
      ended: Promise.resolve(),
    };
    const settle = ({ isError, exitCode = null, result, usage }: TaskEnd) => {
      Object.assign(task, { exitCode, result, usage });
      if (task.status === 'running') task.status = isError ? 'failed' : 'completed';
      this.tell(task);
    };
    task.ended = life.ended.then(settle, (error: unknown) => settle({ isError: true, result: String(error) }));
    this.tasks.set(task.id, { task, life });
    this.tell(task);
    return task;
  }

  get(id: string): BackgroundTask | undefined {
    return this.tasks.get(id)?.task;
  }

  running(type?: TaskType): BackgroundTask[] {
    const all = [...this.tasks.values()].map(({ task }) => task);
    return all.filter(({ status, type: kind }) => status === 'running' && (type === undefined || kind === type));
  }

  outputOf({ id }: BackgroundTask): string {
    return this.tasks.get(id)?.life.output() ?? '';
  }

  stop(id: string): void {
    const found = this.tasks.get(id);
    if (found?.task.status !== 'running') return;
    found.task.status = 'killed';
    found.life.stop();
  }

  stopAll(type?: TaskType): void {
    for (const { id } of this.running(type)) this.stop(id);
  }

  /** Holds the outputs; deleted when the program ends. */
  ownFolder(): string {
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

  /** Folders of outputs, which the model may read. */
  get folders(): string[] {
    return this.folder === undefined ? [] : [this.folder];
  }

  private tell(task: BackgroundTask): void {
    for (const listener of this.listeners) listener(task);
  }
}

/** In the client's format. */
export function newTaskId(): string {
  return `b${[...randomBytes(8)].map((byte) => (byte % 36).toString(36)).join('')}`;
}
