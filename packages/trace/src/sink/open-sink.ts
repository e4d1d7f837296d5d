import { fileSink } from './file-sink.js';
import { type HttpWorld, httpSink } from './http-sink.js';
import { langfuseEndpoint } from './langfuse.js';
import type { Sink } from './sink.js';
import type { SinkConfig } from './sink-config.js';

export function openSink(config: SinkConfig, world: HttpWorld): Sink {
  switch (config.type) {
    case 'file':
      return fileSink(config, world.sender);
    case 'otlp':
      return httpSink(config.name, config, world);
    case 'langfuse':
      return httpSink(config.name, langfuseEndpoint(config), world);
  }
}
