/** The proof of each statement of docs/format.md, by its exact text. */
export type Proofs = Record<string, () => void>;
