/** They say how a request is sent and what it holds: other values than ours would break it. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The first of a sink's own headers that is not the sink's to set. */
export function reservedHeader(headers: object): string | undefined {
  return Object.keys(headers).find((name) => RESERVED.has(name.toLowerCase()));
}
