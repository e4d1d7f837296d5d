import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { TraceHome } from './trace-home.js';

export const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
export const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** A home of its own for each test, and a receiver beside it. */
export class TracedHome {
  receiver = new Receiver();
  private place: TraceHome | undefined;

  constructor() {
    beforeEach(async () => {
      this.place = new TraceHome();
      this.receiver = await new Receiver().start();
    });
    afterEach(async () => {
      await this.receiver.stop();
      this.place?.remove();
    });
  }

  get home(): string {
    return this.current.home;
  }

  /** A path in it. */
  at(path: string): string {
    return join(this.home, path);
  }

  run(args: string[], env: Record<string, string> = {}, fields: object = {}) {
    return this.current.run(args, env, fields);
  }

  layOut(scenario: string): string {
    return this.current.layOut(scenario);
  }

  private get current(): TraceHome {
    if (!this.place) throw new Error('there is a home only while a test runs');
    return this.place;
  }
}
