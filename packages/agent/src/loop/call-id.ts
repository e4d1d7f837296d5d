/** Characters that the API does not accept in ids and names. */
const FOREIGN = /[^a-zA-Z0-9_-]/g;
const LONGEST_NAME = 128;

/** An id that no other call has: the API refuses a duplicate, and with it every later request. */
export function ownCallId(given: string, isTaken: (id: string) => boolean): string {
  const id = given.replace(FOREIGN, '_') || 'call';
  if (!isTaken(id)) return id;
  // Not `_2`: the client takes such calls for parts of one call.
  for (let count = 2; ; count++) if (!isTaken(`${id}x${count}`)) return `${id}x${count}`;
}

/** A tool's name in a form that can be sent back; if that changes it, no tool has that name. */
export function sendableName(given: string): string {
  return given.replace(FOREIGN, '_').slice(0, LONGEST_NAME) || '_';
}
