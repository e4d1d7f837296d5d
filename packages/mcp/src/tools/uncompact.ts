import type { Arguments } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';

export function uncompactTool(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  return `Session ${session.id.slice(0, 8)} has no compaction.`;
}
