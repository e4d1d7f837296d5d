const RECENT = 512;

/**
 * Keeps one copy of ids that recur soon. A parser makes a new string each time a parent, a reply or a call is named; in
 * a long session the copies would take as much memory as everything else.
 */
export class Repeated {
  private readonly recent = new Map<string, string>();

  id(text: string): string {
    const known = this.recent.get(text);
    if (known !== undefined) return known;
    this.recent.set(text, text);
    if (this.recent.size > RECENT) for (const oldest of this.recent.keys()) return this.forget(oldest, text);
    return text;
  }

  private forget(oldest: string, text: string): string {
    this.recent.delete(oldest);
    return text;
  }
}
