import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonObject } from '@unspool/session';

/** Messages of a server go out through who drives us, and each answer comes back with its question. */
export function driverTransport(send: (message: JsonObject) => Promise<JsonObject | undefined>): Transport {
  const transport: Transport = {
    start: async () => {},
    send: async (message) => {
      const answer = await send(message as JsonObject);
      // What asks nothing gets no answer.
      if (answer && 'id' in message && 'method' in message) transport.onmessage?.(answer as never);
    },
    close: async () => transport.onclose?.(),
  };
  return transport;
}
