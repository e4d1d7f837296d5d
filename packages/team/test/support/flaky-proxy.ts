import { type AddressInfo, connect, createServer } from 'node:net';

export interface FlakyProxy {
  url: string;
  /** Connections that were cut so far. */
  readonly cuts: number;
  close(): void;
}

/**
 * A network that fails: every connection is cut after so many bytes, in either direction. A request may have arrived whole
 * when its answer is lost.
 */
export async function flakyProxy(target: string, bytesOf: () => number): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const state = { cuts: 0 };
  const server = createServer((laptop) => {
    const service = connect(Number(port), hostname);
    let left = bytesOf();
    const cut = () => {
      laptop.destroy();
      service.destroy();
    };
    for (const [from, to] of [
      [laptop, service],
      [service, laptop],
    ] as const) {
      from.on('data', (data) => {
        left -= data.length;
        if (left >= 0) to.write(data);
        else if (!from.destroyed) {
          state.cuts++;
          to.write(data.subarray(0, Math.max(0, data.length + left)), cut);
        }
      });
      from.on('error', cut);
      from.on('close', cut);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return state.cuts;
    },
    close: () => server.close(),
  };
}
