/** What has no place in a new session. */
export interface LeftBehind {
  /** Lines in which the client recorded its requests. */
  requests: number;
  /** Signed thoughts that name one of the session's ids. */
  thoughts: number;
}

export function nothingLeft(): LeftBehind {
  return { requests: 0, thoughts: 0 };
}

/** Notes for the user to read before confirming. */
export function notesOfLeft({ requests, thoughts }: LeftBehind): string[] {
  const notes: string[] = [];
  if (requests > 0) {
    const what = requests === 1 ? '1 line' : `${requests} lines`;
    notes.push(`Left behind: ${what} in which the client recorded its requests. They describe the old session.`);
  }
  if (thoughts > 0) {
    const what = thoughts === 1 ? '1 signed thought that names' : `${thoughts} signed thoughts that name`;
    notes.push(`Left behind: ${what} ids of the old session. With new ids their signatures would be invalid.`);
  }
  return notes;
}
