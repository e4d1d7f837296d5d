import { resolve } from 'node:path';
import { langfuseFrom, SINK_NAME, type SinkConfig } from '@unspool/trace';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

const FORMS = 'langfuse, langfuse:URL, otlp:URL, otlp+protobuf:URL or file:PATH, each with NAME= before it if you like';

/**
 * A sink as a person writes it. What is not said comes from the environment now, since hooks are started without most of
 * it: LANGFUSE_PUBLIC_KEY, LANGFUSE_SECRET_KEY, LANGFUSE_HOST; OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, _PROTOCOL.
 */
export function sinkFrom(spec: string, headers: Record<string, string>, io: Io): SinkConfig {
  const [, given, type, encoding, target] =
    /^(?:([a-z0-9-]+)=)?(langfuse|otlp|file)(?:\+(json|protobuf))?(?::(.+))?$/i.exec(spec) ?? [];
  if (type === undefined) {
    throw new UserError(`"${spec}" is no sink.`, { hint: `Use ${FORMS}.`, isUsage: true });
  }
  const name = nameOf(given ?? type, spec);
  switch (type.toLowerCase()) {
    case 'langfuse':
      return langfuse(name, target, io);
    case 'otlp':
      return otlp(name, target, encoding, headers, io);
    default:
      if (target === undefined) throw new UserError('A file sink needs a path.', { hint: 'file:PATH', isUsage: true });
      return { type: 'file', name, path: resolve(io.cwd, target.replace(/^~(?=$|[\\/])/, io.home)) };
  }
}

export const hasName = (spec: string): boolean => /^[a-z0-9-]+=/i.test(spec);

function nameOf(name: string, spec: string): string {
  const lower = name.toLowerCase();
  if (SINK_NAME.test(lower)) return lower;
  throw new UserError(`"${spec}": a name has small letters, digits and dashes.`, { isUsage: true });
}

function langfuse(name: string, host: string | undefined, io: Io): SinkConfig {
  const sink = langfuseFrom(io.env, name, host === undefined ? undefined : addressOf(host).replace(/\/+$/, ''));
  if (sink) return sink;
  throw new UserError('The keys of Langfuse are missing.', {
    why: 'They are taken from the environment and kept in a file that only you can read.',
    hint: 'Set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY (and LANGFUSE_HOST), then run this again.',
  });
}

function otlp(
  name: string,
  target: string | undefined,
  encoding: string | undefined,
  headers: Record<string, string>,
  io: Io,
): SinkConfig {
  const { env } = io;
  const address = target ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!address) {
    throw new UserError('An OTLP sink needs an address.', { hint: 'otlp:http://localhost:4318', isUsage: true });
  }
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? env['OTEL_EXPORTER_OTLP_PROTOCOL'] ?? '';
  const isProtobuf =
    encoding === undefined ? target === undefined && protocol.includes('protobuf') : encoding === 'protobuf';
  const fromEnv =
    target === undefined ? headersOf((env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split(',').filter(Boolean)) : {};
  return {
    type: 'otlp',
    name,
    url: tracesUrl(addressOf(address)),
    encoding: isProtobuf ? 'protobuf' : 'json',
    gzip: true,
    headers: { ...fromEnv, ...headers },
  };
}

/** A base address gets the path that OTLP says; one that names it stays. */
function tracesUrl(address: string): string {
  return /\/v1\/traces\/?$/.test(new URL(address).pathname) ? address : `${address.replace(/\/+$/, '')}/v1/traces`;
}

function addressOf(text: string): string {
  try {
    const { protocol } = new URL(text);
    if (protocol === 'http:' || protocol === 'https:') return text;
  } catch {
    // Told below.
  }
  throw new UserError(`"${text}" is no address.`, { hint: 'It begins with http:// or https://', isUsage: true });
}

/** `name=value`, as OpenTelemetry's own variables have it. */
export function headersOf(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((each) => {
      const at = each.indexOf('=');
      if (at > 0) return [each.slice(0, at).trim().toLowerCase(), decoded(each.slice(at + 1).trim())];
      throw new UserError(`"${each}" is no header.`, { hint: 'Write NAME=VALUE.', isUsage: true });
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A plain percent sign.
    return value;
  }
}

/** Where a sink leads, without its keys. */
export function placeOf(sink: SinkConfig): string {
  switch (sink.type) {
    case 'langfuse':
      return sink.host;
    case 'otlp':
      return `${sink.url} (${sink.encoding})`;
    case 'file':
      return sink.path;
  }
}
