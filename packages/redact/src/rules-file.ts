/** The file with the user's own rules. It is set once, where a process starts, and read when the first text is looked through. */
let file: string | undefined;

export function useRulesFile(path: string): void {
  file = path;
}

export const rulesFile = (): string | undefined => file;
