import type { SystemEntry } from '../format/schema.js';
import { isObject } from '../read/json.js';

/** Returns a short description of a system line. */
export function systemLabel(entry: SystemEntry): string {
  const { subtype, error, originalModel, fallbackModel } = entry;
  switch (subtype) {
    case 'api_error':
      return `API error${isObject(error) && typeof error['status'] === 'number' ? ` ${error['status']}` : ''}`;
    case 'microcompact_boundary':
      return 'old tool results cleared';
    case 'model_refusal_fallback':
      return `${originalModel ?? 'the model'} refused; ${fallbackModel ?? 'another model'} took over`;
    case 'stop_hook_summary':
      return 'hook Stop';
    default:
      return String(subtype ?? 'system').replace(/_/g, ' ');
  }
}
