/** What a laptop shares with its team and fetches from it. The service is in `@unspool/team/service`. */
export { type FailureCode, TeamFailure } from './contract/failure.js';
export type {
  Device,
  FileMark,
  Quota,
  Role,
  SharedSession,
  TeamHit,
  TeamResult,
  TitledRead,
  UsageRow,
  Visibility,
} from './contract/model.js';
export { ROLES } from './contract/model.js';
export { isPerson } from './contract/names.js';
export { type Collected, collect, queueFolder } from './laptop/collect.js';
export { cacheFolder, fetchSession } from './laptop/fetch-session.js';
export { withLock } from './laptop/lock.js';
export {
  checkedUrl,
  forgetMembership,
  keepMembership,
  type Membership,
  membershipOf,
  requireMembership,
  teamFolder,
} from './laptop/membership.js';
export { newLines } from './laptop/new-lines.js';
export { type Pushed, pushQueue } from './laptop/push-queue.js';
export { Queue, type QueuedSession, waitingBytes } from './laptop/queue.js';
export { addRule, readRules, type ShareRule, type Sharing } from './laptop/rules.js';
export {
  type ListFilter,
  type QuotaReport,
  type SessionPage,
  TeamClient,
  type TeamCounts,
} from './laptop/team-client.js';
export { usagesOf } from './laptop/usages.js';
