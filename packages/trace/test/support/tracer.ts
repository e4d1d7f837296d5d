import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@unspool/session/write';
import { spansToExport } from '../../src/hook/export-session.js';
import { openWith } from '../../src/hook/open-with.js';
import { type HookWorld, runHook } from '../../src/hook/run-hook.js';
import { runWorker } from '../../src/hook/run-worker.js';
import { writeConfig } from '../../src/hook/trace-config.js';
import { encodedSpan } from '../../src/otlp/encode-json.js';
import { ask } from '../../src/sink/ask.js';
import type { SinkConfig } from '../../src/sink/sink-config.js';
import type { Span } from '../../src/span/span.js';
import type { TraceOptions } from '../../src/span/turn-trace.js';
import { type TraceFolder, traceFolderIn } from '../../src/state/trace-folder.js';
import { decodeRequest, type WireSpan } from './decode-otlp.js';
import { mainFilesIn } from './growing-session.js';

export const SALT = 'a-salt-that-stays-the-same';

/** One machine: a home, its configuration, and hooks run in this process. */
export class Tracer {
  readonly home = mkdtempSync(join(tmpdir(), 'unspool-trace-'));
  readonly folder: TraceFolder = traceFolderIn(join(this.home, 'data'));
  workersStarted = 0;
  readonly world: HookWorld;

  constructor(sinks: SinkConfig[]) {
    this.configure(sinks);
    this.world = {
      folder: this.folder,
      env: {},
      now: Date.now,
      sleep,
      openWith: (config) => openWith(config),
      startWorker: () => {
        this.workersStarted++;
      },
    };
  }

  configure(sinks: SinkConfig[]): void {
    writeConfig(this.folder, { sinks, content: 'redacted', salt: SALT, flushMs: 0 });
  }

  hook(name: string, transcript: string, fields: object = {}): void {
    runHook(JSON.stringify({ hook_event_name: name, transcript_path: transcript, ...fields }), this.world);
  }

  /** Sends without a pause between tries. */
  async send(tries = 3): Promise<void> {
    await runWorker({
      ...this.world,
      ask,
      retryPolicy: {
        tries,
        firstMs: 1,
        maxMs: 5,
        sleep: (ms) => new Promise((r) => setTimeout(r, ms)),
        random: Math.random,
      },
      version: '0.0.0',
      timeoutMs: 600_000,
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The spans of finished files, read in one go: what everything else is compared with. */
export function wantedSpans(project: string, costOf?: TraceOptions['costOf']): Map<string, WireSpan> {
  const open = openWith({ content: 'redacted', salt: SALT }, costOf);
  const spans: Span[] = mainFilesIn(project).flatMap((file) => {
    const { turns } = open(file, { isEnded: true });
    // Sub-agents of sessions without a turn wait until the session has been quiet for long.
    return turns.filter((turn) => turn.number > 0).flatMap((turn) => spansToExport(turn, turns));
  });
  return byId(spans.map((span) => wireSpan(span)));
}

export function wireSpan(span: Span): WireSpan {
  const json = `{"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"scope":{},"spans":[${Buffer.from(encodedSpan(span).bytes)}]}]}]}`;
  const [wire] = decodeRequest(Buffer.from(json), 'application/json');
  if (!wire) throw new Error('no span');
  return wire;
}

export function byId(spans: Iterable<WireSpan>): Map<string, WireSpan> {
  return new Map([...spans].map((span) => [`${span.traceId} ${span.spanId} ${span.startTimeUnixNano}`, span]));
}

export interface Difference {
  missing: string[];
  extra: string[];
  different: string[];
}

export function compare(found: ReadonlyMap<string, WireSpan>, wanted: ReadonlyMap<string, WireSpan>): Difference {
  const name = (key: string) => `${(wanted.get(key) ?? found.get(key))?.name} ${key}`;
  return {
    missing: [...wanted.keys()].filter((key) => !found.has(key)).map(name),
    extra: [...found.keys()].filter((key) => !wanted.has(key)).map(name),
    different: [...wanted.keys()]
      .filter((key) => found.has(key) && JSON.stringify(found.get(key)) !== JSON.stringify(wanted.get(key)))
      .map(name),
  };
}

export const NO_DIFFERENCE: Difference = { missing: [], extra: [], different: [] };
