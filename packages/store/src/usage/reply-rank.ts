/** How far a place is from being the reply's own: the lower, the nearer. */
export interface PlaceRank {
  /** Position of the session among all, ordered by id: forks share replies, and one of them has to own each. */
  session: number;
  isAgent: boolean;
  isForked: boolean;
  isEmbedded: boolean;
}

const SESSIONS = 2 ** 32;

export function rankOf(place: PlaceRank): number {
  return (distanceOf(place) * SESSIONS + place.session) * 2 + (place.isAgent ? 1 : 0);
}

/** A reply belongs where it was made: not to the progress line that repeats it, nor to a branch that copied it. */
export function distanceOf({ isEmbedded, isForked }: Pick<PlaceRank, 'isEmbedded' | 'isForked'>): number {
  return (isEmbedded ? 2 : 0) + (isForked ? 1 : 0);
}

export function sessionOf(rank: number): number {
  return Math.floor(rank / 2) % SESSIONS;
}

export function isOfAgent(rank: number): boolean {
  return rank % 2 === 1;
}
