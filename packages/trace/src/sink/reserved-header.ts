/** Set by Unspool or the HTTP library. Other values would break the request. */
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

/** The first header in a sink's configuration that a sink may not set. */
export function reservedHeader(headers: object): string | undefined {
  return Object.keys(headers).find((name) => RESERVED.has(name.toLowerCase()));
}
