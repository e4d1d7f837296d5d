import { type CharacterSet, isIn } from '../characters.js';
import { bytesPending, SEXTETS, SHORTEST_BASE64 } from '../encoding/base64.js';
import { MAX_STARTS } from '../encoding/encoded-block.js';
import { BLOCK, ROLES, RUN, WIDE_COLON } from '../roles.js';
import { LONGEST_URL } from '../rule/url.js';
import { SHORTEST_RUN } from '../run.js';
import { allAnchors } from './all-anchors.js';
import type { Anchors } from './anchors.js';
import { BEYOND_ASCII, BYTES, WIDE_COLON_BYTE } from './bytes.js';
import { Graph } from './graph.js';
import { groupsOf, type Pairs } from './groups.js';

/** The addresses of the kernel's tables by name: see assembly/memory.ts. */
export type Addresses = (name: string) => number;

/** Fills the kernel's memory with the tables made from the rules. */
export function writeTables(buffer: ArrayBuffer, at: Addresses): void {
  const graph = new Graph(new Uint16Array(buffer, at('NODES'), at('MAX_NODES') * BYTES));
  const anchors = allAnchors(graph);
  const numbers = new Uint32Array(buffer);
  const put = (name: string, value: number) => {
    numbers[at(name) >> 2] = value;
  };
  put('SHORTEST_STRETCH', SHORTEST_RUN);
  put('SHORTEST_BASE64', SHORTEST_BASE64);
  put('MAX_STARTS', MAX_STARTS);
  put('LONGEST_AHEAD', LONGEST_URL);
  put('WIDE_COLON', WIDE_COLON);
  put('WIDE_COLON_BYTE', WIDE_COLON_BYTE.charCodeAt(0));
  put('BEYOND_ASCII_BYTE', BEYOND_ASCII.charCodeAt(0));
  put('PLACES', anchors.places);
  put('AHEAD', anchors.ahead);
  put('BEFORE_STRETCH', anchors.beforeStretch);
  put('AFTER_STRETCH', anchors.afterStretch);
  writeSets(new Uint8Array(buffer), at, anchors);
  writeTextTables(new Uint8Array(buffer), at);
  writeConditions(buffer, at, graph);
}

function writeSets(bytes: Uint8Array, at: Addresses, anchors: Anchors): void {
  const tables = [at('FIRST_LOW'), at('FIRST_HIGH'), at('SECOND_LOW'), at('SECOND_HIGH')] as const;
  const more = at('MORE_GROUPS');
  const moreTables = [tables[0] + more, tables[1] + more, tables[2] + more, tables[3] + more] as const;
  const add = (address: number, bit: number) => {
    bytes[address] = (bytes[address] ?? 0) | bit;
  };
  const pairs = pairsOf(anchors);
  const groups = groupsOf(pairs);
  for (const [second, firsts] of pairs) {
    const number = groups.get(second) ?? 0;
    const group = 1 << (number & 7);
    const [firstLow, firstHigh, secondLow, secondHigh] = number < 8 ? tables : moreTables;
    add(secondLow + (second & 15), group);
    add(secondHigh + (second >> 4), group);
    for (const first of firsts) {
      add(firstLow + (first & 15), group);
      add(firstHigh + (first >> 4), group);
    }
  }
  for (let high = 0; high < 8; high++) add(at('HIGH_BITS') + high, 1 << high);
  for (const [code, role] of ROLES.entries()) {
    if (role === RUN || role === BLOCK) add(at('BASE64') + (code & 15), 1 << (code >> 4));
  }
}

function pairsOf({ graph, places, ahead }: Anchors): Pairs {
  const pairs = new Map<number, number[]>();
  for (const second of graph.codesFrom(places)) {
    // Any character may come before an anchor that is read forwards.
    const isAhead = graph.next(ahead, second) !== 0;
    pairs.set(second, isAhead ? EVERY_BYTE : graph.codesFrom(graph.next(places, second)));
  }
  return pairs;
}

const EVERY_BYTE = Array.from({ length: BYTES }, (_, code) => code);

function writeTextTables(bytes: Uint8Array, at: Addresses): void {
  bytes.set(SEXTETS, at('SEXTETS'));
  const states = at('TEXT_STATES');
  for (let pending = 0; pending < 4; pending++) {
    for (let byte = 0; byte < 256; byte++) bytes[states + pending * 256 + byte] = bytesPending(pending, byte);
  }
}

function writeConditions(buffer: ArrayBuffer, at: Addresses, graph: Graph): void {
  const sets: CharacterSet[] = [];
  const maskOf = (named: readonly CharacterSet[]) => named.reduce((mask, set) => mask | (1 << bitOf(sets, set)), 0);
  const nodes = new Uint16Array(buffer, at('NODE_CONDITIONS'), at('MAX_NODES'));
  const table = new Uint16Array(buffer, at('CONDITIONS'), at('MAX_CONDITIONS') * 8);
  let count = 1;
  for (const [node, conditions] of graph.ends) {
    nodes[node] = count;
    for (const [index, { follow, followedUpTo, before = 0 }] of conditions.entries()) {
      const { sets: named, count: length } = follow ?? followedUpTo ?? NOTHING;
      const hasMore = index < conditions.length - 1 ? 1 : 0;
      table.set([maskOf(named), length, followedUpTo?.node ?? 0, before, hasMore], count++ * 8);
    }
  }
  const bits = new Uint16Array(buffer, at('CONDITION_SETS'), BYTES);
  for (let code = 0; code < BYTES; code++) bits[code] = maskOf(sets.filter((set) => isIn(set, code)));
}

const NOTHING = { sets: [], count: 0 };

/** Bits of a number in the table. */
const MAX_SETS = 16;

function bitOf(sets: CharacterSet[], set: CharacterSet): number {
  const known = sets.indexOf(set);
  if (known < 0 && sets.length === MAX_SETS) throw new Error('Conditions use too many sets of characters');
  return known >= 0 ? known : sets.push(set) - 1;
}
