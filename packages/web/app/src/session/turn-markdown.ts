import type { Item, TurnView } from '../api/contract.js';

/** A turn as text for pasting: prompts, replies and the names of calls. Secrets are masked as on the page. */
export function markdownOf(number: number, view: TurnView | undefined): string {
  if (!view) return `## Turn ${number}\n\n(not read yet)`;
  return [`## Turn ${number}`, ...view.items.flatMap(textOf)].join('\n\n');
}

function textOf(item: Item): string[] {
  switch (item.type) {
    case 'words':
      if (item.kind === 'injected') return [];
      return [quoted(item.text.text)];
    case 'text':
      return [item.text.text];
    case 'tool':
      return [`- \`${item.name}\` ${item.argument}${item.status === 'ok' ? '' : ` (${item.status})`}`];
    case 'compaction':
      return ['*Compacted here.*'];
    default:
      return [];
  }
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
