export interface ProtobufField {
  number: number;
  /** A number for a varint, bytes for a length-delimited field. Fixed-size fields are skipped. */
  value: bigint | Uint8Array;
}

/** The fields of a small message, such as a response. Undefined if the bytes are not valid protobuf. */
export function protobufFields(bytes: Uint8Array): ProtobufField[] | undefined {
  const fields: ProtobufField[] = [];
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag === undefined) return undefined;
    const number = Number(tag >> 3n);
    switch (Number(tag & 7n)) {
      case 0: {
        const value = varint();
        if (value === undefined) return undefined;
        fields.push({ number, value });
        break;
      }
      case 2: {
        const length = varint();
        if (length === undefined || BigInt(at) + length > BigInt(bytes.length)) return undefined;
        fields.push({ number, value: bytes.subarray(at, at + Number(length)) });
        at += Number(length);
        break;
      }
      case 1:
        at += 8;
        break;
      case 5:
        at += 4;
        break;
      default:
        return undefined;
    }
  }
  return at === bytes.length ? fields : undefined;
}
