import type { JsonObject } from '@unspool/session';
import { formerNames, TOOL } from '@unspool/session/tools';
import { failed } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import type { BackgroundTask, BackgroundTasks } from './background-tasks.js';

const MAX_WAIT_MS = 600_000;

/** Shows the output of a background command or agent. */
export function taskOutputTool(tasks: BackgroundTasks): Tool {
  return {
    name: 'TaskOutput',
    aliases: formerNames(TOOL.TaskOutput),
    description:
      'Returns the output of a background command or the report of a background agent. With `block` it waits for the task to end first. You are notified when a task ends, so you rarely need to wait.',
    inputSchema: {
      type: 'object',
      properties: {
        task_id: { type: 'string', description: 'The ID returned by Bash or Agent' },
        block: { type: 'boolean', description: 'Wait for the end; default: true' },
        timeout: { type: 'number', description: 'How many milliseconds to wait; default: 30000' },
        bash_id: { type: 'string', description: 'Older name of task_id' },
      },
    },
    isReadOnly: () => true,
    run: async (input, context) => {
      const task = find(input, tasks);
      if (!('id' in task)) return task;
      const isOver =
        input['block'] === false || input['bash_id'] !== undefined || (await waitFor(task, input, context));
      return output(task, tasks.outputOf(task), isOver);
    },
  };
}

export function taskStopTool(tasks: BackgroundTasks): Tool {
  return {
    name: 'TaskStop',
    aliases: formerNames(TOOL.TaskStop),
    description: 'Stops a background command or agent, with everything it started.',
    inputSchema: {
      type: 'object',
      properties: {
        task_id: { type: 'string', description: 'The ID returned by Bash or Agent' },
        shell_id: { type: 'string', description: 'Older name of task_id' },
      },
    },
    // It stops only what this conversation started.
    isReadOnly: () => true,
    isParallel: () => false,
    run: async (input) => {
      const task = find(input, tasks);
      if (!('id' in task)) return task;
      if (task.status !== 'running') return failed(`Task ${task.id} is not running (status: ${task.status})`);
      tasks.stop(task.id);
      const result = {
        message: `Successfully stopped task: ${task.id} (${task.description})`,
        task_id: task.id,
        task_type: task.type,
      };
      return { content: JSON.stringify(result), toolUseResult: result };
    },
  };
}

function find(input: JsonObject, tasks: BackgroundTasks): BackgroundTask | ToolResult {
  const id = input['task_id'] ?? input['bash_id'] ?? input['shell_id'];
  return tasks.get(String(id)) ?? failed(`No task found with ID: ${String(id)}`);
}

async function waitFor(task: BackgroundTask, { timeout }: JsonObject, { signal }: ToolContext): Promise<boolean> {
  const ms = Math.min(Number(timeout) || 30_000, MAX_WAIT_MS);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([task.ended, over]);
  clearTimeout(timer);
  return task.status !== 'running';
}

function output(task: BackgroundTask, text: string, isOver: boolean): ToolResult {
  const retrieval_status = isOver ? 'success' : 'timeout';
  const { id: task_id, type: task_type, status, description, exitCode } = task;
  const parts = [
    `<retrieval_status>${retrieval_status}</retrieval_status>`,
    `<task_id>${task_id}</task_id>`,
    `<task_type>${task_type}</task_type>`,
    `<status>${status}</status>`,
    ...(exitCode === null ? [] : [`<exit_code>${exitCode}</exit_code>`]),
    ...(text.trim() === '' ? [] : [`<output>\n${text.trimEnd()}\n</output>`]),
  ];
  return {
    content: parts.join('\n\n'),
    toolUseResult: {
      retrieval_status,
      task: {
        task_id,
        task_type,
        status,
        description,
        output: text,
        ...(task_type === 'local_bash' && { exitCode }),
      },
    },
  };
}
