import { decodePrintableKey } from '@mariozechner/pi-tui/dist/keys.js';

/** The option, counted from 0, that a digit key selects. */
export function numberKey(data: string, count: number): number | undefined {
  const key = decodePrintableKey(data) ?? data;
  return /^[1-9]$/.test(key) && Number(key) <= count ? Number(key) - 1 : undefined;
}
