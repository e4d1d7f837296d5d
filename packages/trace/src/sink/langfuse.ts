import type { Endpoint } from './http-sink.js';
import type { LangfuseConfig } from './sink-config.js';

export const LANGFUSE_CLOUD = 'https://cloud.langfuse.com';

/** Langfuse accepts OTLP. Without the version header, spans appear there only after about ten minutes. */
export function langfuseEndpoint({ host, publicKey, secretKey }: LangfuseConfig): Endpoint {
  return {
    url: `${host.replace(/\/+$/, '')}/api/public/otel/v1/traces`,
    encoding: 'json',
    gzip: true,
    headers: {
      authorization: langfuseAuthorization(publicKey, secretKey),
      'x-langfuse-ingestion-version': '4',
    },
  };
}

export function langfuseAuthorization(publicKey: string, secretKey: string): string {
  return `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
}
