import { totalTokens } from '@unspool/session';
import { oneLine } from '@unspool/session/model';
import { shortNumber, withoutEscapes } from '@unspool/session/show';
import { tokensText } from '@unspool/session/tokens';
import { toolLabel } from '@unspool/session/tools';
import type { Item, ToolBody, ToolDetail, ToolItem } from '../../view/view.js';
import { escaped } from '../html/escape.js';
import type { Story, StoryTurn } from '../story.js';
import { capital, isHuman, moment, WHOSE, withCutNote } from '../words-of-kind.js';
import { codeBlock, codeSpan } from './code.js';
import { safeText } from './safe-inline.js';
import { quoted, safeMarkdown } from './safe-markdown.js';

/** The session as Markdown: what was said as text, calls as lists with their output fenced. */
export async function* storyToMarkdown(story: Story, note: string): AsyncGenerator<string> {
  yield `# ${safeText(oneLine(story.title))}\n\n`;
  if (story.folder !== undefined) yield `${codeSpan(story.folder)}\n\n`;
  yield `${safeText(capital(story.resumes))}.\n\n`;
  yield* items(story, story.preamble());
  for (const turn of story.turns()) yield* turnMarkdown(story, turn);
  yield `---\n\n${note}\n`;
}

async function* turnMarkdown(story: Story, { head, view }: StoryTurn): AsyncGenerator<string> {
  const facts = [
    head.startedAt === null ? '' : moment(head.startedAt),
    totalTokens(head.tokens) === 0 ? '' : tokensText(head.tokens, shortNumber),
    head.isOnTip ? '' : 'another branch',
  ].filter((fact) => fact !== '');
  yield `${'#'.repeat(Math.min(6, 2 + story.depth))} Turn ${head.number}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}\n\n`;
  yield* items(story, view.items);
}

async function* items(story: Story, list: readonly Item[]): AsyncGenerator<string> {
  for (const item of list) {
    if (item.type === 'tool') yield* toolMarkdown(story, item);
    else yield itemToMarkdown(item);
  }
}

function itemToMarkdown(item: Exclude<Item, ToolItem>): string {
  switch (item.type) {
    case 'words': {
      const text = withCutNote(item.text);
      if (isHuman(item.kind)) return `**${WHOSE[item.kind]}:**\n\n${quoted(safeMarkdown(text))}\n\n`;
      return folded(WHOSE[item.kind], text);
    }
    case 'text':
      return `${safeMarkdown(withCutNote(item.text))}\n\n`;
    case 'thinking':
      return item.isHollow ? '' : folded('Thinking', withCutNote(item.text));
    case 'compaction':
      return `---\n\n${folded(`Compacted (${item.trigger})`, item.summary ? withCutNote(item.summary) : '')}`;
    case 'note':
    case 'unknown':
      return folded(item.label, withCutNote(item.text));
  }
}

async function* toolMarkdown(story: Story, item: ToolItem): AsyncGenerator<string> {
  const status = item.status === 'ok' ? '' : ` (${item.status})`;
  yield `- **${safeText(oneLine(toolLabel(item.name)))}** ${codeSpan(oneLine(item.argument))}${status}\n\n`;
  const detail = story.detail(item);
  if (detail) yield folded('Details', detailText(detail));
  for (const { agentId, agentType } of item.agents) {
    const inner = await story.agent(agentId);
    if (!inner) continue;
    yield `<details><summary>Sub-agent ${escaped(oneLine(agentType ?? ''))}</summary>\n\n`;
    for (const turn of inner.turns()) yield* turnMarkdown(inner, turn);
    yield '</details>\n\n';
  }
}

function detailText({ body, input, output, error }: ToolDetail): string {
  return [error ?? '', bodyText(body, withCutNote(input), withCutNote(output))]
    .filter((part) => part !== '')
    .join('\n\n');
}

function bodyText(body: ToolBody, input: string, output: string): string {
  switch (body.view) {
    case 'diff': {
      const marks = { same: ' ', added: '+', removed: '-' } as const;
      const lines = body.hunks.flatMap(({ oldStart, newStart, lines: changed }) => [
        `@@ -${oldStart} +${newStart} @@`,
        ...changed.map(({ kind, text }) => marks[kind] + text),
      ]);
      return [body.file, ...lines].join('\n');
    }
    case 'terminal':
      return `$ ${body.command}\n${withoutEscapes(withCutNote(body.output))}`;
    case 'checklist':
      return body.items.map(({ text, status }) => `[${status === 'completed' ? 'x' : ' '}] ${text}`).join('\n');
    case 'agent':
      return `${withCutNote(body.prompt)}\n\n${withCutNote(body.answer)}`;
    default:
      return `${input}\n\n${output}`;
  }
}

/** A fold that Markdown viewers show. */
function folded(label: string, text: string): string {
  if (text.trim() === '') return `_${safeText(oneLine(label))}_\n\n`;
  return `<details><summary>${escaped(oneLine(label))}</summary>\n\n${codeBlock(withoutEscapes(text))}\n\n</details>\n\n`;
}
