/** Ranks the places of a reply; the lowest rank is its own place. */
export interface PlaceRank {
  /** Position of the session among all, in `ownerOrder`. It decides which of several forks owns a shared reply. */
  session: number;
  isAgent: boolean;
  isForked: boolean;
  isEmbedded: boolean;
}

/**
 * Sorts sessions so that the first one with a reply is its owner. Copies made by Unspool have higher ids than their
 * originals; copies of another agent's session are sessions of Claude Code.
 */
export function ownerOrder({ sessionId, client }: { sessionId: string; client?: string | undefined }): string {
  return `${client === undefined ? 1 : 0} ${sessionId}`;
}

const SESSIONS = 2 ** 32;

export function rankOf(place: PlaceRank): number {
  return (distanceOf(place) * SESSIONS + place.session) * 2 + (place.isAgent ? 1 : 0);
}

/** A reply belongs where it was made, not to a progress line that repeats it or a branch that copied it. */
export function distanceOf({ isEmbedded, isForked }: Pick<PlaceRank, 'isEmbedded' | 'isForked'>): number {
  return (isEmbedded ? 2 : 0) + (isForked ? 1 : 0);
}

export function sessionOf(rank: number): number {
  return Math.floor(rank / 2) % SESSIONS;
}

export function isOfAgent(rank: number): boolean {
  return rank % 2 === 1;
}
