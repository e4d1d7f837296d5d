import { shortNumber, TOKEN_WORDS } from '@unspool/session/tokens';

/** 3.1M, 12.4k, 870; and 12.4 kB. The command and the exported page write them alike. */
export { shortNumber as short, shortSize as bytes } from '@unspool/session/tokens';

const plain = new Intl.NumberFormat();
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});
const cents = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 3,
});
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

export function count(value: number): string {
  return plain.format(value);
}

export function tokens(value: number): string {
  return `${shortNumber(value)} ${TOKEN_WORDS.total}`;
}

/** The smallest amount that is shown as a number: a tenth of a cent. */
const MIN = 0.001;

export function money(value: number | null): string {
  if (value === null) return 'price unknown';
  // A small cost must not look free.
  if (value > 0 && value < MIN) return `<${cents.format(MIN)}`;
  if (value > 0 && value < 0.1) return cents.format(value);
  return dollars.format(value);
}

export function percent(value: number): string {
  return percents.format(value);
}

export function many(value: number, singular: string, plural = `${singular}s`): string {
  return `${plain.format(value)} ${value === 1 ? singular : plural}`;
}
