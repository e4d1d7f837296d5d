const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as text and inside quoted attributes. Characters that HTML forbids become visible ones. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '').replace(FORBIDDEN, '\ufffd');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text that wraps. In a run without a space a browser tries every place for a break, and for letters that its first font
 * lacks each try costs the whole rest: 300,000 of them froze the page. A place to break every so often keeps it quick.
 */
export function wrapping(text: string): string {
  return text
    .split(LONG_RUN)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : (part.match(PIECE) ?? []).map(escaped).join('<wbr>')))
    .join('');
}

const LONG_RUN = /([^ \t\r\n]{2000,})/;
/** A letter stays with its marks, and joined signs stay one. */
const PIECE = /.{1,100}(?:[\p{M}\p{Emoji_Modifier}\u200d]|(?<=\u200d).){0,50}/gsu;

/** Only addresses that open a page or a mail; anything else is not a link. */
export function safeAddress(address: string): string | undefined {
  const plain = address.trim();
  return /^(https?:\/\/|mailto:)/i.test(plain) ? plain : undefined;
}
