import { type Block, blocksOf, isThinking, type ToolUseBlock } from '../format/block.js';
import type { AssistantEntry } from '../format/schema.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { resumedName } from '../tools/names.js';
import { TOOL } from '../tools/registry.js';
import { isAnswer, isCall } from './block-kinds.js';
import { isSameModel } from './model.js';

/** The parts of the next request that replies depend on. */
export interface Asked {
  model: string;
  /** Tools that the conversation loaded. */
  loaded: ReadonlySet<string>;
}

/** Returns the blocks of an assistant line as they are sent. */
export function sentReply(entry: AssistantEntry, { model, loaded }: Asked): Block[] {
  const isForeign = isOfOtherModel(entry, model);
  return (
    blocksOf(entry.message.content)
      // D5: fallback blocks and results are not sent.
      .filter((block) => block.type !== 'fallback' && !isAnswer(block))
      // D6: nor is thinking that another model signed.
      .filter((block) => !isForeign || !isSigned(block))
      // D7: a renamed tool gets its present name.
      .map((block) =>
        isCall(block) ? { ...block, name: resumedName(block.name), input: sentInput(block, loaded) } : block,
      )
  );
}

/** D6: synthetic lines belong to no model, so they keep their thinking. */
function isOfOtherModel({ message }: AssistantEntry, model: string): boolean {
  if (message.model === '<synthetic>') return false;
  return typeof message.model !== 'string' || !isSameModel(message.model, model);
}

function isSigned(block: Block): boolean {
  if (block.type === 'redacted_thinking') return true;
  return isThinking(block) && Boolean(block.signature);
}

/** D8: drops inputs that the client's tools no longer take. A plan is in a file that the client names itself. */
function sentInput({ name, input }: ToolUseBlock, loaded: ReadonlySet<string>): JsonObject {
  if (!isObject(input)) return input;
  if (name === TOOL.ExitPlanMode && loaded.has(name)) return without(input, ['plan', 'planFilePath']);
  if (name === TOOL.Edit && 'edits' in input) return without(input, ['old_string', 'new_string', 'replace_all']);
  if (name === TOOL.SendMessage && 'to' in input && 'message' in input) {
    return without(input, ['type', 'recipient', 'content', 'request_id', 'approve']);
  }
  return input;
}

function without(input: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}
