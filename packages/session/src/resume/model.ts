import { type Entry, isAssistant } from '../format/entry.js';
import { apiModel, DEFAULT_MODEL, modelIn } from '../models/model-named.js';

/**
 * D6: returns the model of the last reply that names one, if the client still offers it (G1). Otherwise the default.
 */
export function modelAsked(entries: readonly Entry[]): string {
  const last = entries.findLast(
    (entry) => isAssistant(entry) && entry.message.model && entry.message.model !== '<synthetic>',
  );
  const model = last && isAssistant(last) ? last.message.model : undefined;
  return typeof model === 'string' && modelIn(model)?.isOffered ? model : DEFAULT_MODEL;
}

/** D6: ignores case and, for known models, also a provider's prefix, a date and a variant. */
export function isSameModel(a: string, b: string): boolean {
  return plainModel(a) === plainModel(b);
}

function plainModel(name: string): string {
  return modelIn(name)?.id ?? apiModel(name).toLowerCase();
}
