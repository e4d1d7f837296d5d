import type { AgentEvent, AgentFinished, AgentStarted } from '../../loop/event.js';
import { harmlessLine } from '../screen/harmless.js';
import type { Paint } from '../screen/paint.js';
import { callHead } from '../view/call-head.js';

interface RunningAgent {
  type: string;
  description: string;
  depth: number;
  tools: number;
  doing: string;
  isBackground: boolean;
}

/** Running sub-agents, one line each that says what it is doing. */
export class RunningAgents {
  private readonly running = new Map<string, RunningAgent>();

  constructor(private readonly cwd: () => string) {}

  start({ agentId, agentType, description, depth, isBackground }: AgentStarted): void {
    const [type, words] = [harmlessLine(agentType), harmlessLine(description)];
    this.running.set(agentId, { type, description: words, depth, tools: 0, doing: 'begins', isBackground });
  }

  take(agentId: string, event: AgentEvent): void {
    if (event.type === 'agent_started') this.start(event);
    else if (event.type === 'agent') this.take(event.agentId, event.event);
    else if (event.type === 'agent_finished') this.running.delete(event.agentId);
    const agent = this.running.get(agentId);
    if (!agent) return;
    if (event.type === 'tool_started') {
      const { name, about } = callHead(event.call, this.cwd());
      agent.tools++;
      agent.doing = about ? `${name}(${about})` : name;
    } else if (event.type === 'thinking_delta') agent.doing = 'thinks';
    else if (event.type === 'text_delta') agent.doing = 'writes';
  }

  /** The line to print when an agent is done. */
  finish({ agentId, totalTokens, totalToolUseCount, totalDurationMs, isError }: AgentFinished): string | undefined {
    const agent = this.running.get(agentId);
    this.running.delete(agentId);
    if (!agent) return undefined;
    const calls = `${totalToolUseCount} ${totalToolUseCount === 1 ? 'tool' : 'tools'}`;
    const facts = `${calls}, ${(totalTokens / 1000).toFixed(1)}k tokens, ${(totalDurationMs / 1000).toFixed(1)} s`;
    return `${agent.type} ${isError ? 'failed' : 'done'}: ${facts}`;
  }

  /** A turn is over. Background agents keep running. */
  clear(): void {
    for (const [id, { isBackground }] of this.running) if (!isBackground) this.running.delete(id);
  }

  lines(paint: Paint): string[] {
    return [...this.running.values()].map(({ type, description, depth, tools, doing }) => {
      const indent = '  '.repeat(Math.max(1, depth));
      const count = tools > 0 ? paint.dim(` · ${tools}`) : '';
      return `${indent}${paint.accent('◇')} ${paint.bold(type)} ${description}${count}${paint.dim(` · ${doing}`)}`;
    });
  }
}
