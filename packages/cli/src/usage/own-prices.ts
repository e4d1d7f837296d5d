import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, Prices, parsePrices } from '@unspool/store';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** Our price table. The user's own prices in prices.json take precedence. */
export function pricesOf(io: Pick<Io, 'env' | 'home' | 'platform'>): Prices {
  const file = join(dataFolder(io), 'prices.json');
  const text = textOf(file);
  if (text === undefined) return new Prices();
  try {
    return new Prices(parsePrices(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`Your prices in ${file} cannot be read.`, { why, hint: 'See docs/usage.md for the format.' });
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UserError(`${file} cannot be read.`, { why: (error as Error).message });
  }
}
