/** A scanner sees each string of a line as a file of its own, not as JSON. */
export async function hideStrings(value, hideIn) {
  if (typeof value === 'string') return (await hideIn(value)).hidden;
  if (Array.isArray(value)) return Promise.all(value.map((each) => hideStrings(each, hideIn)));
  if (typeof value !== 'object' || value === null) return value;
  const members = await Promise.all(
    Object.entries(value).map(async ([key, each]) => [key, await hideStrings(each, hideIn)]),
  );
  return Object.fromEntries(members);
}

export async function count(value, hideIn) {
  if (typeof value === 'string') return (await hideIn(value)).found;
  if (typeof value !== 'object' || value === null) return 0;
  const counts = await Promise.all(Object.values(value).map((each) => count(each, hideIn)));
  return counts.reduce((sum, each) => sum + each, 0);
}
