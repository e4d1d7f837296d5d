import type { OtlpEncoding } from '../otlp/export-request.js';
import type { ContentMode } from '../span/turn-trace.js';

/** Where spans are sent. The name is part of file names. */
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
  /** The full address, including `/v1/traces`. */
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
  /** The key for the tokens that replace secrets, so that a secret has the same token in every run. */
  salt: string;
  userId?: string;
  /** A file of certificates to trust in addition to the default ones. */
  certificates?: string;
  /** How long a hook waits for lines that are not on disk yet. Default: 2 seconds. */
  flushMs?: number;
}
