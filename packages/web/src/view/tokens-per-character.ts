/** For ordinary English and code, when a session has too few replies to tell. */
const USUAL = 1 / 3.8;
const MIN = 1 / 8;
const MAX = 1 / 1.5;
const MIN_POINTS = 3;

/** The slope of a straight line through a session's own figures: what was in the window, and what usage says it was. */
export function tokensPerCharacter(points: readonly { characters: number; tokens: number }[]): number {
  if (points.length < MIN_POINTS) return USUAL;
  const mean = (pick: (point: { characters: number; tokens: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const x = mean((point) => point.characters);
  const y = mean((point) => point.tokens);
  let together = 0;
  let spread = 0;
  for (const point of points) {
    together += (point.characters - x) * (point.tokens - y);
    spread += (point.characters - x) ** 2;
  }
  return Math.min(MAX, Math.max(MIN, spread > 0 ? together / spread : USUAL));
}
