import type { Listen } from '../loop/event.js';
import type { BackgroundTasks } from '../tools/tasks/background-tasks.js';
import { notificationOf } from '../tools/tasks/notification.js';
import type { World } from '../world.js';

export interface ReportOptions {
  sessionId(): string;
  tell: Listen;
  /** Sends text to the model. */
  notify(words: string): void;
}

/**
 * Reports background tasks. Notifies the model when one ends, unless the model stopped it or the chat has switched to
 * another session.
 */
export function reportTasks(tasks: BackgroundTasks | undefined, options: ReportOptions): (() => void) | undefined {
  const { sessionId, tell: report, notify } = options;
  const sessionOf = new Map<string, string>();
  return tasks?.listen((task) => {
    if (task.status === 'running') {
      sessionOf.set(task.id, sessionId());
      report({ type: 'task_started', task });
      return;
    }
    report({ type: 'task_finished', task });
    const isOurs = sessionOf.get(task.id) === sessionId() && task.startedBy === undefined;
    if (isOurs && task.status !== 'killed') notify(notificationOf(task));
  });
}

export interface Settling {
  tasks: BackgroundTasks | undefined;
  world: World;
  /** Resolves when no turn is running. */
  loop(): Promise<void>;
}

/** Waits for background agents, for commands up to a limit, and for the turns that their notifications start. */
export async function settle({ tasks, world, loop }: Settling, commandsMs: number): Promise<void> {
  const deadline = world.now() + commandsMs;
  for (;;) {
    await loop();
    const left = deadline - world.now();
    const [agents, commands] = [tasks?.running('local_agent') ?? [], tasks?.running('local_bash') ?? []];
    if (agents.length === 0 && (commands.length === 0 || left <= 0)) return;
    const isOver = new AbortController();
    const time = left <= 0 ? [] : [world.wait(left, isOver.signal)];
    await Promise.race([...[...agents, ...commands].map(({ ended }) => ended), ...time]);
    isOver.abort();
  }
}
