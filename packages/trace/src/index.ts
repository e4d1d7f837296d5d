export { type Backfilled, type BackfillOptions, backfill } from './backfill/backfill.js';
export { type LoggedError, logError, readErrors } from './hook/error-log.js';
export { type Exported, type ExportWorld, exportSession, type SessionEvent } from './hook/export-session.js';
export { openWith } from './hook/open-with.js';
export { type RemovedSink, removeSink, sinksOnDisk } from './hook/remove-sink.js';
export { type HookWorld, runHook } from './hook/run-hook.js';
export { runWorker, sendAll, type WorkerWorld } from './hook/run-worker.js';
export { isSinkMoved, placeMark, settleSink, shownPlace } from './hook/sink-place.js';
export {
  langfuseFrom,
  loadConfig,
  newConfig,
  readConfig,
  SINK_NAME,
  sinksOf,
  writeConfig,
} from './hook/trace-config.js';
export { Neighbours } from './model/neighbours.js';
export { openTrace } from './model/open-trace.js';
export type { Drained } from './queue/drain.js';
export { queuedBytes, queuedFiles } from './queue/queue-files.js';
export { readSinkRecord, type SinkRecord } from './queue/sink-record.js';
export { ask } from './sink/ask.js';
export { checkSink } from './sink/check-sink.js';
export { reservedHeader } from './sink/reserved-header.js';
export { shownAddress } from './sink/shown-address.js';
export type { FileConfig, LangfuseConfig, OtlpConfig, SinkConfig, TraceConfig } from './sink/sink-config.js';
export { whyNotAppended } from './sink/why-not-appended.js';
export type { AttributeValue, Span, SpanEvent, SpanKind, SpanStatus } from './span/span.js';
export type {
  ContentMode,
  Cost,
  SessionTrace,
  TraceOptions,
  TurnState,
  TurnTrace,
} from './span/turn-trace.js';
export { isLocked } from './state/lock.js';
export { readStates } from './state/read-states.js';
export type { SessionState } from './state/session-state.js';
export { foldersOf, type TraceFolder, traceFolderIn } from './state/trace-folder.js';
