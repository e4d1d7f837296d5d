import type { Model, ModelFacts } from './model.js';
import { MODELS, OTHER_MODEL, UNKNOWN_CLAUDE } from './registry.js';

/**
 * Returns the full name of a model alias: `sonnet` is `claude-sonnet-5-5`. Any other name is returned unchanged, and so
 * is a long-context mark (`sonnet[1m]`).
 */
export function modelNamed(name: string): string {
  const bare = apiModel(name);
  const alias = bare.toLowerCase();
  const model = MODELS.find(({ aliases }) => aliases?.includes(alias))?.id ?? bare;
  return bare === name ? model : `${model}[1m]`;
}

/** Returns a model's name without the long-context mark, which the API does not accept. */
export function apiModel(model: string): string {
  return model.replace(/\[1m\]$/i, '');
}

/** Returns how many tokens fit into a request and its reply. */
export function contextWindowOf(model: string): number {
  return apiModel(model) === model ? factsOf(model).limits.context : LONG_CONTEXT;
}

const LONG_CONTEXT = 1_000_000;

/** Returns the facts that a request to a model depends on; assumed ones for unknown models. */
export function factsOf(model: string): ModelFacts {
  return modelOf(model) ?? (/claude/i.test(model) ? UNKNOWN_CLAUDE : OTHER_MODEL);
}

/**
 * Returns the model with this name, as the client reads it: a provider may put something before the id, and a date or a
 * variant may follow it, but a further version number makes it another model. `claude-opus-5-6` is not `claude-opus-5`.
 */
export function modelOf(name: string): Model | undefined {
  const plain = plainName(name);
  return MODELS.find(({ id }) => {
    const at = plain.indexOf(id);
    if (at < 0 || LETTER.test(plain.charAt(at - 1))) return false;
    const rest = plain.slice(at + id.length);
    return !FURTHER_VERSION.test(rest) && (rest === '' || VARIANT.test(rest));
  });
}

/** Returns the model whose id occurs anywhere in a name. This is all that the client requires on resume. */
export function modelIn(name: string): Model | undefined {
  const plain = plainName(name);
  return MODELS.find(({ id }) => {
    const at = plain.indexOf(id);
    return at >= 0 && !FURTHER_VERSION.test(plain.slice(at + id.length));
  });
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/(\d)\.(\d)/g, '$1-$2');
}

/** A provider's prefix ends with a character other than these. */
const LETTER = /[a-z0-9]/;
/** A date or a variant begins with one of these. */
const VARIANT = /^[-@:[/_]/;
/** `-0` is not a further version: `claude-opus-4-0` is `claude-opus-4`. */
const FURTHER_VERSION = /^(?:\d|-[1-9]\d?(?!\d))/;

/** The model that the client uses by default. */
export const DEFAULT_MODEL = modelNamed('default');
