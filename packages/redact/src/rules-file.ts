/** The file with the user's own rules. Set once when the process starts; read with the first text. */
let file: string | undefined;

export function useRulesFile(path: string): void {
  file = path;
}

export const rulesFile = (): string | undefined => file;
