import type { Adapter } from './contract/adapter.js';

/** All agents whose sessions are read. */
export const ADAPTERS: readonly Adapter[] = [];
