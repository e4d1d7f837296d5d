const SMALL_A = 97;
const SMALL_P = 112;

/**
 * The kernel sorts pairs into eight groups by their second character, then by the first. It checks the halves of characters
 * one by one, so within a group it also accepts characters made of the halves of others. The groups keep these few or rare:
 * small letters before `p` differ from the others in the upper half. `signs` have the first group to themselves.
 */
export function groupOf(first: number, second: number, signs: string): number {
  const sign = String.fromCharCode(second);
  if (signs.includes(sign)) return 0;
  if ('-._~'.includes(sign)) return 1;
  if (second < SMALL_A) return 2;
  if (first < SMALL_A) return 3;
  return 4 + (first < SMALL_P ? 0 : 1) + (second < SMALL_P ? 0 : 2);
}
