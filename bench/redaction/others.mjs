/** Other scanners, installed into a temporary folder. */
export async function others() {
  return [];
}
