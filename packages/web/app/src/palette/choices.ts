import type { SessionRow, SessionsPage } from '../api/contract.js';
import { ago } from '../format/time.js';
import type { Binding } from '../keys/keys.js';
import { go } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';
import type { OfferedTurns } from './turns.js';

/** A line of the palette. */
export interface Choice {
  id: string;
  name: string;
  note?: string;
  keys?: readonly string[];
  run: () => void;
}

export interface Group {
  name: string;
  choices: Choice[];
}

interface Sources {
  words: string;
  bindings: readonly Binding[];
  turns: OfferedTurns | undefined;
  /** Sessions and projects that match, newest first. */
  found: SessionsPage | undefined;
}

const TURNS = 6;
const PROJECTS = 4;

/** The matching choices by kind; without words, likely ones. */
export function choicesFor({ words, bindings, turns, found }: Sources): Group[] {
  const groups: Group[] = [
    { name: 'Turns', choices: words === '' ? [] : turnChoices(words, turns) },
    { name: 'Sessions', choices: sessionChoices(words, found) },
    { name: 'Actions', choices: actionChoices(words, bindings) },
    { name: 'Projects', choices: words === '' ? [] : projectChoices(words, found) },
    { name: 'Search', choices: words === '' ? [] : [searchChoice(words)] },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/** Every word must be in the text. A number alone is a turn's number. */
function matches(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function turnChoices(words: string, offered: OfferedTurns | undefined): Choice[] {
  if (!offered) return [];
  const { turns, jump } = offered;
  const wanted = /^#?t?(\d+)$/.exec(words)?.[1];
  const isMatch =
    wanted === undefined
      ? ({ title }: { title: string }) => matches(title, words)
      : ({ number }: { number: number }) => String(number).startsWith(wanted);
  return turns
    .filter(isMatch)
    .slice(0, TURNS)
    .map(({ number, title }) => ({
      id: `turn-${number}`,
      name: visible(title) || '…',
      note: `turn ${number}`,
      run: () => jump(number),
    }));
}

/**
 * Those whose title matches come first. Those that were fetched for other words are left out, so that Enter never opens
 * one of them.
 */
function sessionChoices(words: string, found: SessionsPage | undefined): Choice[] {
  const rows = (found?.rows ?? []).filter(({ id, title, project, branch }) =>
    matches(`${title} ${placeOf(project, words)} ${branch ?? ''} ${id}`, words),
  );
  const isTitled = ({ title }: SessionRow) => matches(title, words);
  return [...rows.filter(isTitled), ...rows.filter((row) => !isTitled(row))].map(({ id, title, project, lastAt }) => ({
    id: `session-${id}`,
    name: visible(title),
    note: `${visible(project.name)} · ${ago(lastAt)}`,
    run: () => go(sessionUrl(id)),
  }));
}

function projectChoices(words: string, found: SessionsPage | undefined): Choice[] {
  return (found?.facets.projects ?? [])
    .filter((project) => matches(placeOf(project, words), words))
    .slice(0, PROJECTS)
    .map(({ key, name, path }) => ({
      id: `project-${key}`,
      name: visible(name),
      note: visible(path),
      run: () => go(`/?project=${encodeURIComponent(key)}`),
    }));
}

/** Nearly every path contains a short word somewhere, so a path must be meant. */
function placeOf({ name, path }: { name: string; path: string }, words: string): string {
  return /[\\/]/.test(words) ? `${name} ${path}` : name;
}

function actionChoices(words: string, bindings: readonly Binding[]): Choice[] {
  const seen = new Set<string>();
  return bindings
    .filter(({ does, isHidden }) => !isHidden && !seen.has(does) && seen.add(does) && matches(does, words))
    .map(({ does, keys, run }) => ({ id: `action-${does}`, name: does, keys: keys.slice(0, 1), run }));
}

function searchChoice(words: string): Choice {
  return {
    id: 'search',
    name: `Search all sessions for “${words}”`,
    run: () => go(`/search?q=${encodeURIComponent(words)}`),
  };
}
