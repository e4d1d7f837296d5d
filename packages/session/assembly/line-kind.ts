/** What a line is, as far as it matters, told from its type. line-outline.ts has the same numbers. */
import { isPlain } from './known-texts';

/** Only parsing can tell. */
export const PARSED: u32 = 0;
export const USER: u32 = 1;
export const ASSISTANT: u32 = 2;
export const SYSTEM: u32 = 3;
export const ATTACHMENT: u32 = 4;
export const PROGRESS: u32 = 5;
export const HISTORY: u32 = 6;
export const LEAF: u32 = 7;
export const LAST_PROMPT: u32 = 8;
export const QUEUE: u32 = 9;
export const OTHER: u32 = 10;

const QUOTE: u32 = 34;
const LETTER_T: u32 = 116;

/** PARSED when its type is no text, or written with escapes: then it may be any. */
export function kindAt(at: u32, length: u32): u32 {
  if (load<u8>(at) != QUOTE || !isPlain(at, at + length)) return PARSED;
  const letters = load<u64>(at, 1);
  if (length == 6) return <u32>letters == 0x72657375 ? USER : OTHER;
  if (length == 11) return letters == 0x6e61747369737361 && load<u8>(at, 9) == LETTER_T ? ASSISTANT : OTHER;
  if (length == 8) return load<u64>(at) == 0x226d657473797322 ? SYSTEM : OTHER;
  if (length == 9) return letters == 0x227972616d6d7573 ? LEAF : OTHER;
  if (length == 10) return letters == 0x73736572676f7270 ? PROGRESS : OTHER;
  if (length == 12) return letters == 0x656d686361747461 && load<u16>(at, 9) == 0x746e ? ATTACHMENT : OTHER;
  if (length == 13) return letters == 0x6f72702d7473616c && load<u16>(at, 9) == 0x706d && load<u8>(at, 11) == LETTER_T ? LAST_PROMPT : OTHER;
  if (length == 17) return letters == 0x706f2d6575657571 && load<u64>(at, 8) == 0x6e6f697461726570 ? QUEUE : OTHER;
  return isHistory(at, length, letters) ? HISTORY : OTHER;
}

/** "file-history-snapshot", "file-history-delta" */
function isHistory(at: u32, length: u32, letters: u64): bool {
  if (letters != 0x7369682d656c6966) return false;
  if (length == 23) return load<u64>(at, 9) == 0x616e732d79726f74 && load<u32>(at, 17) == 0x6f687370 && load<u8>(at, 21) == LETTER_T;
  return length == 20 && load<u64>(at, 9) == 0x6c65642d79726f74 && load<u16>(at, 17) == 0x6174;
}
