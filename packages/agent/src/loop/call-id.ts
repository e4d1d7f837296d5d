/** Letters that the API takes in ids and names. */
const FOREIGN = /[^a-zA-Z0-9_-]/g;
const LONGEST_NAME = 128;

/** An id that no other call has: a second one like it would be refused, with everything that comes after. */
export function ownCallId(given: string, isTaken: (id: string) => boolean): string {
  const id = given.replace(FOREIGN, '_') || 'call';
  if (!isTaken(id)) return id;
  // Not `_2`: the client takes calls with such an end for parts of one.
  for (let count = 2; ; count++) if (!isTaken(`${id}x${count}`)) return `${id}x${count}`;
}

/** A tool's name as it can be sent back; one that was changed is the name of no tool. */
export function sendableName(given: string): string {
  return given.replace(FOREIGN, '_').slice(0, LONGEST_NAME) || '_';
}
