/** How SESSION can be given: see `findSession`. */
export const SESSION = 'an id, the start of one, a title, a path, or "last"';
