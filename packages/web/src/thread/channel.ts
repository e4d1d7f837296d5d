import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Answer, Ask, Start } from './message.js';

/** To whoever plays a role, wherever that is. */
export interface Channel {
  send(ask: Ask): void;
  end(): Promise<void>;
}

export interface ChannelListener {
  onAnswer(answer: Answer): void;
  /** It is gone, or did not even start. */
  onEnd(why: string): void;
}

export type OpenChannel = (script: URL, start: Start, listener: ChannelListener) => Channel;

export const toThread: OpenChannel = (script, start, { onAnswer, onEnd }) => {
  const worker = new Worker(script, { workerData: start });
  worker.on('message', onAnswer);
  worker.on('error', (error) => onEnd(error.message));
  worker.on('exit', () => onEnd('it was ended'));
  // A thread alone does not keep the server alive.
  worker.unref();
  return {
    send: (ask) => worker.postMessage(ask),
    end: async () => {
      await worker.terminate();
    },
  };
};

/**
 * For work that takes much memory once. What a thread took stays with the server after its end: the system's allocator
 * keeps it for the next thread. What a process took is given back.
 */
export const toProcess: OpenChannel = (script, start, { onAnswer, onEnd }) => {
  const child = fork(fileURLToPath(script), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.on('message', (answer) => onAnswer(answer as Answer));
  child.on('error', (error) => onEnd(error.message));
  child.on('exit', () => onEnd('it was ended'));
  child.unref();
  child.channel?.unref();
  child.send(start);
  return {
    send: (ask) => child.send(ask),
    end: () => {
      // It may be in the middle of its work and hear nothing. The store bears it: a transaction counts whole or not at all.
      child.kill('SIGKILL');
      return ended;
    },
  };
};
