/** The kernel holds a text as one byte below 128 for each character. */
export const BYTES = 128;
export const ALL = Array.from({ length: BYTES }, (_, code) => String.fromCharCode(code)).join('');
/** The byte that surrounds a text. */
export const OUTSIDE = '\u0000';
/** Stands for every character beyond ASCII except the wide colon. */
export const BEYOND_ASCII = '\u0001';
/** Stands for the wide colon. Its low half equals that of `:`, which keeps groups of pairs small: see groups.ts. */
export const WIDE_COLON_BYTE = '\u001a';
/** The characters of sessions, the most frequent first. */
export const FREQUENT =
  ' etsrainoc\nldhm-p/ugf\t.b12"0,4:)(5v3w7k6y98=CT_xS`E{}NADRP*IFU\'L;WOMBj>H[qG\\]#<Z|$+z!JV%Y&KXQ?@\u001b^\r~';
/** The most frequent pairs of letters. */
export const COMMON_PAIRS = new Set(
  'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ss et fi id ct ap au wo ud'.split(
    ' ',
  ),
);
