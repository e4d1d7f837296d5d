import type { JsonObject, Usage } from '@unspool/session';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import type { AgentDefinition } from './definitions.js';

/** Starts a sub-agent and waits for its end. */
export type SpawnAgent = (task: AgentTask, context: ToolContext) => Promise<AgentOutcome>;

export interface AgentTask {
  definition: AgentDefinition;
  description: string;
  prompt: string;
  model: string | undefined;
}

export interface AgentOutcome {
  agentId: string;
  /** Its last words. */
  text: string;
  /** Why it did not come to its end. */
  failure: string | undefined;
  isInterrupted: boolean;
  resolvedModel: string;
  totalDurationMs: number;
  /** What its last request and reply took. */
  totalTokens: number;
  totalToolUseCount: number;
  usage: Usage;
  toolStats: JsonObject;
}

/** The tool by which the model gives work to others. Several run side by side. */
export function agentTool(definitions: () => AgentDefinition[], spawn: SpawnAgent): Tool {
  return {
    name: 'Agent',
    aliases: ['Task'],
    get description() {
      const kinds = definitions().map(({ name, description }) => `- ${name}: ${description}`);
      return [
        'Gives a task to a sub-agent that works on its own and comes back with one report.',
        'Use it for searches over many files and for work that can be done apart; give several at once when they do not depend on each other. Say in the prompt all it needs to know and what to report: it sees nothing of this conversation.',
        `Kinds:\n${kinds.join('\n')}`,
      ].join('\n\n');
    },
    inputSchema: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in three to five words' },
        prompt: { type: 'string', description: 'The task' },
        subagent_type: { type: 'string', description: 'The kind of agent' },
        model: { type: 'string', description: 'Another model for this agent' },
      },
      required: ['description', 'prompt'],
    },
    // What it does is asked about call by call.
    isReadOnly: () => true,
    isParallel: () => true,
    run: (input, context) => runAgent(input, context, definitions(), spawn),
  };
}

async function runAgent(
  input: JsonObject,
  context: ToolContext,
  definitions: AgentDefinition[],
  spawn: SpawnAgent,
): Promise<ToolResult> {
  const kind = String(input['subagent_type'] ?? 'general-purpose');
  const definition = definitions.find(({ name }) => name === kind);
  if (!definition) {
    const known = definitions.map(({ name }) => name).join(', ');
    return failed(`There is no agent of the kind "${kind}". There are: ${known}`);
  }
  const prompt = String(input['prompt']);
  const model = typeof input['model'] === 'string' ? input['model'] : definition.model;
  const outcome = await spawn({ definition, description: String(input['description']), prompt, model }, context);
  if (outcome.failure !== undefined) return failed(`The agent failed: ${outcome.failure}`);
  const content = [{ type: 'text' as const, text: outcome.text || '(the agent said nothing)' }];
  const { agentId, resolvedModel, totalDurationMs, totalTokens, totalToolUseCount, usage, toolStats } = outcome;
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
