/** Groups things that belong together, given pair by pair (union-find). */
export class Groups<Key> {
  private readonly above = new Map<Key, Key>();

  join(a: Key, b: Key): void {
    const first = this.of(a);
    const second = this.of(b);
    if (first !== second) this.above.set(second, first);
  }

  /** Returns the same key for all members of a group. */
  of(key: Key): Key {
    let top = key;
    for (let next = this.above.get(top); next !== undefined; next = this.above.get(top)) top = next;
    // Shortens the path for the next call.
    for (let at = key; at !== top; ) {
      const next = this.above.get(at) ?? top;
      this.above.set(at, top);
      at = next;
    }
    return top;
  }
}
