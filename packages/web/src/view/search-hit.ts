export interface SearchHit {
  id: string;
  agentId: string | null;
  /** The turn in its conversation; 0 is before the first turn. */
  turn: number;
  byte: number;
  kind: string;
  tool: string | null;
  isError: boolean;
  at: number | null;
  snippet: string;
  /** Start and end of each hit in `snippet`. */
  ranges: [number, number][];
}
