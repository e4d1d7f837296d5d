import { secretName } from './secret-name.js';
import { isSecretValue } from './secret-value.js';

/** The kind of secret a string is, judged by its field's name or by the flag before it in a list of arguments. */
export function kindByPlace(text: string, place: string): string | undefined {
  if (place === '' || text.length < 4 || text.length > 4096) return undefined;
  const name = secretName(place.startsWith('--') ? place.slice(2) : place);
  return name && isSecretValue(name, text, 'quoted') ? name.kind : undefined;
}
