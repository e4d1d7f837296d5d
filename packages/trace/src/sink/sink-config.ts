import type { OtlpEncoding } from '../otlp/export-request.js';
import type { ContentMode } from '../span/turn-trace.js';

/** Where spans go. The name stands in file names of ours. */
export type SinkConfig = LangfuseConfig | OtlpConfig | FileConfig;

export interface LangfuseConfig {
  type: 'langfuse';
  name: string;
  host: string;
  publicKey: string;
  secretKey: string;
}

export interface OtlpConfig {
  type: 'otlp';
  name: string;
  /** The whole address, `/v1/traces` included. */
  url: string;
  encoding: OtlpEncoding;
  gzip: boolean;
  headers: Record<string, string>;
}

export interface FileConfig {
  type: 'file';
  name: string;
  path: string;
}

export interface TraceConfig {
  sinks: SinkConfig[];
  content: ContentMode;
  /** Keys the tokens that stand for secrets: the same secret gives the same token in every run. */
  salt: string;
  userId?: string;
  /** A file of certificates that are trusted beside the usual ones. */
  certificates?: string;
  /** The longest that a hook waits for lines that are not on disk yet; 2 seconds unless given. */
  flushMs?: number;
}
