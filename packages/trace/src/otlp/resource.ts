import type { Attributes } from '../span/span.js';

/** Identifies the sender, once per request. */
export interface Sender {
  resource: Attributes;
  scope: { name: string; version: string };
}

/** Backends group traces by service, so the service is the client, not Unspool. */
export function senderOf(version: string, resource: Attributes = {}): Sender {
  return { resource: { 'service.name': 'claude-code', ...resource }, scope: { name: 'unspool', version } };
}
