/** JSON knows no NaN. */
export function timeOrNull(time: number): number | null {
  return Number.isNaN(time) ? null : time;
}
