const TOO_DEEP = '"(nested too deep to be written)"';

/** JSON of a value from a transcript. What is nested without end would use up the stack: it is named instead. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
