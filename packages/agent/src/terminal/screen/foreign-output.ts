/**
 * Redirects other writes to the terminal, such as a library's console.log or a Node warning, to `say`: they would garble
 * the screen. Returns a function that ends this.
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
  // Node suspects a leak, but many tools listen for the same Esc.
  process.on('warning', ({ name, message }) => name !== 'MaxListenersExceededWarning' && say(`${name}: ${message}`));
  return () => {
    for (const { stream, write } of streams) stream.write = write;
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  };
}
