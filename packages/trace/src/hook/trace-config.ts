import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { LANGFUSE_CLOUD } from '../sink/langfuse.js';
import { reservedHeader } from '../sink/reserved-header.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';
import { isRecord, writeJson } from '../state/json-file.js';
import type { TraceFolder } from '../state/trace-folder.js';

type Environment = { readonly [name: string]: string | undefined };

/**
 * The configuration as it stands in the data folder: hooks are started without most of the user's environment. A new one
 * gets its salt here. Throws a sentence when the file is there but broken: nothing is sent on a guess.
 */
export function loadConfig(folder: TraceFolder): TraceConfig {
  const stored = readConfig(folder);
  if (stored) return stored;
  const config = newConfig();
  writeConfig(folder, config);
  return readConfig(folder) ?? config;
}

/** With a salt of its own. */
export function newConfig(): TraceConfig {
  return { sinks: [], content: 'redacted', salt: randomBytes(24).toString('base64url') };
}

/** Undefined when there is none yet. */
export function readConfig(folder: TraceFolder): TraceConfig | undefined {
  let text: string;
  try {
    text = readFileSync(folder.config, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseConfig(text, folder.config);
}

/** It holds keys: only its owner may read it. */
export function writeConfig(folder: TraceFolder, config: TraceConfig): void {
  writeJson(folder.config, config);
  if (process.platform !== 'win32') chmodSync(folder.config, 0o600);
}

/** The configured sinks; without any, Langfuse when its keys stand in the environment. */
export function sinksOf(config: TraceConfig, env: Environment): SinkConfig[] {
  if (config.sinks.length > 0) return config.sinks;
  const langfuse = langfuseFrom(env);
  return langfuse ? [langfuse] : [];
}

/** As the SDKs of Langfuse call it, now and before: keys of one host must not be taken to another. */
const HOST_NAMES = ['LANGFUSE_HOST', 'LANGFUSE_BASE_URL', 'LANGFUSE_BASEURL'];

export function langfuseFrom(env: Environment, name = 'langfuse', host?: string): SinkConfig | undefined {
  const publicKey = env['LANGFUSE_PUBLIC_KEY']?.trim();
  const secretKey = env['LANGFUSE_SECRET_KEY']?.trim();
  if (!publicKey || !secretKey) return undefined;
  const named = HOST_NAMES.map((each) => env[each]?.trim()).find(Boolean);
  return { type: 'langfuse', name, host: host ?? named ?? LANGFUSE_CLOUD, publicKey, secretKey };
}

/** Also a name of a file and of a folder. Those of devices Windows does not make, whatever follows behind a dot. */
export const SINK_NAME = /^(?!(?:con|nul|aux|prn|com\d|lpt\d)$)[a-z0-9][a-z0-9-]{0,40}$/;

function parseConfig(text: string, file: string): TraceConfig {
  const broken = (why: string) => new Error(`${file} cannot be used: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken('it is no JSON');
  }
  if (!isRecord(value) || !Array.isArray(value['sinks'])) throw broken('it has no list of sinks');
  const { sinks, content, salt, userId, certificates, flushMs } = value;
  if (content !== 'full' && content !== 'redacted' && content !== 'none')
    throw broken('content must be full, redacted or none');
  if (typeof salt !== 'string' || salt.length < 16) throw broken('it has no salt');
  const bad = sinks.find((sink) => !isSinkConfig(sink));
  if (bad !== undefined) throw broken(`this is no sink: ${nameOf(bad)}`);
  for (const sink of sinks as SinkConfig[]) {
    const header = sink.type === 'otlp' ? reservedHeader(sink.headers) : undefined;
    if (header !== undefined) throw broken(`the sink ${sink.name} has a header "${header}", which Unspool sets itself`);
  }
  return {
    sinks: sinks as SinkConfig[],
    content,
    salt,
    ...(typeof userId === 'string' && { userId }),
    ...(typeof certificates === 'string' && { certificates }),
    ...(typeof flushMs === 'number' && { flushMs }),
  };
}

function nameOf(sink: unknown): string {
  return isRecord(sink) ? String(sink['name']) : String(sink);
}

function isSinkConfig(value: unknown): value is SinkConfig {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !SINK_NAME.test(value['name'])) return false;
  const has = (...keys: string[]) => keys.every((key) => typeof value[key] === 'string' && value[key] !== '');
  switch (value['type']) {
    case 'langfuse':
      return has('host', 'publicKey', 'secretKey');
    case 'otlp':
      return (
        has('url') && isRecord(value['headers']) && (value['encoding'] === 'json' || value['encoding'] === 'protobuf')
      );
    case 'file':
      return has('path');
    default:
      return false;
  }
}
