import { TOOL } from '@unspool/session/tools';
import type { BackgroundTasks, TaskEnd } from '../tools/tasks/background-tasks.js';
import type { ToolContext, ToolResult } from '../tools/tool.js';
import type { AgentOutcome, AgentTask, StartAgent } from './running-agent.js';

/** Starts an agent without waiting for it. Esc does not stop it; TaskStop and the end of the chat do. */
export function launchAgent(
  task: AgentTask,
  { toolUseId, agentId: startedBy }: ToolContext,
  { start, tasks }: { start: StartAgent; tasks: BackgroundTasks },
): ToolResult {
  const stopping = new AbortController();
  const agent = start(task, { toolUseId, signal: stopping.signal });
  const { agentId, file: outputFile, resolvedModel } = agent;
  const { description, prompt } = task;
  tasks.begin(
    { id: agentId, type: 'local_agent', description, outputFile, toolUseId, startedBy },
    { ended: agent.ended.then(endOf), stop: () => stopping.abort(), output: () => agent.lastWords() },
  );
  const text = [
    `The agent is running in the background. Its ID: ${agentId}. You will be notified with its report when it is done.`,
    'Until then you do not know what it finds: do other work, or answer the user. Do not do its work yourself.',
    `Use ${TOOL.TaskOutput} to wait for it and ${TOOL.TaskStop} to stop it. Do not read its transcript; it is long.`,
    `output_file: ${outputFile}`,
  ];
  return {
    content: [{ type: 'text', text: text.join('\n') }],
    toolUseResult: {
      isAsync: true,
      status: 'async_launched',
      agentId,
      description,
      resolvedModel,
      prompt,
      outputFile,
      canReadOutputFile: true,
    },
  };
}

function endOf({ text, failure, totalTokens, totalToolUseCount, totalDurationMs }: AgentOutcome): TaskEnd {
  return {
    isError: failure !== undefined,
    result: failure === undefined ? text || '(the agent reported nothing)' : `The agent failed: ${failure}`,
    usage: { totalTokens, toolUses: totalToolUseCount, durationMs: totalDurationMs },
  };
}
