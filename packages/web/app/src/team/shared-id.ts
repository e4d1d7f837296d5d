/** Whether an id names a colleague's session: `PERSON~SESSION`. */
export function isShared(id: string): boolean {
  return id.includes('~');
}

/** Whose session it is; undefined for one of this machine. */
export function personIn(id: string): string | undefined {
  return isShared(id) ? id.split('~')[0] : undefined;
}
