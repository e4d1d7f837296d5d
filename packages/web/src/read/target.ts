import type { SpecialReply } from '@unspool/store';

/** A conversation as the server knows it: the file comes from the index, never from the browser. */
export interface Target {
  id: string;
  file: string;
  agentId: string | null;
  isRevealed: boolean;
  /** From the index: what the outline of a file does not tell. */
  special: SpecialReply[];
}
