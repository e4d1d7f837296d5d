/** Hides the values in the query, which may be keys. */
export function shownAddress(url: string): string {
  return url.replace(/([?&][^=&#]*=)[^&#]*/g, '$1…');
}
