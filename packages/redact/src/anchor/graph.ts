import type { CharacterSet } from '../characters.js';
import { ALL, BYTES } from './bytes.js';

/** What must surround a word to make it an anchor. */
export interface Condition {
  /** At least `count` characters of these sets follow. */
  follow?: { sets: readonly CharacterSet[]; count: number };
  /** Up to `count` characters of these sets follow. Reading backwards from the character after them, `node` leads to an end. */
  followedUpTo?: { sets: readonly CharacterSet[]; count: number; node: number };
  /** Reading backwards from the character before, this node leads to an end. */
  before?: number;
}

/**
 * A graph in which characters lead from node to node. The kernel usually walks it while reading the text backwards, so
 * words with the same ending share nodes. Node 0 leads nowhere.
 */
export class Graph {
  /** For each node, the conditions of the anchors that are complete there. */
  readonly ends = new Map<number, Condition[]>();
  private size = 1;

  /** `rows` holds the next node for each node and character. */
  constructor(private readonly rows: Uint16Array) {}

  node(): number {
    if ((this.size + 1) * BYTES > this.rows.length) throw new Error('The anchors need more nodes: see MAX_NODES');
    return this.size++;
  }

  next(node: number, code: number): number {
    return this.rows[node * BYTES + code] ?? 0;
  }

  /** The characters for which a node has an edge. */
  codesFrom(node: number): number[] {
    const codes: number[] = [];
    for (let code = 0; code < BYTES; code++) if (this.next(node, code) !== 0) codes.push(code);
    return codes;
  }

  /** Adds an edge between two nodes for each of these characters. */
  lead(from: number, characters: string, to: number): void {
    for (let at = 0; at < characters.length; at++) this.set(from, characters.charCodeAt(at), to);
  }

  /** Copies the edges of `other` to `from`. */
  share(from: number, other: number): void {
    for (const code of this.codesFrom(other)) this.set(from, code, this.next(other, code));
  }

  /** Adds a word, from its last character to its first. Returns the node at its start. */
  word(from: number, word: string, to?: number): number {
    let node = from;
    for (let at = word.length - 1; at >= 0; at--) {
      node = this.step(node, word.charCodeAt(at), at === 0 ? to : undefined);
    }
    return node;
  }

  /** Adds a word in any mix of capitals and small letters. */
  wordInAnyCase(from: number, word: string, to?: number): number {
    let node = from;
    for (let at = word.length - 1; at >= 0; at--) {
      const code = word.charCodeAt(at);
      const next = this.step(node, code, at === 0 ? to : undefined);
      if (isLetter(code)) this.set(node, code ^ OTHER_CASE, next);
      node = next;
    }
    return node;
  }

  /** Finds any of these words among these characters. The words are spelled in the order of the walk. */
  search(from: number, words: readonly string[], characters: string): void {
    const nodes = new Map([['', from]]);
    for (const word of words)
      for (let length = 1; length <= word.length; length++) {
        const beginning = word.slice(0, length);
        if (!nodes.has(beginning)) nodes.set(beginning, this.node());
      }
    for (const [beginning, node] of nodes) {
      if (words.includes(beginning)) this.end(node);
      else for (const character of ALL) this.goOn(nodes, beginning, character, characters);
    }
  }

  /** Leads to the longest end of what was read that begins a word. */
  private goOn(nodes: Map<string, number>, beginning: string, character: string, characters: string): void {
    let read = beginning + character;
    while (read !== '' && !nodes.has(read)) read = read.slice(1);
    if (read === '' && !characters.includes(character)) return;
    this.set(nodes.get(beginning) ?? 0, character.charCodeAt(0), nodes.get(read) ?? 0);
  }

  /** A node from which everything but this word, read backwards, leads to an end. */
  unless(word: string): number {
    const first = this.node();
    const end = this.node();
    this.end(end);
    let node = first;
    for (let at = word.length - 1; at >= 0; at--) {
      this.lead(node, ALL.replace(word.charAt(at), ''), end);
      if (at > 0) node = this.step(node, word.charCodeAt(at), undefined);
    }
    return first;
  }

  /** Makes an anchor complete at this node, if the condition is met. */
  end(node: number, condition: Condition = {}): void {
    const others = this.ends.get(node);
    if (others) others.push(condition);
    else this.ends.set(node, [condition]);
  }

  private step(from: number, code: number, to: number | undefined): number {
    const known = this.next(from, code);
    if (known !== 0 && to === undefined) return known;
    const next = to ?? this.node();
    this.set(from, code, next);
    return next;
  }

  private set(from: number, code: number, to: number): void {
    const known = this.next(from, code);
    if (known !== 0 && known !== to) {
      throw new Error(`Two anchors differ in where "${String.fromCharCode(code)}" leads`);
    }
    this.rows[from * BYTES + code] = to;
  }
}

const OTHER_CASE = 32;
const isLetter = (code: number) => (code | OTHER_CASE) >= 97 && (code | OTHER_CASE) <= 122;
