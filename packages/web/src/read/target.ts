import type { SpecialReply } from '@unspool/store';

/** A conversation as the server knows it: the file comes from the index, never from the browser. */
export interface Target {
  id: string;
  file: string;
  /** The file is a copy from the archive; where the client looks, there is none. */
  isCopy?: boolean;
  agentId: string | null;
  isRevealed: boolean;
  /** From the index, since the outline of a file does not include it. */
  special: SpecialReply[];
}
