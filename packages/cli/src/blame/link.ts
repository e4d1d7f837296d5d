/** Where the app shows a turn, below the address that `unspool serve` prints. */
export function appLink(sessionId: string, turn: number): string {
  return `/s/${encodeURIComponent(sessionId)}#t${turn}`;
}
