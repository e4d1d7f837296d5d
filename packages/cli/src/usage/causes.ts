import { type CauseKind, causesOf, type Prices, type Report, sessionRef, type Usage } from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';

/** What brought the tokens in stands in the transcripts: these reports read them whole. */
export function causes(kind: CauseKind, prices: Prices, isWanted: (usage: Usage) => boolean, io: Io): Report {
  const { sessions } = allSessions(io);
  const progress = new Progress('Reading sessions', sessions.length, io);
  const report = causesOf(kind, sessions, sessionRef, { prices, isWanted, onSession: () => progress.step() });
  progress.clear();
  return report;
}
