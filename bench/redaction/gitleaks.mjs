import { readFileSync } from 'node:fs';
import { count, hideStrings } from './strings.mjs';

/**
 * The rules of gitleaks from its gitleaks.toml, run as JavaScript regexes: keywords, entropy and the group of the secret count,
 * allow lists do not, and a rule that ignores case in a part ignores it in the whole, so it finds a little more than gitleaks.
 */
export function gitleaks(file) {
  const rules = rulesIn(readFileSync(file, 'utf8'));
  const hideIn = (content) => hideBy(rules, content);
  return {
    name: `gitleaks (${rules.length} rules)`,
    hide: async (line) => JSON.stringify(await hideStrings(line, hideIn)),
    count: (line) => count(line, hideIn),
  };
}

function rulesIn(toml) {
  return toml
    .split('[[rules]]')
    .slice(1)
    .flatMap((text) => {
      const source = /^regex = '''([\s\S]*?)'''/m.exec(text)?.[1];
      if (source === undefined || /^path = /m.test(text)) return [];
      return {
        regex: regexOf(source),
        keywords: [...(/^keywords = \[([^\]]*)\]/m.exec(text)?.[1].matchAll(/"([^"]*)"/g) ?? [])].map(
          (found) => found[1],
        ),
        entropy: Number(/^entropy = ([\d.]+)/m.exec(text)?.[1] ?? 0),
        group: Number(/^secretGroup = (\d+)/m.exec(text)?.[1] ?? 0),
      };
    });
}

/** Go's syntax as JavaScript's. */
function regexOf(source) {
  const plain = source
    .replace(/\(\?-?[is]+\)/g, '')
    .replace(/\(\?-?[is]+:/g, '(?:')
    .replace(/\(\?P</g, '(?<')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('\\z', '$');
  return new RegExp(plain, source.includes('(?i') ? 'gi' : 'g');
}

function hideBy(rules, content) {
  const lower = content.toLowerCase();
  let hidden = content;
  let found = 0;
  for (const { regex, keywords, entropy, group } of rules) {
    if (keywords.length > 0 && !keywords.some((word) => lower.includes(word))) continue;
    for (const match of content.matchAll(regex)) {
      const secret = (group > 0 ? match[group] : match.slice(1).find((each) => each)) ?? match[0];
      if (entropyOf(secret) <= entropy) continue;
      hidden = hidden.replaceAll(secret, '*');
      found++;
    }
  }
  return { hidden, found };
}

function entropyOf(text) {
  const counts = new Map();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return -[...counts.values()].reduce((sum, n) => sum + (n / text.length) * Math.log2(n / text.length), 0);
}
