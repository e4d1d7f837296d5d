import type { Past, TurnToCompress } from './turns-to-compress.js';

const OPENING = `This session is being continued from a previous conversation, whose earlier part was shortened. The summary \
below covers that part turn by turn: the user's words in full, replies shortened, tool calls one line each.`;

const KEPT = 'The messages after this summary are the most recent ones of that conversation, kept verbatim.';

/** The text of the summary. */
export function summaryOf(past: Past, shortened: (turn: TurnToCompress) => string, isFollowed: boolean): string {
  const parts = [OPENING, 'Summary:'];
  if (past.summary !== '') parts.push(`Before the first turn below:\n${past.summary}`);
  for (const turn of past.turns) parts.push(turnText(turn, shortened(turn)));
  if (isFollowed) parts.push(KEPT);
  return parts.join('\n\n');
}

function turnText({ number, words, calls, media }: TurnToCompress, modelText: string): string {
  const lines = [`## Turn ${number}`];
  for (const each of words) lines.push(`User: ${each}`);
  if (media > 0) lines.push(`[${media === 1 ? 'a picture or document' : `${media} pictures or documents`} left out]`);
  if (modelText !== '') lines.push(`Assistant: ${modelText}`);
  if (calls.length > 0) lines.push('Tool calls:', ...calls.map((call) => `- ${call}`));
  return lines.join('\n');
}
