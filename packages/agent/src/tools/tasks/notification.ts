import type { BackgroundTask } from './background-tasks.js';

/** Tells the model that a background task has ended, in the client's format. */
export function notificationOf(task: BackgroundTask): string {
  const { id, toolUseId, outputFile, status, result, usage } = task;
  return [
    '<task-notification>',
    `<task-id>${id}</task-id>`,
    `<tool-use-id>${toolUseId}</tool-use-id>`,
    `<output-file>${outputFile}</output-file>`,
    `<status>${status}</status>`,
    `<summary>${summaryOf(task)}</summary>`,
    ...(result === undefined ? [] : [`<result>${result}</result>`]),
    ...(usage === undefined
      ? []
      : [
          `<usage><subagent_tokens>${usage.totalTokens}</subagent_tokens><tool_uses>${usage.toolUses}</tool_uses><duration_ms>${usage.durationMs}</duration_ms></usage>`,
        ]),
    '</task-notification>',
  ].join('\n');
}

/** Tells the user the same in one line. */
export function summaryOf({ type, description, status, exitCode }: BackgroundTask): string {
  const how = { running: 'is running', completed: 'completed', failed: 'failed', killed: 'was stopped' }[status];
  if (type === 'local_agent') return `Agent "${description}" ${status === 'completed' ? 'finished' : how}`;
  return `Background command "${description}" ${how}${exitCode === null ? '' : ` (exit code ${exitCode})`}`;
}
