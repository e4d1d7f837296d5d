import { type Block, isText, type JsonObject } from '@unspool/session';
import { apiModel } from '@unspool/session/models';
import type { Usage } from '@unspool/session/read';
import { mergeUsage } from '../../loop/merge-usage.js';
import type { ToolContext } from '../tool.js';

export interface Question {
  system: string;
  prompt: string;
  tools?: JsonObject[];
  model?: string;
}

export interface Answered {
  blocks: Block[];
  text: string;
  failure: string | undefined;
}

const MAX_TOKENS = 8192;

/** Asks a model one question outside the conversation. */
export async function askAbout(
  { system, prompt, tools = [], model }: Question,
  context: ToolContext,
): Promise<Answered> {
  const blocks: Block[] = [];
  let failure: string | undefined;
  let usage: Usage | undefined;
  let answeredBy = '';
  const startedAt = context.now();
  const request = {
    model: apiModel(model ?? context.model),
    max_tokens: MAX_TOKENS,
    system: [{ type: 'text' as const, text: system }],
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }],
    tools,
  };
  for await (const event of context.callModel(request, context.signal)) {
    if (event.type === 'message_start') {
      usage = { ...event.message.usage };
      answeredBy = event.message.model;
    } else if (event.type === 'message_delta') usage = mergeUsage(usage ?? {}, event.usage);
    else if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block };
    else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      const block = blocks[event.index];
      if (block && isText(block)) block.text += event.delta.text;
    } else if (event.type === 'failure') failure = event.failure.message;
  }
  if (usage) context.count(answeredBy || request.model, usage, context.now() - startedAt);
  const present = blocks.filter((block) => block !== undefined);
  const text = present
    .filter(isText)
    .map((block) => block.text)
    .join('');
  return { blocks: present, text, failure };
}
