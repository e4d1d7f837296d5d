/** The message ids in a root. A root is a protobuf record whose repeated field 1 holds SHA-256 hashes. */
export function* messageIdsIn(root: Buffer): Generator<string> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 8; shift++) {
      const byte = root[at++];
      if (byte === undefined) return Number.NaN;
      value += (byte & 0x7f) * 2 ** (7 * shift);
      if (byte < 0x80) return value;
    }
    // At most ten bytes: the rest of a large number.
    while ((root[at++] ?? 0) >= 0x80);
    return value;
  };
  while (at < root.length) {
    const tag = varint();
    const kind = tag % 8;
    if (kind === 0) varint();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = varint();
      if (!(at + length <= root.length)) return;
      if (Math.floor(tag / 8) === 1 && length === 32) yield root.toString('hex', at, at + length);
      at += length;
    } else return;
  }
}
