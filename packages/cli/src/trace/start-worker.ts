/** Goes on in a process of its own: it is not killed with the hook, and the client does not wait for it. */
export function startWorker(file: string, env: { readonly [name: string]: string | undefined }): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [file, 'worker'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env },
  });
  // No process to be had: the next hook tries again, the queue keeps.
  child.on('error', () => undefined);
  child.unref();
}
