import { type Entry, isAssistant } from '../entry/entry.js';

/** What the client asks for when the session's model is no longer offered. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

const CURRENT =
  /(?:^|[^a-z])(?:3-5-sonnet|(?:opus|sonnet|haiku)-4-5|opus-4-[678]|sonnet-4-6|sonnet-5|opus-5|opus-5-5|fable-5)(?![0-9]|-[0-9](?![0-9]))/;

/** D6: the model of the last reply that names one, if it is still offered, else the default. */
export function modelAsked(entries: readonly Entry[]): string {
  const last = entries.findLast(
    (entry) => isAssistant(entry) && entry.message.model && entry.message.model !== '<synthetic>',
  );
  const model = last && isAssistant(last) ? last.message.model : undefined;
  return typeof model === 'string' && isCurrentModel(model) ? model : DEFAULT_MODEL;
}

/** By probing the client: also with a provider's prefix, a date or a variant behind. */
export function isCurrentModel(model: string): boolean {
  return CURRENT.test(bareModel(model).replace(/(\d)\.(\d)/g, '$1-$2'));
}

/** Models that are sent reminders as messages of the system, not inside those of the user. By probing the client. */
export function takesSystemMessages(model: string): boolean {
  return /(?:opus-4-8|sonnet-5|opus-5|fable-5)(?![0-9])/.test(bareModel(model).replace(/(\d)\.(\d)/g, '$1-$2'));
}

export function isSameModel(a: string, b: string): boolean {
  return bareModel(a) === bareModel(b);
}

/** Case and the long-context mark do not matter. */
function bareModel(model: string): string {
  return model.toLowerCase().replace(/\[1m\]$/, '');
}
