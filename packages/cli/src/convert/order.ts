import type { Client } from '@unspool/foreign';
import type { Source } from '../edit/source.js';

export interface ConvertOptions {
  to: string;
  cwd?: string;
  redact?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** A session to convert. */
export interface Convertible {
  source: Source;
  from: Client;
  /** Where the new session continues. */
  cwd: string;
}
