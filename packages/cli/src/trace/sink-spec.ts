import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { langfuseFrom, reservedHeader, SINK_NAME, type SinkConfig, shownAddress, whyNotAppended } from '@unspool/trace';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

const FORMS = 'langfuse, langfuse:URL, otlp:URL, otlp+protobuf:URL or file:PATH, each with NAME= before it if you like';

/**
 * Parses a sink specification. What is missing is taken from the environment now, since hooks are started without most of
 * it: LANGFUSE_PUBLIC_KEY, LANGFUSE_SECRET_KEY, LANGFUSE_HOST; OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, _PROTOCOL, and
 * those for traces alone, OTEL_EXPORTER_OTLP_TRACES_….
 */
export function sinkFrom(spec: string, headers: Record<string, string>, io: Io): SinkConfig {
  const [, given, type, encoding, target] =
    /^(?:([a-z0-9-]+)=)?(langfuse|otlp|file)(?:\+(json|protobuf))?(?::(.+))?$/i.exec(spec) ?? [];
  if (type === undefined) {
    throw new UserError(`"${spec}" is not a sink.`, { hint: `Use ${FORMS}.`, isUsage: true });
  }
  const name = nameOf(given ?? type);
  switch (type.toLowerCase()) {
    case 'langfuse':
      return langfuse(name, target, io);
    case 'otlp':
      return otlp(name, target, encoding, headers, io);
    default:
      if (target === undefined) throw new UserError('A file sink needs a path.', { hint: 'file:PATH', isUsage: true });
      return { type: 'file', name, path: fileAt(resolve(io.cwd, target.replace(/^~(?=$|[\\/])/, io.home))) };
  }
}

/** Of two sinks with one name, the first would be silently ignored. */
export function refuseNamesakes(sinks: readonly SinkConfig[]): void {
  const twice = sinks.find(({ name }, at) => sinks.findIndex((each) => each.name === name) < at);
  if (!twice) return;
  throw new UserError(`Two sinks have the name "${twice.name}".`, {
    hint: 'Give each its own name: --sink one=file:A --sink two=file:B',
    isUsage: true,
  });
}

/** Without this check, a header that no sink uses would be noticed only when nothing arrives. */
export function refuseIdleHeaders(headers: readonly string[], sinks: readonly SinkConfig[]): void {
  if (headers.length === 0 || sinks.some(({ type }) => type === 'otlp')) return;
  throw new UserError('--header needs an OTLP sink.', {
    hint: '--sink otlp:https://otlp.example.com --header api-key=…',
    isUsage: true,
  });
}

export const hasName = (spec: string): boolean => /^[a-z0-9-]+=/i.test(spec);

function nameOf(name: string): string {
  const lower = name.toLowerCase();
  if (SINK_NAME.test(lower)) return lower;
  const why =
    'A name has up to 41 letters, digits and dashes. Windows keeps some for devices: con, nul, com1 and the like.';
  throw new UserError(`"${name}" cannot be the name of a sink.`, { why, hint: 'Choose another name.', isUsage: true });
}

function fileAt(path: string): string {
  const stats = statsOf(path);
  const why = stats && whyNotAppended(stats);
  if (why === undefined) return path;
  throw new UserError(`${path} ${why}.`, { hint: 'Name a file: file:PATH', isUsage: true });
}

