/** USD per million tokens of each class, as text: a float would already be rounded. */
export interface RatesText {
  input: string;
  output: string;
  write5m: string;
  write1h: string;
  read: string;
}

export interface PriceText extends RatesText {
  /** For requests answered at `speed: fast`. Classes it does not name keep their factor to the input price. */
  fast?: Pick<RatesText, 'input' | 'output'> & Partial<RatesText>;
  /** For requests whose whole input (input, cache reads and writes) is larger than `tokens`. */
  over?: RatesText & { tokens: number };
}

/** USD per million tokens: the list prices of the Claude API as published, read on 2026-11-15. */
export const PRICE_TABLE: { readonly [model: string]: PriceText } = {
  'claude-fable-5-1': { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '0.25' },
  'claude-mythos-5-1': { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '0.25' },
  'claude-fable-5': { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '1' },
  'claude-mythos-5': { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '1' },
  'claude-opus-5-5': {
    input: '4',
    output: '20',
    write5m: '5',
    write1h: '8',
    read: '0.2',
    fast: { input: '8', output: '40' },
  },
  'claude-opus-5': { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
  'claude-opus-4-8': {
    input: '5',
    output: '25',
    write5m: '6.25',
    write1h: '10',
    read: '0.5',
    fast: { input: '10', output: '50' },
  },
  'claude-opus-4-7': {
    input: '5',
    output: '25',
    write5m: '6.25',
    write1h: '10',
    read: '0.5',
    fast: { input: '30', output: '150' },
  },
  'claude-opus-4-6': {
    input: '5',
    output: '25',
    write5m: '6.25',
    write1h: '10',
    read: '0.5',
    fast: { input: '30', output: '150' },
  },
  'claude-opus-4-5': { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
  'claude-opus-4-1': { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  'claude-opus-4': { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  'claude-3-opus': { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  'claude-sonnet-5-5': { input: '2', output: '10', write5m: '2.5', write1h: '4', read: '0.2' },
  'claude-sonnet-5': { input: '2', output: '10', write5m: '2.5', write1h: '4', read: '0.2' },
  'claude-sonnet-4-6': { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  'claude-sonnet-4-5': {
    input: '3',
    output: '15',
    write5m: '3.75',
    write1h: '6',
    read: '0.3',
    over: { tokens: 200000, input: '6', output: '22.5', write5m: '7.5', write1h: '12', read: '0.6' },
  },
  'claude-sonnet-4': {
    input: '3',
    output: '15',
    write5m: '3.75',
    write1h: '6',
    read: '0.3',
    over: { tokens: 200000, input: '6', output: '22.5', write5m: '7.5', write1h: '12', read: '0.6' },
  },
  'claude-3-7-sonnet': { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  'claude-3-5-sonnet': { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  'claude-haiku-5-5': {
    input: '0.1',
    output: '0.5',
    write5m: '0.125',
    write1h: '0.2',
    read: '0.01',
    over: { tokens: 100000, input: '0.5', output: '2.5', write5m: '0.625', write1h: '1', read: '0.05' },
  },
  'claude-haiku-4-5': { input: '1', output: '5', write5m: '1.25', write1h: '2', read: '0.1' },
  'claude-3-5-haiku': { input: '0.8', output: '4', write5m: '1', write1h: '1.6', read: '0.08' },
  'claude-3-haiku': { input: '0.25', output: '1.25', write5m: '0.3', write1h: '0.5', read: '0.03' },
};

/** USD per request of the server's web search. */
export const WEB_SEARCH = '0.01';
