import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const LOADED = /new URL\('([^']+\.wasm)', import\.meta\.url\)/g;

/** A rolldown plugin that copies the .wasm files of our modules next to the bundle. */
export function wasmFiles() {
  return {
    name: 'wasm-files',
    transform: {
      filter: { code: LOADED },
      handler(code, id) {
        return code.replace(LOADED, (_, path) => {
          const file = join(dirname(id), path);
          const asset = this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${asset})`;
        });
      },
    },
  };
}
