/** Display settings, kept in this browser. */
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
    // Storage is not allowed: the setting holds for this page only.
  }
}
