import { type Block, textOf } from '@unspool/session';

/** What the user typed, given what was sent. Undefined for text that the user did not write. */
export function promptWords(content: string | Block[], typed: string | undefined): string | undefined {
  if (typed !== undefined) return typed;
  const text = textOf(content);
  const name = /<command-name>(.*?)<\/command-name>/s.exec(text)?.[1];
  if (name !== undefined) return `${name} ${/<command-args>(.*?)<\/command-args>/s.exec(text)?.[1] ?? ''}`.trim();
  const shell = /^<bash-input>(.*?)<\/bash-input>/s.exec(text)?.[1];
  if (shell !== undefined) return `! ${shell}`;
  const isOurs = /^\s*<(system-reminder|task-notification|local-command|bash-)|^\[Request interrupted/.test(text);
  return isOurs || text.trim() === '' ? undefined : text;
}
