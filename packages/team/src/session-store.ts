/** The Agent SDK's SessionStore on top of a team: SDK apps can keep their sessions there and resume them on any machine. */
export type { SessionKey, SessionStoreEntry } from './sdk/session-key.js';
export { TeamSessionStore, type TeamSessionStoreOptions } from './sdk/team-session-store.js';
