import { requestJson, spanJson } from './encode-json.js';
import { requestProtobuf } from './encode-protobuf.js';
import type { Sender } from './resource.js';
import type { SentSpan } from './sent-span.js';

export type OtlpEncoding = 'json' | 'protobuf';

export interface ExportRequest {
  body: Uint8Array;
  headers: Record<string, string>;
}

/** What is posted: the spans of one batch, in either encoding, compressed or not. */
export function exportRequest(
  spans: readonly SentSpan[],
  sender: Sender,
  { encoding, gzip }: { encoding: OtlpEncoding; gzip: boolean },
): ExportRequest {
  const plain =
    encoding === 'json' ? Buffer.from(requestJson(spans.map(spanJson), sender)) : requestProtobuf(spans, sender);
  const headers: Record<string, string> = {
    'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
  };
  if (!gzip) return { body: plain, headers };
  // Loaded only by who sends: a hook does not.
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  return { body: gzipSync(plain, { level: 6 }), headers: { ...headers, 'content-encoding': 'gzip' } };
}
