/** Characters that the API does not accept in ids and names. */
const FOREIGN = /[^a-zA-Z0-9_-]/g;
const MAX_NAME = 128;

/** A unique id: the API would refuse a duplicate, and every later request that contains it. */
export function ownCallId(given: string, isTaken: (id: string) => boolean): string {
  const id = given.replace(FOREIGN, '_') || 'call';
  if (!isTaken(id)) return id;
  // Not `_2`: the client would treat such calls as parts of one call.
  for (let count = 2; ; count++) if (!isTaken(`${id}x${count}`)) return `${id}x${count}`;
}

/** A tool name that the API accepts. No tool matches a name that had to be changed. */
export function sendableName(given: string): string {
  return given.replace(FOREIGN, '_').slice(0, MAX_NAME) || '_';
}
