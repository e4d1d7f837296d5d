/** By what docs/format.md says, word for word: what proves it. */
export type Proofs = Record<string, () => void>;
