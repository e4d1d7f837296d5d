import { type Block, isText, isThinking, isToolResult, isToolUse, type JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { DatedMessage } from '@unspool/session/resume';
import { textBlock } from '../../write/blocks.js';
import { type Call, safeId } from './call.js';
import type { PromptStep, Step } from './step.js';
import type { Tally } from './tally.js';

export interface StepOptions {
  tally: Tally;
  takesImages: boolean;
  marksFailures: boolean;
  /** The target's name and input for a call. */
  renamed(call: Pick<Call, 'name' | 'input'>): Pick<Call, 'name' | 'input'>;
  /** Called with all texts and inputs, to replace secrets or only count them. */
  clean?: <Value>(value: Value) => Value;
  /** Changes a prompt that the target would not treat as one. */
  fit?: (prompt: PromptStep) => PromptStep;
  /** The time for messages without one. */
  now: number;
}

/**
 * Turns the messages that the client would send into steps, and counts what is carried over and what is not. Times never
 * decrease, because some clients sort by them.
 */
export function* stepsOf(messages: Iterable<DatedMessage>, options: StepOptions): Generator<Step> {
  const { tally, clean = (value) => value, fit = (step) => step } = options;
  for (const step of joined(rawSteps(messages, options))) {
    if (step.kind === 'reply') tally.replies++;
    if (step.kind === 'reply') yield { ...step, ...clean({ text: step.text, calls: step.calls }) };
    else if (step.kind === 'result') yield { ...step, content: clean(step.content) };
    else {
      const prompt = { ...step, content: clean(step.content) };
      const fitted = fit(prompt);
      tally.prompts++;
      if (fitted !== prompt) tally.fitted++;
      yield fitted;
    }
  }
}

/** Merges neighbouring prompts, and neighbouring replies, because not every format can tell them apart. */
function* joined(steps: Iterable<Step>): Generator<Step> {
  let open: Step | undefined;
  for (const step of steps) {
    const both = open && joinedStep(open, step);
    if (open && !both) yield open;
    open = both ?? step;
  }
  if (open) yield open;
}

function joinedStep(first: Step, second: Step): Step | undefined {
  if (first.kind === 'prompt' && second.kind === 'prompt') {
    return { ...first, content: joinedTexts([...first.content, ...second.content]) };
  }
  if (first.kind !== 'reply' || second.kind !== 'reply' || first.calls.length > 0) return undefined;
  return { ...second, text: joinedReply([first.text, second.text]), time: first.time };
}

function joinedReply(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function* rawSteps(messages: Iterable<DatedMessage>, options: StepOptions): Generator<Step> {
  // The calls of the last reply, in order. Their results come in the next message, in any order.
  const calls = new Map<string, Call>();
  let last: number | undefined;
  for (const message of messages) {
    if (isClosing(message)) continue;
    const blocksSaid = message.time ?? last ?? options.now;
    const time = Math.max(last ?? blocksSaid, blocksSaid);
    last = time;
    if (message.role === 'assistant') {
      const reply = replyOf(message, time, options);
      calls.clear();
      for (const { original, call } of reply.calls) calls.set(original, call);
      if (reply.step) yield reply.step;
      continue;
    }
    const results = message.content.filter(isToolResult);
    for (const [id, call] of calls) {
      const block = results.find(({ tool_use_id }) => tool_use_id === id);
      if (block) yield resultOf(block, { call, time }, options);
    }
    calls.clear();
    const content = keptBlocks(message.content, options);
    if (content.length > 0) yield { kind: 'prompt', content, time };
  }
}

/** C5 of docs/resume.md: what the client inserts after an unanswered prompt. It is not in the file. */
function isClosing({ role, model, time }: DatedMessage): boolean {
  return role === 'assistant' && model === '<synthetic>' && time === undefined;
}

interface ReadReply {
  step: Step | undefined;
  calls: { original: string; call: Call }[];
}

function replyOf({ content, model }: DatedMessage, time: number, { tally, renamed }: StepOptions): ReadReply {
  const texts: string[] = [];
  const calls: ReadReply['calls'] = [];
  for (const block of content) {
    if (isText(block)) texts.push(block.text);
    else if (isToolUse(block)) {
      const { name, input } = renamed({ name: block.name, input: isObject(block.input) ? block.input : {} });
      calls.push({ original: block.id, call: { id: safeId(block.id), name, input } });
      const known = tally.tools.get(block.name);
      tally.tools.set(block.name, { as: name, calls: (known?.calls ?? 0) + 1 });
    } else if (isThinking(block) || block.type === 'redacted_thinking') tally.thinking++;
    else if (block.type.endsWith('_tool_use')) tally.serverCalls++;
  }
  const text = joinedReply(texts);
  tally.calls += calls.length;
  if (text === '' && calls.length === 0) return { step: undefined, calls };
  return { step: { kind: 'reply', text, calls: calls.map(({ call }) => call), model, time }, calls };
}

/** Puts texts first, because not every client can mix them with images. */
function resultOf(block: Block, { call, time }: { call: Call; time: number }, options: StepOptions): Step {
  const { content, is_error } = block as { content?: unknown; is_error?: unknown };
  const blocks = typeof content === 'string' ? [textBlock(content)] : Array.isArray(content) ? content : [];
  const blocksSaid = keptBlocks(blocks.filter(isObject) as Block[], options);
  const sorted = joinedTexts([...blocksSaid.filter(isText), ...blocksSaid.filter((each) => !isText(each))]);
  const isError = is_error === true;
  options.tally.results++;
  if (isError && !options.marksFailures) options.tally.failures++;
  return { kind: 'result', call, content: sorted, isError, time };
}

/** The text and images of a list of blocks. Other blocks become a note, except results, which become steps. */
function keptBlocks(blocks: readonly Block[], { tally, takesImages }: StepOptions): Block[] {
  const blocksSaid = blocks.flatMap((block): Block[] => {
    if (isText(block)) return block.text === '' ? [] : [block];
    if (isToolResult(block)) return [];
    if (block.type === 'image' && takesImages && imageIn(block)) {
      tally.images++;
      return [block];
    }
    if (block.type === 'image') tally.lostImages++;
    else if (block.type === 'document') tally.documents++;
    else return [];
    return [textBlock(`[${block.type} left out]`)];
  });
  return joinedTexts(blocksSaid);
}

function joinedTexts(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (isText(block) && last && isText(last)) joined[joined.length - 1] = textBlock(`${last.text}\n${block.text}`);
    else joined.push(isText(block) ? textBlock(block.text) : block);
  }
  return joined;
}

/** An image embedded in the session as base64. */
export function imageIn(block: Block): { mediaType: string; data: string } | undefined {
  const { source } = block as { source?: JsonObject };
  if (!isObject(source) || typeof source.data !== 'string' || typeof source.media_type !== 'string') return undefined;
  return { mediaType: source.media_type, data: source.data };
}

/** The texts of a step's content. Images are left out. */
export function textIn(content: readonly Block[]): string {
  return content.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n');
}
