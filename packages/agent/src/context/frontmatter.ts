/** A Markdown file with fields at the top, as used for agents, commands and skills. */
export interface Document {
  fields: { [name: string]: string };
  body: string;
}

/**
 * Reads the simple YAML that such files use: `name: value`, quoted or not, lists in brackets or on lines below, and folded
 * text. Returns a list as its items separated by commas.
 */
export function parseDocument(text: string): Document {
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!head) return { fields: {}, body: text };
  return { fields: fieldsOf(head[1] ?? ''), body: text.slice(head[0].length) };
}

function fieldsOf(head: string): { [name: string]: string } {
  const fields: { [name: string]: string } = {};
  let name: string | undefined;
  for (const line of head.split(/\r?\n/)) {
    const field = /^([A-Za-z_][\w-]*):[ \t]*(.*)$/.exec(line);
    if (field) {
      name = field[1] ?? '';
      const value = (field[2] ?? '').trim();
      fields[name] = /^[|>][+-]?$/.test(value) ? '' : plain(value);
    } else if (name !== undefined && /^\s/.test(line)) {
      fields[name] = joined(fields[name] ?? '', line.trim());
    }
  }
  return fields;
}

function joined(before: string, line: string): string {
  const item = /^-\s+(.*)$/.exec(line);
  if (item) return before === '' ? plain(item[1] ?? '') : `${before}, ${plain(item[1] ?? '')}`;
  return before === '' ? line : `${before} ${line}`;
}

function plain(value: string): string {
  const list = /^\[(.*)\]$/.exec(value);
  if (list)
    return listOf(list[1] ?? '')
      .map(plain)
      .join(', ');
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(value);
  return quoted ? (quoted[1] ?? quoted[2] ?? '') : value;
}

/** Splits at commas, but not inside brackets: `Bash(git add:*, git rm:*), Read`. */
export function listOf(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth <= 0) {
      items.push(item.trim());
      item = '';
    } else item += sign;
  }
  items.push(item.trim());
  return items.filter((each) => each !== '');
}
