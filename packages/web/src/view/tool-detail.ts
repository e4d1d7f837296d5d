import type { ToolCall } from '@unspool/session';
import { readToolResult } from '@unspool/session/locate';
import { jsonText } from '@unspool/session/show';
import { type CallContent, isRejected, mediaBlocks, readCall, wordsOfResult } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { toolBody } from './body/tool-body.js';
import { LIMITS, WHOLE } from './limits.js';
import { mediaViews } from './media.js';
import { cutText, maskedLine, type TextStyle } from './texts.js';
import type { ToolDetail } from './view.js';

/** The contents of a call. */
export function toolDetail(conversation: Conversation, call: ToolCall, style: TextStyle): ToolDetail {
  const content = readCall(conversation, call);
  const { offloaded } = content;
  const key = `call=${encodeURIComponent(call.id)}`;
  const output = outputOf(content, style.isWhole ? WHOLE : LIMITS.output);
  const isDeclined = isRejected(conversation, call);
  const isFailed = call.result?.isError === true && !isDeclined;
  return {
    callId: call.id,
    body: toolBody({ conversation, content, output, style }),
    input: cutText(jsonText(content.input, 2), LIMITS.input, `${key}&of=input`, style),
    output: cutText(output, LIMITS.output, `${key}&of=output`, style),
    error: isFailed ? maskedLine(plainError(output).slice(0, LIMITS.note), style) : null,
    declined: isDeclined ? maskedLine(userReasonIn(output).slice(0, LIMITS.note), style) : null,
    media: mediaViews(mediaBlocks(content.result), key, style),
    offloaded:
      offloaded?.kind === 'found' ? { bytes: offloaded.size, href: `${style.path}/text?${key}&of=output` } : null,
  };
}

const LOOK_AHEAD = 4000;

/** The start of an output, from the line or from the output's own file. */
function outputOf({ result, offloaded }: CallContent, atLeast: number): string {
  if (offloaded?.kind !== 'found') return wordsOfResult(result);
  const length = 4 * Math.min(WHOLE, atLeast + LOOK_AHEAD);
  const bytes = readToolResult(offloaded.file, { offset: 0, length });
  // Leaves out a character that is cut in two by the limit.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The user's words in the result of a declined call. */
function userReasonIn(output: string): string {
  return /the user said:\s*([\s\S]*)$/.exec(output)?.[1]?.trim() ?? '';
}

function plainError(text: string): string {
  return text.replace(/^<tool_use_error>|<\/tool_use_error>\s*$/g, '').trim();
}
