/** The rules of url.ts, for what stands behind `://`: a name before the host, or an address that is itself the key. */

const LONGEST_AUTHORITY: u32 = 512;
/** Of a password with a `/` in it. */
const LONGEST_REST: u32 = 64;
const AT: u32 = 64;
const SLASH: u32 = 47;

/** Most backslashes before a `/`. */
const MOST_BACKSLASHES: u32 = 8;

/** Where the host begins behind a colon and two slashes, which may have backslashes before them; 0 for none. */
export function startOfAuthority(from: u32): u32 {
  const first = behindBackslashes(from);
  if (load<u8>(first) !== SLASH) return 0;
  const second = behindBackslashes(first + 1);
  return load<u8>(second) === SLASH ? second + 1 : 0;
}

function behindBackslashes(from: u32): u32 {
  let at = from;
  while (load<u8>(at) === 92 && at - from < MOST_BACKSLASHES) at++;
  return at;
}

/** It may look beyond the end of the text, and then stop for nothing. */
export function mayTellSecret(from: u32): bool {
  let end = from + LONGEST_AUTHORITY;
  for (let at = from; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte === AT) return true;
    if (byte === 32 || byte === 10 || byte === 13 || byte === 9) return false;
    // `u004` of an escape
    if (byte === 92 && load<u32>(behindBackslashes(at)) === 0x34303075) return true;
    // hook
    if (byte === 104 && load<u32>(at) === 0x6b6f6f68) return true;
    if (byte === SLASH) end = min(end, at + LONGEST_REST);
  }
  return false;
}
