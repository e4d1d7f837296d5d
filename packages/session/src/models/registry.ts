import type { Model, ModelFacts } from './model.js';

/**
 * All known models. Prices are the list prices of the Claude API. Prices and all other facts were compared with what
 * the client 2.1.327 charges, assumes and sends (`npm run conformance -- --part models`). Two differences are
 * deliberate: the client does not charge the published higher rates of Sonnet 4 and 4.5 for long requests, and it has
 * no price for Claude 3 Opus and Haiku and charges those of its default model.
 */
export const MODELS: readonly Model[] = [
  {
    id: 'claude-fable-5-2',
    aliases: ['fable'],
    limits: { context: 1_000_000, output: 128_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '8', output: '40', write5m: '10', write1h: '16', read: '0.2' },
    fast: { input: '16', output: '80' },
  },
  {
    id: 'claude-fable-5-1',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '0.25' },
  },
  {
    id: 'claude-fable-5',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '1' },
  },
  {
    id: 'claude-mythos-5-2',
    limits: { context: 1_000_000, output: 128_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: false,
    price: { input: '8', output: '40', write5m: '10', write1h: '16', read: '0.2' },
    fast: { input: '16', output: '80' },
  },
  {
    id: 'claude-mythos-5-1',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: false,
    price: { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '0.25' },
  },
  {
    id: 'claude-mythos-5',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: false,
    price: { input: '10', output: '50', write5m: '12.5', write1h: '20', read: '1' },
  },
  {
    id: 'claude-opus-5-5',
    aliases: ['default', 'opus', 'best'],
    limits: { context: 1_000_000, output: 128_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '4', output: '20', write5m: '5', write1h: '8', read: '0.2' },
    fast: { input: '8', output: '40' },
  },
  {
    id: 'claude-opus-5',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
    fast: { input: '10', output: '50' },
  },
  {
    id: 'claude-opus-4-8',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
    fast: { input: '10', output: '50' },
  },
  {
    id: 'claude-opus-4-7',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: false },
    isOffered: true,
    price: { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
    fast: { input: '30', output: '150' },
  },
  {
    id: 'claude-opus-4-6',
    limits: { context: 200_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: false },
    isOffered: true,
    price: { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
    fast: { input: '30', output: '150' },
  },
  {
    id: 'claude-opus-4-5',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: true,
    price: { input: '5', output: '25', write5m: '6.25', write1h: '10', read: '0.5' },
  },
  {
    id: 'claude-opus-4-1',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: false,
    price: { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  },
  {
    id: 'claude-opus-4',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: false,
    price: { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  },
  {
    id: 'claude-3-opus',
    limits: { context: 200_000, output: 4096 },
    takes: { thinking: 'none', systemMessages: false },
    isOffered: false,
    price: { input: '15', output: '75', write5m: '18.75', write1h: '30', read: '1.5' },
  },
  {
    id: 'claude-sonnet-5-5',
    aliases: ['sonnet'],
    limits: { context: 1_000_000, output: 128_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '2', output: '10', write5m: '2.5', write1h: '4', read: '0.1' },
  },
  {
    id: 'claude-sonnet-5',
    limits: { context: 1_000_000, output: 64_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '2', output: '10', write5m: '2.5', write1h: '4', read: '0.2' },
  },
  {
    id: 'claude-sonnet-4-6',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'adaptive', systemMessages: false },
    isOffered: true,
    price: { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  },
  {
    id: 'claude-sonnet-4-5',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: true,
    price: { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
    over: { tokens: 200_000, input: '6', output: '22.5', write5m: '7.5', write1h: '12', read: '0.6' },
  },
  {
    id: 'claude-sonnet-4',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: false,
    price: { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
    over: { tokens: 200_000, input: '6', output: '22.5', write5m: '7.5', write1h: '12', read: '0.6' },
  },
  {
    id: 'claude-3-7-sonnet',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'none', systemMessages: false },
    isOffered: false,
    price: { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  },
  {
    id: 'claude-3-5-sonnet',
    limits: { context: 200_000, output: 8192 },
    takes: { thinking: 'none', systemMessages: false },
    isOffered: true,
    price: { input: '3', output: '15', write5m: '3.75', write1h: '6', read: '0.3' },
  },
  {
    id: 'claude-haiku-5-5',
    aliases: ['haiku'],
    limits: { context: 1_000_000, output: 128_000 },
    takes: { thinking: 'adaptive', systemMessages: true },
    isOffered: true,
    price: { input: '0.1', output: '0.5', write5m: '0.125', write1h: '0.2', read: '0.01' },
    over: { tokens: 100_000, input: '0.5', output: '2.5', write5m: '0.625', write1h: '1', read: '0.05' },
  },
  {
    id: 'claude-haiku-4-5',
    limits: { context: 200_000, output: 32_000 },
    takes: { thinking: 'budget', systemMessages: false },
    isOffered: true,
    price: { input: '1', output: '5', write5m: '1.25', write1h: '2', read: '0.1' },
  },
  {
    id: 'claude-3-5-haiku',
    limits: { context: 200_000, output: 8192 },
    takes: { thinking: 'none', systemMessages: false },
    isOffered: false,
    price: { input: '0.8', output: '4', write5m: '1', write1h: '1.6', read: '0.08' },
  },
  {
    id: 'claude-3-haiku',
    limits: { context: 200_000, output: 4096 },
    takes: { thinking: 'none', systemMessages: false },
    isOffered: false,
    price: { input: '0.25', output: '1.25', write5m: '0.3', write1h: '0.5', read: '0.03' },
  },
];

/** Like the client, we treat an unknown Claude model as a new one. */
export const UNKNOWN_CLAUDE: ModelFacts = {
  limits: { context: 1_000_000, output: 32_000 },
  takes: { thinking: 'adaptive', systemMessages: true },
};

/**
 * Models of other vendors, offered by a proxy. The client assumes a new Claude; we request nothing they may not
 * support.
 */
export const OTHER_MODEL: ModelFacts = {
  limits: { context: 200_000, output: 32_000 },
  takes: { thinking: 'none', systemMessages: false },
};

/** USD per web search made by the API. */
export const WEB_SEARCH = '0.01';

/** The price of tokens with `inference_geo: us`, in tenths of the normal price. */
export const US_TENTHS = 11;
