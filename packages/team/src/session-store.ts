/** The Agent SDK's SessionStore over a team: any SDK app keeps its sessions there and resumes them anywhere. */
export type { SessionKey, SessionStoreEntry } from './sdk/session-key.js';
export { TeamSessionStore, type TeamSessionStoreOptions } from './sdk/team-session-store.js';
