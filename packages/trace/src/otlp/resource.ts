import type { Attributes } from '../span/span.js';

/** The sender: once in every request. */
export interface Sender {
  resource: Attributes;
  scope: { name: string; version: string };
}

/** The service that backends group traces by is the client whose sessions these are. */
export function senderOf(version: string, resource: Attributes = {}): Sender {
  return { resource: { 'service.name': 'claude-code', ...resource }, scope: { name: 'unspool', version } };
}
