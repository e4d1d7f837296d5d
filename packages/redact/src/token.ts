import type { Anchors } from './anchor/anchors.js';

/** The text that replaces a secret. */
export function redactionToken(kind: string, hash: string): string {
  return `[redacted:${kind}:${hash}]`;
}

const TOKEN = /\[redacted:[\w.-]{1,64}:[0-9a-f]{8}\]/y;

/** The end of the token at `at`, or -1. Tokens never count as secrets, so redacting twice changes nothing. */
export function endOfToken(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 114) return -1;
  TOKEN.lastIndex = at;
  return TOKEN.test(text) ? TOKEN.lastIndex : -1;
}

export function anchorTokens({ graph, signs }: Anchors): void {
  graph.end(graph.wordInAnyCase(signs, '[redacted'));
}
