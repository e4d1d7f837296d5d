import { type DatabaseFile, type Page, SqliteDamage } from './database-file.js';
import { type Payload, varint } from './record.js';

/** Reports an unreadable page or cell; the walk continues after it. */
export type OnDamage = (message: string) => void;

export interface TableCell {
  rowid: number;
  payload: Payload;
}

const INDEX_INTERIOR = 2;
const TABLE_INTERIOR = 5;
const INDEX_LEAF = 10;
const TABLE_LEAF = 13;

/** The rows of a table in the order of their rowids. */
export function* tableCells(file: DatabaseFile, root: number, onDamage: OnDamage): Generator<TableCell> {
  for (const { page, start, type } of nodesBelow(file, root, onDamage)) {
    if (type !== TABLE_LEAF) continue;
    for (const at of cellsOf(page, start, 8)) {
      const cell = attempt(() => tableCell(file, page, at), onDamage);
      if (cell) yield cell;
    }
  }
}

/** The entries of an index. Across pages, their order is undefined. */
export function* indexCells(file: DatabaseFile, root: number, onDamage: OnDamage): Generator<Payload> {
  for (const { page, start, type } of nodesBelow(file, root, onDamage)) {
    if (type !== INDEX_LEAF && type !== INDEX_INTERIOR) continue;
    const isLeaf = type === INDEX_LEAF;
    for (const at of cellsOf(page, start, isLeaf ? 8 : 12)) {
      const cell = attempt(() => payloadAt(file, page, { at: isLeaf ? at : at + 4, isTable: false }), onDamage);
      if (cell) yield cell;
    }
  }
}

/** One row by its rowid. */
export function rowAt(file: DatabaseFile, root: number, rowid: number): Payload | undefined {
  let number = root;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const { page, start, type } = nodeAt(file, number);
    if (type === TABLE_LEAF) {
      const rowidAt = (at: number) => varint(page, varint(page, at)[1])[0];
      const at = firstFrom({ page, start, header: 8 }, rowidAt, rowid);
      return at === undefined || rowidAt(at) !== rowid ? undefined : tableCell(file, page, at).payload;
    }
    if (type !== TABLE_INTERIOR) throw new SqliteDamage(`page ${number} is not part of a table`);
    const at = firstFrom({ page, start, header: 12 }, (each) => varint(page, each + 4)[0], rowid);
    number = page.readUInt32BE(at ?? start + 8);
  }
  throw new SqliteDamage('its pages form a circle');
}

/** The first cell whose key is at least the given one. Cells are sorted by key. */
function firstFrom(cells: CellList, keyOf: (cell: number) => number, key: number): number | undefined {
  const count = countOf(cells);
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >> 1;
    if (keyOf(cellAt(cells, middle)) < key) low = middle + 1;
    else high = middle;
  }
  return low < count ? cellAt(cells, low) : undefined;
}

interface TreeNode {
  page: Page;
  /** The first page begins with the file's header. */
  start: number;
  type: number;
}

function nodeAt(file: DatabaseFile, number: number): TreeNode {
  const page = file.page(number);
  const start = number === 1 ? 100 : 0;
  return { page, start, type: page.readUInt8(start) };
}

function* nodesBelow(file: DatabaseFile, root: number, onDamage: OnDamage): Generator<TreeNode> {
  const waiting = [root];
  const seen = new Set<number>();
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) {
      onDamage(`page ${number} is used twice`);
      continue;
    }
    seen.add(number);
    const at = number;
    const node = attempt(() => nodeAt(file, at), onDamage);
    if (!node) continue;
    const { page, start, type } = node;
    yield node;
    if (type === TABLE_INTERIOR || type === INDEX_INTERIOR) {
      const children = cellsOf(page, start, 12).map((cell) => attempt(() => page.readUInt32BE(cell), onDamage) ?? 0);
      children.push(page.readUInt32BE(start + 8));
      waiting.push(...children.reverse());
    } else if (type !== TABLE_LEAF && type !== INDEX_LEAF) onDamage(`page ${number} is of no tree`);
  }
}

/** The location of a page's list of cells. */
interface CellList {
  page: Page;
  start: number;
  /** The length of the page's header. */
  header: number;
}

function cellsOf(page: Page, start: number, header: number): number[] {
  const cells = { page, start, header };
  return Array.from({ length: countOf(cells) }, (_, place) => cellAt(cells, place));
}

function countOf({ page, start, header }: CellList): number {
  return Math.min(page.readUInt16BE(start + 3), Math.floor((page.length - start - header) / 2));
}

function cellAt({ page, start, header }: CellList, place: number): number {
  return page.readUInt16BE(start + header + place * 2);
}

function tableCell(file: DatabaseFile, page: Page, at: number): TableCell {
  const [, afterSize] = varint(page, at);
  const [rowid] = varint(page, afterSize);
  return { rowid, payload: payloadAt(file, page, { at, isTable: true }) };
}

function payloadAt(file: DatabaseFile, page: Page, { at, isTable }: { at: number; isTable: boolean }): Payload {
  let [size, from] = varint(page, at);
  if (isTable) [, from] = varint(page, from);
  if (size > file.pages * file.usable) throw new SqliteDamage('a record is longer than the file');
  const inPage = localSize(size, file.usable, isTable);
  const local = page.subarray(from, from + inPage);
  if (local.length < inPage) throw new SqliteDamage('a record leaves its page');
  const next = inPage < size ? page.readUInt32BE(from + inPage) : 0;
  return { size, local, whole: () => (inPage < size ? withOverflow(file, { size, local, next }) : local) };
}

/** How many bytes of a record are in its page, as defined by the format. */
function localSize(size: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((size - least) % (usable - 4));
  return rest <= most ? rest : least;
}

function withOverflow(file: DatabaseFile, first: { size: number; local: Buffer; next: number }): Buffer {
  const parts = [first.local];
  let left = first.size - first.local.length;
  for (let { next } = first; left > 0; ) {
    if (next === 0) throw new SqliteDamage('a long value is cut off');
    const page = file.page(next);
    const part = page.subarray(4, Math.min(file.usable, 4 + left));
    parts.push(part);
    left -= part.length;
    next = page.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function attempt<T>(read: () => T, onDamage: OnDamage): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamage(error.message);
    return undefined;
  }
}

/** In a damaged page, offsets may point beyond its end. */
export function isDamage(error: unknown): error is Error {
  return error instanceof SqliteDamage || error instanceof RangeError;
}

/** The deepest tree in the largest database that the format allows. */
const DEEPEST = 50;
