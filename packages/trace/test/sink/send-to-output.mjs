// Sends one span to the file that our own output is.
import { senderOf } from '../../dist/otlp/resource.js';
import { fileSink } from '../../dist/sink/file-sink.js';

const span = {
  traceId: '0'.repeat(32),
  spanId: '0'.repeat(16),
  name: 'seen',
  kind: 'tool',
  startTimeUnixNano: '0',
  endTimeUnixNano: '0',
  attributes: {},
  events: [],
  status: { code: 'unset' },
};
const sink = fileSink({ type: 'file', name: 'file', path: '/dev/stdout' }, senderOf('0.0.0'));
const outcome = await sink.send([span]);
if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
