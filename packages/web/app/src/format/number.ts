import { TOKEN_WORDS } from '@unspool/session/tokens';

const plain = new Intl.NumberFormat();
const one = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const none = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
/** One decimal where it matters: 12.4, but 124. */
const brief = (value: number) => (value < 99.95 ? one : none).format(value);
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

/** 3.1 M, 12.4 k, 870: readable at a glance. */
export function short(value: number): string {
  if (value >= 999_950_000) return `${brief(value / 1e9)} G`;
  if (value >= 999_950) return `${brief(value / 1e6)} M`;
  if (value >= 1000) return `${brief(value / 1000)} k`;
  return plain.format(Math.round(value));
}

export function tokens(value: number): string {
  return `${short(value)} ${TOKEN_WORDS.total}`;
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

export function bytes(value: number): string {
  if (value < 1000) return `${plain.format(value)} B`;
  if (value < 999_500) return `${brief(value / 1000)} kB`;
  if (value < 999_500_000) return `${brief(value / 1e6)} MB`;
  return `${one.format(value / 1e9)} GB`;
}

export function percent(value: number): string {
  return percents.format(value);
}

export function many(value: number, singular: string, plural = `${singular}s`): string {
  return `${plain.format(value)} ${value === 1 ? singular : plural}`;
}
