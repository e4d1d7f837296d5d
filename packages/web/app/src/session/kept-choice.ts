/** Small choices of how to look at things, kept in this browser. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`unspool ${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`unspool ${name}`, value);
  } catch {
    // Forbidden: the choice holds for this page only.
  }
}
