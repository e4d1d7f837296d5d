import type { JsonObject } from '@unspool/session';
import { formerNames, TOOL } from '@unspool/session/tools';
import type { BackgroundTasks } from '../tools/tasks/background-tasks.js';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import { launchAgent } from './background-agent.js';
import type { AgentDefinition } from './definitions.js';
import type { StartAgent } from './running-agent.js';

export interface AgentToolParts {
  definitions(): AgentDefinition[];
  start: StartAgent;
  /** Absent where nothing would receive the notification: then the call waits for the agent. */
  tasks: BackgroundTasks | undefined;
}

/** The tool by which the model delegates work. Several agents can run in parallel. */
export function agentTool(parts: AgentToolParts): Tool {
  const { definitions } = parts;
  return {
    name: 'Agent',
    aliases: formerNames(TOOL.Agent),
    get description() {
      const kinds = definitions().map(({ name, description }) => `- ${name}: ${description}`);
      return [
        'Gives a task to a sub-agent, which works on its own and returns one report.',
        'Use it for searches over many files and for separate pieces of work; start several at once if they do not depend on each other. The prompt must say everything it needs to know and what to report: it cannot see this conversation.',
        `Types:\n${kinds.join('\n')}`,
      ].join('\n\n');
    },
    inputSchema: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in three to five words' },
        prompt: { type: 'string', description: 'The task' },
        subagent_type: { type: 'string', description: 'The agent type' },
        model: { type: 'string', description: 'A different model for this agent' },
        run_in_background: {
          type: 'boolean',
          description: 'Do not wait for its report: continue with other work and be notified when it is done',
        },
      },
      required: ['description', 'prompt'],
    },
    // Each of the agent's calls is checked separately.
    isReadOnly: () => true,
    isParallel: () => true,
    run: (input, context) => runAgent(input, context, parts),
  };
}

async function runAgent(input: JsonObject, context: ToolContext, parts: AgentToolParts): Promise<ToolResult> {
  const { start, tasks } = parts;
  const definitions = parts.definitions();
  const kind = String(input['subagent_type'] ?? 'general-purpose');
  const definition = definitions.find(({ name }) => name === kind);
  if (!definition) {
    const known = definitions.map(({ name }) => name).join(', ');
    return failed(`There is no agent type "${kind}". Available: ${known}`);
  }
  const prompt = String(input['prompt']);
  const model = typeof input['model'] === 'string' ? input['model'] : definition.model;
  const isBackground = input['run_in_background'] === true && tasks !== undefined;
  const task = { definition, description: String(input['description']), prompt, model, isBackground };
  if (isBackground) return launchAgent(task, context, { start, tasks });
  const agent = start(task, context);
  const outcome = await agent.ended;
  if (outcome.failure !== undefined) return failed(`The agent failed: ${outcome.failure}`);
  const content = [{ type: 'text' as const, text: outcome.text || '(the agent reported nothing)' }];
  const { agentId, resolvedModel } = agent;
  const { totalDurationMs, totalTokens, totalToolUseCount, usage, toolStats } = outcome;
  return {
    content,
    toolUseResult: {
      status: 'completed',
      prompt,
      agentId,
      agentType: definition.name,
      content,
      resolvedModel,
      totalDurationMs,
      totalTokens,
      totalToolUseCount,
      usage,
      toolStats,
    },
  };
}

function failed(message: string): ToolResult {
  return { content: message, toolUseResult: `Error: ${message}`, isError: true };
}
