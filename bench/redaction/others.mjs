import { gitleaks } from './gitleaks.mjs';
import { count, hideStrings } from './strings.mjs';

/** Other scanners to compare with: secretlint's recommended rules and, with a gitleaks.toml, those of gitleaks. */
export async function others(toml) {
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
    ...(toml ? [gitleaks(toml)] : []),
  ];
}
