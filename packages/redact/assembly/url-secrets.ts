/** The rules of url.ts, for what stands behind `://`: a name before the host, or an address that is itself the key. */

const LONGEST_AUTHORITY: u32 = 512;
/** Of a password with a `/` in it. */
const LONGEST_REST: u32 = 64;
const AT: u32 = 64;
const SLASH: u32 = 47;

/** It may look beyond the end of the text, and then stop for nothing. */
export function mayTellSecret(from: u32): bool {
  let end = from + LONGEST_AUTHORITY;
  for (let at = from; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte == AT) return true;
    if (byte == 32 || byte == 10 || byte == 13 || byte == 9) return false;
    // hook
    if (byte == 104 && load<u32>(at) == 0x6b6f6f68) return true;
    if (byte == SLASH) end = min(end, at + LONGEST_REST);
  }
  return false;
}
