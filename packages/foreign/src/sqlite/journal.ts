import { fstatSync } from 'node:fs';
import { readAt } from './read-at.js';
import type { CommittedPages } from './wal.js';

const HEADER = 28;
const MAGIC = 'd9d505f920a163d7';
/** The number of pages in a journal that is not synchronised with the disk: up to its end. */
const UNCOUNTED = 0xffffffff;

/**
 * The pages that a rollback journal keeps: as they were before the transaction that is open, or that never ended. After
 * a commit the journal is deleted, emptied, or its header is overwritten with zeros.
 */
export function journalPages(fd: number, pageSize: number): CommittedPages {
  const kept: CommittedPages = { offsets: new Map(), pages: undefined };
  const { size } = fstatSync(fd);
  for (let at = 0; at < size; ) {
    const header = readAt(fd, at, HEADER);
    if (header.length < HEADER || header.toString('hex', 0, 8) !== MAGIC) break;
    const [count, nonce, pagesBefore, sector, ownPageSize] = [8, 12, 16, 20, 24].map((place) =>
      header.readUInt32BE(place),
    ) as [number, number, number, number, number];
    if (ownPageSize !== pageSize || sector < HEADER) break;
    kept.pages ??= pagesBefore;
    at += sector;
    const most = Math.floor((size - at) / (pageSize + 8));
    for (let left = Math.min(most, count === UNCOUNTED ? most : count); left > 0; left--) {
      const record = readAt(fd, at, pageSize + 8);
      if (record.length < pageSize + 8 || record.readUInt32BE(pageSize + 4) !== checksum(record, nonce)) return kept;
      const page = record.readUInt32BE(0);
      if (!kept.offsets.has(page)) kept.offsets.set(page, at + 4);
      at += pageSize + 8;
    }
    at = Math.ceil(at / sector) * sector;
  }
  return kept;
}

export function headOfJournal(fd: number): Buffer {
  return readAt(fd, 0, HEADER);
}

/** SQLite adds up every 200th byte of the page, from its end. */
function checksum(record: Buffer, nonce: number): number {
  const pageSize = record.length - 8;
  let sum = nonce;
  for (let at = pageSize - 200; at > 0; at -= 200) sum += record.readUInt8(4 + at);
  return sum >>> 0;
}
