/** A team's service and its stores. */
export { openClickHouse } from './clickhouse/open-clickhouse.js';
export type { Role } from './contract/model.js';
export type { TeamStore } from './contract/store.js';
export { openDiskStore } from './disk/disk-store.js';
export { checkPerson, invitationCode } from './service/invitation.js';
export { type RunningService, type ServiceOptions, startService } from './service/start-service.js';
