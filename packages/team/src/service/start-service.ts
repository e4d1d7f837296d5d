import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { serve } from '@hono/node-server';
import { TeamFailure } from '../contract/failure.js';
import type { TeamStore } from '../contract/store.js';
import { appOf } from './app.js';
import { invitationCode } from './invitation.js';

export interface ServiceOptions {
  store: TeamStore;
  team?: string;
  host?: string;
  port?: number;
  tls?: { cert: string; key: string };
  /** Allows listening on other addresses without TLS, behind a proxy that has it. */
  isBehindProxy?: boolean;
  trustedHeader?: string;
  keepDays?: number;
  now?: () => number;
  onFault?: (error: unknown) => void;
}

export interface RunningService {
  url: string;
  /** Returns a code with which this person can join. */
  invite(person: string, role: 'admin' | 'member' | 'viewer'): Promise<string>;
  close(): Promise<void>;
}

/** Serves a team until it is closed. Without TLS it refuses to listen on anything but loopback. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { store, host = '127.0.0.1', tls, team = 'team', keepDays = 0, now = Date.now } = options;
  if (!isLoopback(host) && !tls && !options.isBehindProxy) {
    throw new TeamFailure(
      'bad_request',
      `Listening on ${host} without TLS would send sessions and tokens in the clear.`,
      {
        hint: 'Give --cert and --key, or --behind-proxy if a proxy in front of it provides TLS.',
      },
    );
  }
  const app = appOf({
    store,
    team,
    keepDays,
    trustedHeader: options.trustedHeader,
    now,
    onFault: options.onFault ?? (() => {}),
  });
  const secure = tls && { createServer: createTlsServer, serverOptions: certificateIn(tls) };
  const server = await new Promise<Server>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, port: options.port ?? 0, hostname: host, ...secure }, () =>
      resolve(started),
    ) as Server;
    started.once('error', reject);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  const { port } = server.address() as AddressInfo;
  const shown = isEverywhere(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls ? 'https' : 'http'}://${shown}:${port}`,
    invite: async (person, role) => invitationCode(await store.secret(), { person, role, now: now() }),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await store.close();
    },
  };
}

/** Every address of this machine, which is not itself one that can be called. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Longer than clients and proxies keep idle connections, or they would send a request into one that is just being closed. */
const KEEP_ALIVE = 75_000;

function certificateIn({ cert, key }: { cert: string; key: string }): { cert: Buffer; key: Buffer } {
  try {
    const files = { cert: readFileSync(cert), key: readFileSync(key) };
    createSecureContext(files);
    return files;
  } catch (error) {
    throw new TeamFailure('bad_request', 'The certificate or its key cannot be used.', {
      why: (error as Error).message,
      hint: 'Both are PEM files, and the key is the one of the certificate.',
    });
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
