/** Durable writing: files, folders, locks. */
export { copyAll, copyRange } from './write/copy.js';
export type { NewSession } from './write/create-session.js';
export { stampOf } from './write/file-stamp.js';
export { isRunning, listOpenFiles, type OpenFiles, processStart } from './write/holders.js';
export { livenessOf } from './write/liveness.js';
export { makeFolder } from './write/make-folder.js';
export { nameFailure } from './write/name-failure.js';
export { writeNewFile, writeUnsyncedFile } from './write/new-file.js';
export { isInUse, patiently } from './write/patiently.js';
export { replaceFile, syncFolder } from './write/replace-file.js';
export { SessionWriter } from './write/session-writer.js';
export { FileSink, type Sink, writeFully } from './write/sink.js';
export { sleep } from './write/sleep.js';
