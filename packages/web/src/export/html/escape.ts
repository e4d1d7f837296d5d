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

/** Only addresses that open a page or a mail; anything else is not a link. */
export function safeAddress(address: string): string | undefined {
  const plain = address.trim();
  return /^(https?:\/\/|mailto:)/i.test(plain) ? plain : undefined;
}
