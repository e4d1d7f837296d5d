import { type Node, type SystemEntry, type Words, wordsOf } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { shortDuration, shortNumber, systemLabel, wordsAside } from '@unspool/session/show';
import { entrySize } from './entry-size.js';
import type { Moment, Notice } from './moment.js';

export function* systemMoment(entry: SystemEntry, node: Node): Generator<Moment> {
  const notice = noticeOf(entry);
  if (notice) {
    yield { kind: 'notice', node, notice };
    return;
  }
  const content = typeof entry.content === 'string' ? entry.content : '';
  if (entry.subtype === 'local_command') {
    yield localCommand(content, node);
    return;
  }
  const isRoutine = entry.subtype === 'stop_hook_summary';
  yield {
    kind: 'aside',
    node,
    aside: {
      label: systemLabel(entry),
      size: Buffer.byteLength(content) || entrySize(node, entry),
      text: content,
      ...(isRoutine && { isRoutine }),
    },
  };
}

function noticeOf(entry: SystemEntry): Notice | undefined {
  switch (entry.subtype) {
    case 'compact_boundary':
      return { tone: 'cut', text: compaction(entry) };
    case 'microcompact_boundary': {
      const saved = entry.microcompactMetadata?.['tokensSaved'];
      const how = typeof saved === 'number' ? `, ${shortNumber(saved)} tokens less` : '';
      return { tone: 'cut', text: systemLabel(entry) + how };
    }
    case 'api_error':
      return { tone: 'error', text: apiError(entry) };
    case 'model_refusal_fallback':
      return { tone: 'warning', text: systemLabel(entry) };
    case 'stop_hook_summary': {
      const errors = Array.isArray(entry.hookErrors) ? entry.hookErrors : [];
      if (errors.length === 0 && !entry.preventedContinuation) return undefined;
      const why = entry.stopReason || errors.map(String).join('; ');
      return {
        tone: 'warning',
        text: `a stop hook ${entry.preventedContinuation ? 'stopped the turn' : 'failed'}: ${why}`,
      };
    }
    default:
      return undefined;
  }
}

function compaction({ compactMetadata }: SystemEntry): string {
  const { trigger, preTokens, postTokens } = isObject(compactMetadata) ? compactMetadata : {};
  const how = trigger === 'auto' ? 'compacted automatically' : 'compacted';
  if (typeof preTokens !== 'number') return how;
  if (typeof postTokens !== 'number') return `${how} at ${shortNumber(preTokens)} tokens`;
  return `${how}: ${shortNumber(preTokens)} → ${shortNumber(postTokens)} tokens`;
}

function apiError(entry: SystemEntry): string {
  const { retryAttempt, maxRetries, retryInMs } = entry;
  const attempt = retryAttempt === undefined ? '' : `, try ${retryAttempt} of ${maxRetries ?? '?'}`;
  const wait = typeof retryInMs === 'number' ? `, again in ${shortDuration(retryInMs)}` : '';
  return systemLabel(entry) + attempt + wait;
}

/** A command that never called the model. Its name and its output are on separate lines of the file. */
function localCommand(content: string, node: Node): Moment {
  const words: Words = wordsOf({ type: 'user', message: { role: 'user', content } });
  if (words.kind === 'command') return { kind: 'words', node, words, isQueued: false };
  return { kind: 'aside', node, aside: wordsAside(words) };
}
