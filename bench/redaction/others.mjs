/**
 * Other scanners to compare with: secretlint's recommended rules. Each hides its findings in the text of a line. gitleaks
 * is missing because it is a separate program that no npm package contains.
 */
export async function others() {
  const { lintSource } = await import('@secretlint/core');
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  const hideIn = async (content) => {
    const { messages } = await lintSource({
      source: { content, filePath: '/text.txt', ext: '.txt', contentType: 'text' },
      options: { config, noPhysicFilePath: true },
    });
    let hidden = content;
    // From last to first, so that a change does not shift the findings still to come.
    for (const [start, end] of messages.map(({ range }) => range).sort((a, b) => b[0] - a[0]))
      hidden = `${hidden.slice(0, start)}*${hidden.slice(end)}`;
    return { hidden, found: messages.length };
  };
  return [
    {
      name: 'secretlint',
      hide: async (line) => JSON.stringify(await hideStrings(line, hideIn)),
      count: (line) => count(line, hideIn),
    },
  ];
}

/** A scanner sees each text as a separate file, not as JSON. */
async function hideStrings(value, hideIn) {
  if (typeof value === 'string') return (await hideIn(value)).hidden;
  if (Array.isArray(value)) return Promise.all(value.map((each) => hideStrings(each, hideIn)));
  if (typeof value !== 'object' || value === null) return value;
  const members = await Promise.all(
    Object.entries(value).map(async ([key, each]) => [key, await hideStrings(each, hideIn)]),
  );
  return Object.fromEntries(members);
}

async function count(value, hideIn) {
  if (typeof value === 'string') return (await hideIn(value)).found;
  if (typeof value !== 'object' || value === null) return 0;
  const counts = await Promise.all(Object.values(value).map((each) => count(each, hideIn)));
  return counts.reduce((sum, each) => sum + each, 0);
}
