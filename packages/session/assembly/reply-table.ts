import { MAX_PLACES, MAX_REPLIES, PLACES, REPLIES, REPLY, REPLY_COUNT } from './line-memory';
import { isSame } from './recognise-line';

/**
 * The replies of a session, each once, however many lines it stands on: the hash of its id, the id's length, its five
 * counts of tokens, then the id. Places hold the number of a reply, and 0 where there is none.
 */
export function countReply(record: u32): bool {
  const id = load<u32>(record, 8);
  const reply = replyOf(id, load<u32>(record, 12) - id);
  if (reply == 0) return false;
  const output = load<f64>(record, 40);
  const fiveMinutes = load<f64>(record, 64);
  const hour = load<f64>(record, 72);
  // The line with more output counts; the later one when they say the same. See laterUsage() in message/tokens.ts.
  if (load<f64>(reply, 16) > output) return true;
  store<f64>(reply, load<f64>(record, 32), 8);
  store<f64>(reply, output, 16);
  store<f64>(reply, load<f64>(record, 48), 24);
  store<f64>(reply, fiveMinutes + hour > 0 ? fiveMinutes : load<f64>(record, 56), 32);
  store<f64>(reply, hour, 40);
  return true;
}

/** For what was read elsewhere: id and tokens stand at a place, as they stand in the table. False when there is no room. */
export function addReply(at: u32): bool {
  const reply = replyOf(at + 48, load<u32>(at, 4));
  if (reply == 0) return false;
  if (load<f64>(reply, 16) <= load<f64>(at, 16)) memory.copy(reply + 8, at + 8, 40);
  return true;
}

/** Leaves the tokens of all replies at a place, as they stand in the table. */
export function sumReplies(at: u32): void {
  memory.fill(at + 8, 0, 40);
  const end = REPLIES + load<u32>(REPLY_COUNT) * REPLY;
  for (let reply = REPLIES; reply < end; reply += REPLY) {
    for (let field: u32 = 8; field < 48; field += 8) store<f64>(at + field, load<f64>(at + field) + load<f64>(reply + field));
  }
}

export function forgetReplies(): void {
  if (load<u32>(REPLY_COUNT) == 0) return;
  memory.fill(PLACES, 0, 4 * MAX_PLACES);
  store<u32>(REPLY_COUNT, 0);
}

/** Where a reply stands; 0 when it is new and there is no room. */
function replyOf(id: u32, length: u32): u32 {
  const count = load<u32>(REPLY_COUNT);
  // A reply's lines mostly follow each other.
  if (count > 0) {
    const last = REPLIES + (count - 1) * REPLY;
    if (isReply(last, id, length)) return last;
  }
  const hash = hashOf(id, length);
  let place = hash & (MAX_PLACES - 1);
  for (;;) {
    const number = load<u32>(PLACES + place * 4);
    if (number == 0) break;
    const reply = REPLIES + (number - 1) * REPLY;
    if (load<u32>(reply) == hash && isReply(reply, id, length)) return reply;
    place = (place + 1) & (MAX_PLACES - 1);
  }
  if (count == MAX_REPLIES) return 0;
  const reply = REPLIES + count * REPLY;
  store<u32>(reply, hash);
  store<u32>(reply, length, 4);
  store<f64>(reply, -1, 16);
  memory.copy(reply + 48, id, length);
  store<u32>(PLACES + place * 4, count + 1);
  store<u32>(REPLY_COUNT, count + 1);
  return reply;
}

// @ts-ignore: decorator
@inline
function isReply(reply: u32, id: u32, length: u32): bool {
  return load<u32>(reply, 4) == length && isSame(reply + 48, id, length);
}

/** FNV-1a, eight bytes at a time. */
export function hashOf(id: u32, length: u32): u32 {
  let hash: u64 = 0xcbf29ce484222325;
  let at: u32 = 0;
  for (; at + 8 <= length; at += 8) hash = (hash ^ load<u64>(id + at)) * 0x100000001b3;
  for (; at < length; at++) hash = (hash ^ <u64>load<u8>(id + at)) * 0x100000001b3;
  return <u32>(hash ^ (hash >> 32));
}
