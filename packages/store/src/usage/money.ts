/** Dollars as an integer in units of 10^-15, so that prices and sums are never rounded. */
export type Money = bigint;

const DIGITS = 15;
export const DOLLAR: Money = 10n ** BigInt(DIGITS);

/** Parses a decimal number such as `0.125` or `1e-7`; undefined if invalid, negative or too long. */
export function parseDollars(text: string): Money | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '0', rest = '', exponent = '0'] = match;
  const power = DIGITS - rest.length + Number(exponent);
  const digits = BigInt(whole + rest);
  if (power >= 0) return digits * 10n ** BigInt(power);
  const unit = 10n ** BigInt(-power);
  return digits % unit === 0n ? digits / unit : undefined;
}

/** All digits without trailing zeros: `12.5`. */
export function exactDollars(money: Money): string {
  const digits = money.toString().padStart(DIGITS + 1, '0');
  const whole = digits.slice(0, -DIGITS);
  const rest = digits.slice(-DIGITS).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** Rounded to the cent. An amount that would round to 0 is shown as `<$0.01`. */
export function shortDollars(money: Money): string {
  const cent = DOLLAR / 100n;
  if (money > 0n && money < cent / 2n) return '<$0.01';
  const cents = (money + cent / 2n) / cent;
  const text = cents.toString().padStart(3, '0');
  return `$${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${text.slice(-2)}`;
}
