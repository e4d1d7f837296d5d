/** Whether an id names a colleague's session: `PERSON~SESSION`. */
export function isShared(id: string): boolean {
  return id.includes('~');
}

/** The owner of a shared session; undefined for a local one. */
export function personIn(id: string): string | undefined {
  return isShared(id) ? id.split('~')[0] : undefined;
}
