import type { TraceConfig } from '@unspool/trace';

/** Continues in a separate process, which is not killed with the hook and for which the client does not wait. */
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
    // Node reads these certificates at start, which takes time. Only the sender needs them.
    env: { ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates }), ...env },
  });
  // No process could be started. The next hook tries again, and the queue is kept.
  child.on('error', () => undefined);
  child.unref();
}
