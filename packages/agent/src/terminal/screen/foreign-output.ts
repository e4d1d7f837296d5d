/**
 * Whatever else writes to the terminal would tear the screen apart: a library's console.log, a warning of Node. While
 * the screen stands it is handed to `say` instead. Returns what ends that.
 */
export function holdForeignOutput(say: (text: string) => void): () => void {
  const taken = (text: string | Uint8Array) => {
    const words = typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    if (words.trim() !== '') say(words);
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  for (const { stream } of streams) stream.write = taken;
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  // Many tools that listen to one Esc are no leak.
  process.on('warning', ({ name, message }) => name !== 'MaxListenersExceededWarning' && say(`${name}: ${message}`));
  return () => {
    for (const { stream, write } of streams) stream.write = write;
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  };
}
