/** A round number not below the largest value, and two or three lines up to it. */
export function niceScale(largest: number): { top: number; lines: number[] } {
  if (!(largest > 0)) return { top: 1, lines: [] };
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  const top = step * power;
  return { top, lines: [top / 2, top] };
}