/** Throws if missing. Without `throwIfNoEntry`, newer versions of Node also report a path below a file as missing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UserError(`${path} cannot be written.`, { why: message, isUsage: true });
  }
}

function langfuse(name: string, host: string | undefined, io: Io): SinkConfig {
  const address = host === undefined ? undefined : addressOf(host);
  if (address?.username || address?.password) {
    const hint = 'Set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY instead.';
    throw new UserError('The address of Langfuse must not contain keys.', { hint, isUsage: true });
  }
  const sink = langfuseFrom(io.env, name, address?.href.replace(/\/+$/, ''));
  if (sink?.type === 'langfuse') addressOf(sink.host);
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
  const ofTraces = target === undefined ? fromEnvironment(io, 'TRACES_ENDPOINT') : undefined;
  const address = target ?? ofTraces ?? fromEnvironment(io, 'ENDPOINT');
  if (!address) {
    throw new UserError('An OTLP sink needs an address.', { hint: 'otlp:http://localhost:4318', isUsage: true });
  }
  const protocol = fromEnvironment(io, 'TRACES_PROTOCOL') ?? fromEnvironment(io, 'PROTOCOL') ?? '';
  if (target === undefined && encoding === undefined && protocol === 'grpc') {
    throw new UserError('OTLP over gRPC is not supported.', {
      why: 'OTEL_EXPORTER_OTLP_PROTOCOL or OTEL_EXPORTER_OTLP_TRACES_PROTOCOL asks for it.',
      hint: 'Name the address for HTTP instead: --sink otlp:http://localhost:4318',
      isUsage: true,
    });
  }
  const isProtobuf =
    encoding === undefined ? target === undefined && protocol.includes('protobuf') : encoding === 'protobuf';
  const fromEnv =
    target === undefined
      ? { ...headersFromEnvironment(io, 'HEADERS'), ...headersFromEnvironment(io, 'TRACES_HEADERS') }
      : {};
  const url = addressOf(address);
  const all = { ...fromEnv, ...credentialsOf(url), ...headers };
  const bare = bareUrl(url);
  return {
    type: 'otlp',
    name,
    // The variable for traces has the complete address.
    url: (ofTraces === undefined ? tracesUrl(bare) : bare).href,
    encoding: isProtobuf ? 'protobuf' : 'json',
    gzip: !isOnThisMachine(url),
    headers: all,
  };
}

/** Compressing is a waste if the data does not leave the machine. */
function isOnThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** The value of one of OpenTelemetry's variables. */
function fromEnvironment({ env }: Io, name: string): string | undefined {
  return env[`OTEL_EXPORTER_OTLP_${name}`]?.trim() || undefined;
}

function headersFromEnvironment(io: Io, name: string): Record<string, string> {
  return headersOf((fromEnvironment(io, name) ?? '').split(',').filter(Boolean));
}

/** Adds OTLP's path to a base address. An address that has it is unchanged. */
function tracesUrl(address: URL): URL {
  const url = new URL(address);
  if (!/\/v1\/traces\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
}

function bareUrl(address: URL): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/** `https://user:password@host`: fetch rejects such an address, and it would be shown wherever the sink is listed. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function addressOf(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Reported below.
  }
  throw new UserError(`"${text}" is not an address.`, {
    hint: 'Use an address such as http://localhost:4318',
    isUsage: true,
  });
}

/** `name=value`, as OpenTelemetry's own variables have it. */
export function headersOf(list: readonly string[]): Record<string, string> {
  const headers = Object.fromEntries(
    list.map((each) => {
      const at = each.indexOf('=');
      const header = { name: each.slice(0, at).trim().toLowerCase(), value: decoded(each.slice(at + 1).trim()) };
      if (at > 0 && isHeader(header)) return [header.name, header.value];
      // The value may be a key, so it is not shown.
      const shown = at > 0 ? `${header.name}=…` : each;
      throw new UserError(`"${shown}" is not a header.`, { hint: 'Write NAME=VALUE.', isUsage: true });
    }),
  );
  const reserved = reservedHeader(headers);
  if (reserved === undefined) return headers;
  const why = 'With another value, requests would fail.';
  throw new UserError(`Unspool sets the header "${reserved}" itself.`, { why, hint: 'Leave it out.', isUsage: true });
}

/** A header that cannot be sent would make every request fail unnoticed. */
function isHeader({ name, value }: { name: string; value: string }): boolean {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A plain percent sign.
    return value;
  }
}

/** The destination of a sink, without its keys. */
export function placeOf(sink: SinkConfig): string {
  switch (sink.type) {
    case 'langfuse':
      return sink.host;
    case 'otlp':
      return `${shownAddress(sink.url)} (${sink.encoding})`;
    case 'file':
      return sink.path;
  }
}
