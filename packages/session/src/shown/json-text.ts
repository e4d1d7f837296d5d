const TOO_DEEP = '"(nested too deep to be written)"';

/**
 * Formats a value from a transcript as JSON. A value nested without end would overflow the stack: it is named instead.
 */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
