import type { TraceConfig } from '@unspool/trace';

/** Goes on in a process of its own: it is not killed with the hook, and the client does not wait for it. */
export function startWorker(
  file: string,
  env: { readonly [name: string]: string | undefined },
  { certificates }: TraceConfig,
): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [file, 'worker'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // Read by Node when it starts, and by who sends only: it takes time.
    env: { ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates }), ...env },
  });
  // No process to be had: the next hook tries again, the queue keeps.
  child.on('error', () => undefined);
  child.unref();
}
