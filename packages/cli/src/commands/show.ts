import type { Io } from '../io.js';

export interface ShowOptions {
  turn?: string;
  full?: boolean;
  json?: boolean;
}

export function show(_query: string, _options: ShowOptions, _io: Io): number {
  return 0;
}
