const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The start of a session's id: enough to tell sessions apart, and to name one to a command. */
export function shortId(id: string): string {
  const version = UUID.exec(id)?.[1];
  // Ids of version 7, and those of other agents that are not UUIDs, begin with the time.
  if (version === undefined) return id.slice(0, 16);
  return id.slice(0, version === '7' ? 13 : 8);
}
