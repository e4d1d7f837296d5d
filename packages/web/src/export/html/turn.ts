import { contextLabel, shortDuration, shortNumber, withoutEscapes } from '@unspool/session/show';
import { newText, newTokens } from '@unspool/session/tokens';
import { type Media, SAFE_IMAGES } from '../../view/media.js';
import type { Item, WordsItem } from '../../view/view.js';
import type { Story, StoryTurn } from '../story.js';
import { capital, dollars, isHuman, moment, WHOSE, withCutNote } from '../words-of-kind.js';
import { escaped, wrapping } from './escape.js';
import { markdownToHtml } from './markdown.js';
import { toolToHtml } from './tool.js';

export async function turnToHtml(story: Story, { head, view }: StoryTurn): Promise<string> {
  const isTop = story.depth === 0;
  const id = isTop ? ` id="t${head.number}"` : '';
  const facts = [
    head.startedAt === null ? '' : moment(head.startedAt),
    head.startedAt === null || head.endedAt === null ? '' : shortDuration(head.endedAt - head.startedAt),
    newTokens(head.tokens) === 0 ? '' : newText(head.tokens, shortNumber),
    head.cost === null || head.cost === 0 ? '' : dollars(head.cost),
    head.isOnTip ? '' : 'another branch',
    head.isInterrupted ? 'interrupted' : '',
  ].filter((fact) => fact !== '');
  const number = isTop ? `<a href="#t${head.number}">${head.number}</a>` : String(head.number);
  const items = await itemsToHtml(story, view.items);
  const margin = facts.map((fact) => `<span>${escaped(fact)}</span>`).join(' ');
  return `<section class="turn"${id}><h2>${number} <small>${margin}</small></h2><div class="body">${items}</div></section>\n`;
}

export async function itemsToHtml(story: Story, items: readonly Item[]): Promise<string> {
  let html = '';
  for (const item of items) html += await itemToHtml(story, item);
  return html;
}

async function itemToHtml(story: Story, item: Item): Promise<string> {
  switch (item.type) {
    case 'words':
      return wordsToHtml(story, item);
    case 'text':
      return `<div class="reply">${markdownToHtml(withCutNote(item.text))}</div>`;
    case 'thinking':
      return item.isHollow ? '' : fold('Thinking', withCutNote(item.text), 'thinking');
    case 'tool': {
      const pictures = picturesToHtml(story.picturesOf(item));
      return toolToHtml(item, story.detail(item), pictures + (await agentsToHtml(story, item.agents)));
    }
    case 'compaction': {
      const dropped = item.droppedTurns > 0 ? `, ${turnCount(item.droppedTurns)} before this no longer sent` : '';
      const label = `Compacted (${item.trigger})${dropped}`;
      return `<div class="compaction">${fold(label, item.summary ? withCutNote(item.summary) : '', 'note')}</div>`;
    }
    case 'note':
      return fold(item.label, withCutNote(item.text), item.isError ? 'note bad' : 'note');
    case 'unknown':
      return fold(item.label, withCutNote(item.text), 'note');
  }
}

function wordsToHtml(story: Story, item: WordsItem): string {
  const text = withoutEscapes(withCutNote(item.text));
  const context = item.context
    .map(({ kind, text: about }) => fold(capital(contextLabel(kind)), withCutNote(about), 'note'))
    .join('');
  const pictures = picturesToHtml(story.picturesOf(item));
  if (!isHuman(item.kind)) return fold(WHOSE[item.kind], text, 'note') + context + pictures;
  return `<div class="words"><h3>${WHOSE[item.kind]}</h3><div class="said">${promptToHtml(text)}</div>${pictures}</div>${context}`;
}

/** A longer prompt is mostly pasted. */
const SHOWN_LINES = 12;

function promptToHtml(text: string): string {
  const lines = text.split('\n');
  const [shown, hidden] = [lines.slice(0, SHOWN_LINES), lines.slice(SHOWN_LINES)];
  // A fold for a few lines would hide more than it saves.
  if (hidden.length < 4) return markdownToHtml(text);
  // A block of code that the fold cuts in two goes on as code.
  const fences = shown.filter((line) => /^\s*(```|~~~)/.test(line));
  const rest = [...(fences.length % 2 === 1 ? fences.slice(-1) : []), ...hidden].join('\n');
  return `${markdownToHtml(shown.join('\n'))}<details><summary>${hidden.length} more lines</summary>${markdownToHtml(rest)}</details>`;
}

async function agentsToHtml(
  story: Story,
  agents: readonly { agentId: string; agentType: string | null; description: string | null; turns: number }[],
): Promise<string> {
  let html = '';
  for (const { agentId, agentType, description, turns } of agents) {
    const label = ['Sub-agent', agentType, description, turnCount(turns)].filter((part) => part !== null).join(' · ');
    const inner = await story.agent(agentId);
    let told = inner ? await itemsToHtml(inner, inner.preamble()) : '';
    if (inner) for (const turn of inner.turns()) told += await turnToHtml(inner, turn);
    html += `<details class="agent-story"><summary>${escaped(label)}</summary>${told}</details>`;
  }
  return html;
}

function picturesToHtml(pictures: readonly Media[]): string {
  return pictures
    .filter(({ mediaType, data }) => SAFE_IMAGES.has(mediaType) && /^[A-Za-z0-9+/=\s]*$/.test(data))
    .map(({ mediaType, data }) => `<img alt="picture" src="data:${mediaType};base64,${data.replace(/\s/g, '')}">`)
    .join('');
}

function fold(label: string, text: string, kind: string): string {
  if (text.trim() === '') return `<p class="${kind} empty">${escaped(label)}</p>`;
  return `<details class="${kind}"><summary>${escaped(label)}</summary><pre class="plain">${wrapping(withoutEscapes(text))}</pre></details>`;
}

function turnCount(count: number): string {
  return count === 1 ? '1 turn' : `${count} turns`;
}
