import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const HUGE = 64 * 1024 * 1024;

/**
 * Before a huge session is read: lets the heap grow by a tenth at a time. V8 by itself lets it become several times as large
 * as what is in use before it collects: `show --turn` of a session of 3 GB took 1,139 MB so.
 */
export function keepHeapSmall(file: string): void {
  if (statSync(file).size > HUGE) setFlagsFromString('--heap-growing-percent=10');
}
