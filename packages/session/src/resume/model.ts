import { type Entry, isAssistant } from '../format/entry.js';
import { apiModel, DEFAULT_MODEL, modelOf } from '../models/model-named.js';

/** D6: the model of the last reply that names one, if the client still offers it (G1). Otherwise the default. */
export function modelAsked(entries: readonly Entry[]): string {
  const last = entries.findLast(
    (entry) => isAssistant(entry) && entry.message.model && entry.message.model !== '<synthetic>',
  );
  const model = last && isAssistant(last) ? last.message.model : undefined;
  return typeof model === 'string' && modelOf(model)?.isOffered ? model : DEFAULT_MODEL;
}

/** D6: ignores case and the long-context mark. */
export function isSameModel(a: string, b: string): boolean {
  return apiModel(a).toLowerCase() === apiModel(b).toLowerCase();
}
