import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { LANGFUSE_CLOUD } from '../sink/langfuse.js';
import { reservedHeader } from '../sink/reserved-header.js';
import type { SinkConfig, TraceConfig } from '../sink/sink-config.js';
import { isRecord, writeJson } from '../state/json-file.js';
import type { TraceFolder } from '../state/trace-folder.js';

type Environment = { readonly [name: string]: string | undefined };

/**
 * Reads the configuration from the data folder, since hooks run without most of the user's environment; creates it if
 * missing. Throws if the file is broken, so that nothing is sent on a guess.
 */
export function loadConfig(folder: TraceFolder): TraceConfig {
  const stored = readConfig(folder);
  if (stored) return stored;
  const config = newConfig();
  writeConfig(folder, config);
  return readConfig(folder) ?? config;
}

/** A configuration without sinks, with a new salt. */
export function newConfig(): TraceConfig {
  return { sinks: [], content: 'redacted', salt: randomBytes(24).toString('base64url') };
}

/** Undefined if there is none yet. */
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

/** Only the owner may read the file, since it holds keys. */
export function writeConfig(folder: TraceFolder, config: TraceConfig): void {
  writeJson(folder.config, config);
  if (process.platform !== 'win32') chmodSync(folder.config, 0o600);
}

/** The configured sinks; if there are none, Langfuse if its keys are in the environment. */
export function sinksOf(config: TraceConfig, env: Environment): SinkConfig[] {
  if (config.sinks.length > 0) return config.sinks;
  const langfuse = langfuseFrom(env);
  return langfuse ? [langfuse] : [];
}

/** The names in Langfuse's SDKs, current and former. All are read, so that keys are never sent to the wrong host. */
const HOST_NAMES = ['LANGFUSE_HOST', 'LANGFUSE_BASE_URL', 'LANGFUSE_BASEURL'];

export function langfuseFrom(env: Environment, name = 'langfuse', host?: string): SinkConfig | undefined {
  const publicKey = env['LANGFUSE_PUBLIC_KEY']?.trim();
  const secretKey = env['LANGFUSE_SECRET_KEY']?.trim();
  if (!publicKey || !secretKey) return undefined;
  const named = HOST_NAMES.map((each) => env[each]?.trim()).find(Boolean);
  return { type: 'langfuse', name, host: host ?? named ?? LANGFUSE_CLOUD, publicKey, secretKey };
}

/** Also used as file and folder names, so names of Windows devices are excluded. */
export const SINK_NAME = /^(?!(?:con|nul|aux|prn|com\d|lpt\d)$)[a-z0-9][a-z0-9-]{0,40}$/;

function parseConfig(text: string, file: string): TraceConfig {
  const broken = (why: string) => new Error(`${file} cannot be used: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken('it is not JSON');
  }
  if (!isRecord(value) || !Array.isArray(value['sinks'])) throw broken('it has no list of sinks');
  const { sinks, content, salt, userId, certificates, flushMs } = value;
  if (content !== 'full' && content !== 'redacted' && content !== 'none')
    throw broken('content must be full, redacted or none');
  if (typeof salt !== 'string' || salt.length < 16) throw broken('it has no salt');
  const bad = sinks.find((sink) => !isSinkConfig(sink));
  if (bad !== undefined) throw broken(`this is not a valid sink: ${nameOf(bad)}`);
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
