import { resolve } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { fileIn } from '@unspool/session/tools';
import type { Hooks } from '../hooks/hooks.js';
import type { Verdict } from '../loop/run-calls.js';
import type { Decision } from '../permissions/decide.js';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import type { Asker, PermissionGate } from './permission-gate.js';
import type { ProjectContext } from './project-context.js';

export interface CallRules {
  mayRun(call: ToolUseBlock, tool: Tool): Promise<Verdict>;
  afterRun(call: ToolUseBlock, result: ToolResult): Promise<string | undefined>;
}

export interface CallRuleParts {
  hooks: Hooks;
  gate: PermissionGate;
  context: ProjectContext;
  signal(): AbortSignal;
  cwd(): string;
  contextFor(call: ToolUseBlock, signal: AbortSignal): ToolContext;
  asker?: Asker;
}

/** Runs around every call: hooks before and after it, the permission check, and the instructions of the folder it touches. */
export function callRules({ hooks, gate, context, signal, cwd, contextFor, asker }: CallRuleParts): CallRules {
  return {
    async mayRun(call, tool) {
      const answer = hooks.has('PreToolUse')
        ? await hooks.run('PreToolUse', detailsOf(call), signal(), call.name)
        : undefined;
      const blocked = answer?.block ?? answer?.stop;
      if (blocked !== undefined) return denied(`A hook blocked ${call.name}: ${blocked}`);
      if (answer?.permission === 'deny') return denied(`A hook denied ${call.name}: ${answer.permissionReason}`);
      const asked = answer?.updatedInput ? { ...call, input: answer.updatedInput } : call;
      const own = gate.decide(tool, asked.input);
      // A hook may skip the permission question, but a deny rule still applies.
      const decision: Decision =
        answer?.permission === undefined || own.behavior === 'deny'
          ? own
          : byHook(answer.permission, answer.permissionReason);
      if (decision.behavior === 'ask') {
        const result = await tool.whyNot?.(asked.input, contextFor(asked, signal()));
        if (result) return { behavior: 'fail', result };
      }
      return gate.settle(decision, asked, asker);
    },
    async afterRun(call, result) {
      const words: string[] = [];
      if (hooks.has('PostToolUse')) {
        const response = result.toolUseResult ?? result.content;
        const details = { ...detailsOf(call), tool_response: response };
        const answer = await hooks.run('PostToolUse', details, signal(), call.name);
        if (answer.block !== undefined) words.push(`PostToolUse hook feedback on ${call.name}: ${answer.block}`);
        words.push(...answer.context);
      }
      const file = fileIn(call.input);
      const nested = file !== undefined && !result.isError ? context.nested(resolve(cwd(), file)) : undefined;
      if (nested !== undefined) words.push(nested);
      return words.length === 0 ? undefined : words.join('\n\n');
    },
  };
}

function detailsOf(call: ToolUseBlock): JsonObject {
  return { tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
}

function byHook(behavior: Decision['behavior'], reason: string): Decision {
  return { behavior, reasonType: 'hook', reason: reason || 'decided by a hook' };
}

function denied(message: string): Verdict {
  const decision: Decision = { behavior: 'deny', reasonType: 'hook', reason: message };
  return { behavior: 'deny', decision, message, by: 'hook', interrupt: false };
}
