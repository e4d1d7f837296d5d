import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonObject } from '@unspool/session';

/** Sends messages to a server through the driving program, which returns the answer to each request. */
export function driverTransport(send: (message: JsonObject) => Promise<JsonObject | undefined>): Transport {
  const transport: Transport = {
    start: async () => {},
    send: async (message) => {
      const answer = await send(message as JsonObject);
      // Only requests get an answer.
      if (answer && 'id' in message && 'method' in message) transport.onmessage?.(answer as never);
    },
    close: async () => transport.onclose?.(),
  };
  return transport;
}
