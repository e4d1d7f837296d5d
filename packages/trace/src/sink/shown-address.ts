/** What stands in a query may be a key. */
export function shownAddress(url: string): string {
  return url.replace(/([?&][^=&#]*=)[^&#]*/g, '$1…');
}
