import { isText, isToolResult, type ToolUseBlock } from '@unspool/session';
import type { ModelRequest } from '../loop/model-call.js';
import type { ScriptedReply } from './scripted-model.js';

/** What the model of `--demo` says: enough to see tools, thinking and text. It understands nothing. */
export function demoScript(newUuid: () => string): (request: ModelRequest) => ScriptedReply {
  return (request) => {
    const last = request.messages.at(-1)?.content ?? [];
    const result = last.find(isToolResult);
    const words = last.filter(isText).map(({ text }) => text);
    const prompt = words.filter((text) => !text.startsWith('<system-reminder>')).join('\n');
    if (/write a summary of the whole conversation/.test(prompt)) {
      return { blocks: [{ type: 'text', text: '<summary>\nThe demo was tried.\n</summary>' }] };
    }
    if (result) return { blocks: [{ type: 'text', text: afterTool(result.content) }] };
    const call = firstCall(request, newUuid);
    const thought = {
      type: 'thinking' as const,
      thinking: 'This is a script, so there is not much to think about.',
      signature: 'demo',
    };
    const greeting = {
      type: 'text' as const,
      text: `You said: **${prompt.split('\n', 1)[0] ?? ''}**\n\nI am a script, not a model: nothing leaves this machine. ${call ? 'To show a tool, I look at the folder.' : ''}`,
    };
    return { blocks: call ? [thought, greeting, call] : [thought, greeting] };
  };
}

/** Only a tool that changes nothing, and only one that is offered. */
function firstCall({ tools }: ModelRequest, newUuid: () => string): ToolUseBlock | undefined {
  const names = tools.map(({ name }) => name);
  const id = `toolu_demo_${newUuid()}`;
  if (names.includes('Glob')) return { type: 'tool_use', id, name: 'Glob', input: { pattern: '*' } };
  if (names.includes('Bash')) {
    return { type: 'tool_use', id, name: 'Bash', input: { command: 'ls', description: 'List files' } };
  }
  return undefined;
}

function afterTool(content: unknown): string {
  const lines = (typeof content === 'string' ? content : JSON.stringify(content)).split('\n');
  const shown = lines.slice(0, 8).map((line) => `- ${line}`);
  return [
    `The tool answered with ${lines.length} lines:`,
    '',
    ...shown,
    '',
    'Set ANTHROPIC_API_KEY to talk to a model.',
  ].join('\n');
}
