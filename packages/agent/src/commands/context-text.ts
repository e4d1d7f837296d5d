import { type ApiMessage, type Block, isText, isThinking, isToolResult, isToolUse } from '@unspool/session';
import { charactersIn, estimateTokens } from '@unspool/session/edit';

const COLUMNS = 40;
/** Parts in the order in which they are sent. */
const NAMES = ['instructions and tools', 'your prompts', 'replies', 'thinking', 'tool calls', 'tool output'] as const;
const FILLS = ['█', '▓', '▒', '▚', '▞', '▤'];

/** Draws how full the context is. The total is the API's count; the parts are estimates. */
export function contextText(messages: readonly ApiMessage[], tokens: number, window: number): string {
  const number = (value: number) => value.toLocaleString('en');
  const share = (value: number) => `${Math.round((100 * value) / window)} %`;
  const head = `${number(tokens)} of ${number(window)} tokens (${share(tokens)})`;
  const parts = partsOf(messages, tokens).map((part, at) => ({ ...part, fill: FILLS[at] ?? '█' }));
  const shown = parts.filter(({ size }) => size > 0);
  const lines = shown.map(
    ({ fill, name, size }) => `${fill} ${name.padEnd(22)} ${`~${number(size)}`.padStart(10)}  ${share(size)}`,
  );
  const free = `· ${'free'.padEnd(22)} ${number(Math.max(0, window - tokens)).padStart(10)}  ${share(Math.max(0, window - tokens))}`;
  return [head, '', bar(shown, window), '', ...lines, free].join('\n');
}

/** Estimates the conversation's parts. The rest of the API's count is instructions and tools. */
function partsOf(messages: readonly ApiMessage[], tokens: number): { name: string; size: number }[] {
  const sizes = [0, 0, 0, 0, 0, 0];
  for (const { role, content } of messages) {
    for (const block of content) {
      const at = kindOf(block, role);
      sizes[at] = (sizes[at] ?? 0) + estimateTokens(charactersIn([block]));
    }
  }
  const conversation = sizes.reduce((sum, size) => sum + size, 0);
  // Scale the estimates down if they exceed the count.
  const scale = tokens > 0 && conversation > tokens ? tokens / conversation : 1;
  sizes[0] = Math.max(0, tokens - conversation);
  return NAMES.map((name, at) => ({ name, size: Math.round((sizes[at] ?? 0) * (at === 0 ? 1 : scale)) }));
}

function kindOf(block: Block, role: string): number {
  if (isToolResult(block)) return 5;
  if (isToolUse(block)) return 4;
  if (isThinking(block)) return 3;
  return role === 'assistant' && isText(block) ? 2 : 1;
}

function bar(parts: readonly { fill: string; size: number }[], window: number): string {
  let drawn = '';
  let sum = 0;
  for (const { fill, size } of parts) {
    sum += size;
    // Round the running sum, so that many small parts are not lost.
    const until = Math.min(COLUMNS, Math.max(drawn.length + 1, Math.round((COLUMNS * sum) / window)));
    drawn = drawn.padEnd(until, fill);
  }
  return drawn.padEnd(COLUMNS, '·');
}
