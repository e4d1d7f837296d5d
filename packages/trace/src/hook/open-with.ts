import { createRedactor, type Redactor } from '@unspool/redact';
import { readAgents } from '@unspool/session/locate';
import { Neighbours } from '../model/neighbours.js';
import { openTrace } from '../model/open-trace.js';
import type { TraceConfig } from '../sink/sink-config.js';
import type { TraceOptions } from '../span/turn-trace.js';
import type { ExportWorld } from './export-session.js';

/** Opens sessions as the configuration says: every exporter of a machine makes the same spans. */
export function openWith(
  { content, salt, userId }: Pick<TraceConfig, 'content' | 'salt' | 'userId'>,
  costOf?: TraceOptions['costOf'],
): ExportWorld['open'] {
  const redactor = once(() => createRedactor({ salt }));
  const neighbours = new Neighbours();
  return (file, { isEnded = false, isStopped = false }, { agentFiles, from, isPartOnly = false } = {}) =>
    openTrace({
      file,
      neighbours,
      ...(agentFiles && { family: { agents: readAgents(agentFiles) } }),
      ...(from && { from }),
      isPartOnly,
      content,
      redactor: { redactValue: (value) => redactor().redactValue(value) },
      ...(costOf && { costOf }),
      ...(userId !== undefined && { userId }),
      isEnded,
      isStopped,
    });
}

/** Compiling the rules takes time that a hook with nothing to send does not have. */
function once(make: () => Redactor): () => Redactor {
  let made: Redactor | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
