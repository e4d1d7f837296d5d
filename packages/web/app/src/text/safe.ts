const ENTITIES: { [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Returns an address if it is safe to follow: absolute, and http, https or mailto. */
export function safeHref(href: string): string | undefined {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return undefined;
  try {
    const { protocol, href: whole } = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes the few entities that people write in prose. The result is text, never markup. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
