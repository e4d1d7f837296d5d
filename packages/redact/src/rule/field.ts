import type { StringPlace } from '../rewrite-strings.js';
import { secretName } from './secret-name.js';
import { isSecretValue } from './secret-value.js';

/** The kind of a string by the name of its field, or by the flag before it in a list of arguments. */
export function kindByPlace(text: string, place: StringPlace): string | undefined {
  if (text.length < 4 || text.length > 4096) return undefined;
  const name = secretName(place.name.startsWith('--') ? place.name.slice(2) : place.name);
  return name && isSecretValue(name, text, 'quoted') ? name.kind : undefined;
}
