import { MODELS, type Model, type ModelRates, modelOf, WEB_SEARCH } from '@unspool/session/models';
import { type Money, parseDollars } from './money.js';

/** Money per token. */
export interface Rates {
  input: Money;
  output: Money;
  write5m: Money;
  write1h: Money;
  read: Money;
}

export interface Price extends Rates {
  fast?: Rates;
  over?: Rates & { tokens: number };
}

export class Prices {
  readonly webSearch: Money = parseDollars(WEB_SEARCH) ?? 0n;
  private readonly found = new Map<string, Price | undefined>();

  /** `own` are the user's prices. A price that applies to a model replaces ours. */
  constructor(private readonly own: ReadonlyMap<string, Price> = new Map()) {}

  /** Undefined if the price is unknown. */
  of(model: string): Price | undefined {
    if (!this.found.has(model)) this.found.set(model, this.find(model));
    return this.found.get(model);
  }

  /** Requests with more input than this cost more. The ledger must be split by it. */
  threshold(model: string): number {
    return this.of(model)?.over?.tokens ?? Number.POSITIVE_INFINITY;
  }

  /** A text that changes when any tier does. */
  get tiers(): string {
    const ours = [...OURS].flatMap(([id, { over }]) => (over && !this.own.has(id) ? [`${id}:${over.tokens}`] : []));
    // Prices without a tier count too: one may replace ours, which has a tier.
    const own = [...this.own].map(([id, { over }]) => `${id}:${over?.tokens ?? '-'}`);
    return [...ours, ...own].join(' ');
  }

  private find(model: string): Price | undefined {
    return nearest(this.own, model) ?? OURS.get(modelOf(model)?.id ?? '');
  }
}

/** The price for the exact name, else for the longest prefix of it. */
function nearest(prices: ReadonlyMap<string, Price>, model: string): Price | undefined {
  const exact = prices.get(model);
  if (exact) return exact;
  const name = plainName(model);
  let best: string | undefined;
  for (const id of prices.keys()) {
    if (id.length > (best?.length ?? 0) && (name === id || name.startsWith(`${id}-`))) best = id;
  }
  return best === undefined ? undefined : prices.get(best);
}

/** `us.anthropic.claude-x-20250101-v1:0`, `bedrock/claude-x`, `claude-x@20250101` → `claude-x`. */
export function plainName(model: string): string {
  return model
    .replace(/\[[^\]]*\]$/, '')
    .replace(/^.*\//, '')
    .replace(/^([a-z]{2,6}\.)?anthropic\./, '')
    .replace(/@.*$/, '')
    .replace(/-v\d+(:\d+)?$/, '')
    .replace(/-(20\d{6}|latest)$/, '');
}

/** The user's own price file: `{"my-model": {"input": 1, "output": 2, …}}`, USD per million tokens. */
export function parsePrices(text: string): Map<string, Price> {
  // Numbers are read as text, since floats would round them.
  const quoted = text
    .replace(/^\ufeff/, '')
    .replace(/([:[,]\s*)(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g, '$1"$2"');
  const table: unknown = JSON.parse(quoted);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) throw new Error('it is not a JSON object');
  return new Map(Object.entries(table).map(([id, price]) => [id, ownPrice(id, price)]));
}

function ownPrice(id: string, value: unknown): Price {
  const fields = fieldsOf(value, id, ['fast', 'over']);
  const base = ownRates(fields, id);
  const price: Price = { ...base };
  if (fields['fast'] !== undefined) price.fast = ownRates(fieldsOf(fields['fast'], `${id}.fast`), id);
  if (fields['over'] !== undefined) {
    const over = fieldsOf(fields['over'], `${id}.over`, ['tokens']);
    const tokens = Number(over['tokens']);
    if (!Number.isSafeInteger(tokens) || tokens < 1) throw new Error(`"${id}": over.tokens must be a whole number`);
    price.over = { ...ownRates(over, id), tokens };
  }
  return price;
}

const RATES = ['input', 'output', 'write5m', 'write1h', 'read'];

/** Rejects unknown fields, since a misspelt price would be ignored. */
function fieldsOf(value: unknown, id: string, more: readonly string[] = []): { [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`"${id}" must be an object with ${RATES.join(', ')}`);
  }
  const known = [...RATES, ...more];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`"${id}": there is no "${unknown}"; use ${known.join(', ')}`);
  return { ...value };
}

/** Missing prices follow the usual factors: 1.25 and 2 times the input for writes, a tenth for reads. */
function ownRates(fields: { [key: string]: unknown }, id: string): Rates {
  const rate = (key: string): Money | undefined => {
    const value = fields[key];
    if (value === undefined) return undefined;
    const dollars = typeof value === 'string' ? parseDollars(value) : undefined;
    if (dollars === undefined) throw new Error(`"${id}": ${key} must be a number of dollars per million tokens`);
    return dollars / MILLION;
  };
  const input = rate('input');
  const output = rate('output');
  if (input === undefined || output === undefined) throw new Error(`"${id}" needs input and output`);
  return {
    input,
    output,
    write5m: rate('write5m') ?? (input * 5n) / 4n,
    write1h: rate('write1h') ?? input * 2n,
    read: rate('read') ?? input / 10n,
  };
}

const MILLION = 1_000_000n;

function priceOf({ price, fast, over }: Model): Price {
  const base = ratesOf(price);
  return {
    ...base,
    ...(fast && { fast: fastRates(base, fast) }),
    ...(over && { over: { ...ratesOf(over), tokens: over.tokens } }),
  };
}

function fastRates(base: Rates, fast: Pick<ModelRates, 'input' | 'output'>): Rates {
  const input = perToken(fast.input);
  const scaled = (rate: Money) => (rate * input) / base.input;
  return {
    input,
    output: perToken(fast.output),
    write5m: scaled(base.write5m),
    write1h: scaled(base.write1h),
    read: scaled(base.read),
  };
}

function ratesOf(text: ModelRates): Rates {
  return {
    input: perToken(text.input),
    output: perToken(text.output),
    write5m: perToken(text.write5m),
    write1h: perToken(text.write1h),
    read: perToken(text.read),
  };
}

function perToken(dollarsPerMillion: string): Money {
  return (parseDollars(dollarsPerMillion) ?? 0n) / MILLION;
}

const OURS: ReadonlyMap<string, Price> = new Map(MODELS.map((model) => [model.id, priceOf(model)]));
