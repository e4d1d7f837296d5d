const TOO_DEEP = '"(nested too deep to be written)"';

/**
 * Formats a value from a transcript as JSON. A value that nests too deep would overflow the stack and is replaced with
 * a note.
 */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
