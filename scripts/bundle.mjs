// The command: one small entry and a file a command, so that it starts fast and needs no other package of ours.
// CommonJS, because Node loads it in half the time: no module graph to link, no streams for the sake of `node:fs`.
//
//   node scripts/bundle.mjs [folder] [--alone]
//
// A server that runs from the folder loads its files as it needs them: those of the build before stay until the next
// one. With --alone they go at once, as a package wants it.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { root } from './ready.mjs';
import { sources } from './sources.mjs';
import { wasmFiles } from './wasm-files.mjs';

const { values, positionals } = parseArgs({ options: { alone: { type: 'boolean' } }, allowPositionals: true });
const dist = positionals[0] ?? join(root, 'packages/cli/dist');
const noted = join(dist, '.built.json');
const HASHED = '[name]-[hash].js';
mkdirSync(dist, { recursive: true });
const before = values.alone ? [] : lastBuilt();

const commands = await bundled(
  [
    'program',
    'check-worker',
    'index-worker',
    'list-worker',
    'mend-index',
    'search-worker',
    'usage-worker',
    'web-worker',
  ],
  // Only what is named by its content is kept as V8 compiled it: see kept-code.ts.
  { entryFileNames: ({ name }) => (name === 'program' ? HASHED : '[name].js'), codeSplitting: { groups: groups() } },
);
// What is to answer fastest stands alone in one file, whatever the commands share.
const usageAtOnce = await bundled(['usage/at-once'], { entryFileNames: HASHED });
const newAnswer = await bundled(['usage/new-answer'], {
  entryFileNames: HASHED,
  codeSplitting: { groups: [{ name: 'answers-at-once', test: isAnswering, priority: 1 }] },
});
const wordsAtOnce = await bundled(['search/words-at-once'], {
  entryFileNames: HASHED,
  codeSplitting: { groups: [{ name: 'found-at-once', test: isFinding, priority: 1 }] },
});
const indexedAtOnce = await bundled(['usage/indexed-at-once'], { entryFileNames: HASHED }, newAnswer);
const front = await bundled(['unspool'], { entryFileNames: '[name].js', banner: '#!/usr/bin/env node' }, [
  ...commands,
  ...usageAtOnce,
  ...newAnswer,
  ...wordsAtOnce,
  ...indexedAtOnce,
]);
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
chmodSync(join(dist, 'unspool.js'), 0o755);
const built = [
  ...[...commands, ...usageAtOnce, ...newAnswer, ...wordsAtOnce, ...indexedAtOnce, ...front].map(
    ({ fileName }) => fileName,
  ),
  ...takeAppAlong(),
];
clear(new Set([...built, ...before]));
if (!values.alone) writeFileSync(noted, JSON.stringify(built));

/** `names` are our modules that others may begin with; `parts` are files that are there by then. */
async function bundled(names, output, parts = []) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [basename(name), join(root, `packages/cli/src/${name}.ts`)])),
    platform: 'node',
    external: [/^node:/, 'libsql'],
    resolve: { alias: sources },
    plugins: [
      wasmFiles(),
      cheapEmoji(),
      quietColours(),
      lateBuiltins(),
      ...(parts.length > 0 ? [linkedTo(parts)] : []),
    ],
    // Our modules, Node's and those of the terminal do nothing by being loaded: a command takes only what it uses.
    treeshake: {
      moduleSideEffects: (id) => !/[\\/]packages[\\/][^\\/]+[\\/]src[\\/]|[\\/]pi-tui[\\/]|^node:/.test(id),
    },
  });
  const written = await bundle.write({
    dir: dist,
    chunkFileNames: HASHED,
    assetFileNames: '[name]-[hash][extname]',
    format: 'cjs',
    minify: true,
    ...output,
  });
  return written.output;
}

/** What is loaded when it is needed is found under the name that it has by then. */
function linkedTo(parts) {
  const names = new Map(parts.map(({ facadeModuleId, fileName }) => [facadeModuleId, `./${fileName}`]));
  return {
    name: 'linked-parts',
    resolveDynamicImport(source, importer) {
      const fileName = names.get(join(dirname(importer), source.replace(/\.js$/, '.ts')));
      return fileName === undefined ? null : { id: fileName, external: true };
    },
    renderChunk: (code) => code.replace(/\bimport\((["'`][^"'`]+["'`])\)/g, 'Promise.resolve().then(()=>require($1))'),
  };
}

/** What an answer from the index needs, and what all need. */
function isAnswering(id) {
  return groups().some(({ name, test }) => (name === 'answers' || name === 'places') && test.test(id));
}

/** What a search for words needs beside it: to read lines back, and to show them. */
function isFinding(id) {
  const finding = sourcesAt({
    session: `entry/block entry/entry line/decode line/depth line/json line/parse line/recover line/split line/surrogate
      line/utf8 locate/path scan/accents scan/needle scan/searchable-text turn/rejection turn/words`,
    store: `indexing/open-bytes indexing/read-part indexing/text-place keep/archive-format search/filters search/hit
      search/copies search/matcher search/originals search/output-files search/placed-hits search/search-index search/snippet
      search/term`,
    cli: 'keep/archive-time keep/usable-data-folder search/in-index search/options search/query search/say-result search/screen',
  });
  return isAnswering(id) || finding.test(id);
}

/** A call from one file into another looks its function up each time. What reads a gigabyte stands in one file. */
function groups() {
  return [
    // What commands need that read no session.
    {
      name: 'places',
      test: sourcesAt({
        session:
          'locate/config-folders locate/look locate/path locate/session-id message/tokens models/* scan/search-kind',
        store: 'data-folder',
      }),
      priority: 3,
    },
    // What a search that reads files needs in each of its threads.
    {
      name: 'needles',
      test: /session[\\/]src[\\/]scan[\\/](accents|needle|needle-kernel|probe-file)\.ts$/,
      priority: 2,
    },
    // What an answer from the index needs: two dozen small files would take longer to find than to run.
    {
      name: 'answers',
      test: sourcesAt({
        store: `sqlite/* schema/open-store schema/migrations indexing/file-look indexing/look indexing/meta indexing/sweep
          schema/open-mark keep/archive-stamp keep/archive-folder ledger/ledger-days ledger/ledger-usage search/query search/segment
          usage/blocks usage/calendar usage/money usage/pile usage/prices usage/reports usage/sum
          usage/usage`,
        cli: `commands/usage search/say-moved search/up-to-date terminal/colour terminal/numbers terminal/safe terminal/table
          terminal/times terminal/width terminal/wrap usage/csv usage/filters usage/from-ledger usage/json
          usage/own-prices usage/screen`,
      }),
      priority: 2,
    },
    // What reads new lines into it.
    {
      name: 'indexing',
      test: sourcesAt({
        store: 'causes/* indexing/* ledger/ledger schema/names keep/archive-format keep/archive-reader keep/kept-files',
        cli: 'search/read-new keep/kept-files',
      }),
      priority: 0,
    },
    { name: 'reader', test: /session[\\/]src[\\/](line|entry|graph|message|turn|tools|scan|locate)[\\/]/, priority: 1 },
    // Of the same priority: what comes first takes along what it needs.
    { name: 'writes', test: /session[\\/]src[\\/]write[\\/]/, priority: 0 },
    { name: 'resume', test: /session[\\/]src[\\/](check\.ts$|resume[\\/])/, priority: 0 },
    { name: 'found', test: sourcesAt({ cli: 'keep/archived-sessions session/find session/judged-id' }), priority: 0 },
    // What makes a new session of another one.
    {
      name: 'edits',
      test: sourcesAt({
        session: `edit/closure edit/copy-* edit/edit-source edit/estimate edit/family-change edit/family-drafts edit/id-*
          edit/journal edit/keep-branch edit/left-* edit/long-lines edit/measure edit/file-changes edit/new-session
          edit/nodes-after edit/odd-ids edit/outcome edit/patch-line edit/perform-edit edit/plan edit/references
          edit/shorten edit/signed-thoughts edit/strip edit/why-live edit/write-edit`,
        cli: 'edit/not-writable edit/print-outcome edit/resume-command edit/run-edit edit/source',
      }),
      priority: 0,
    },
  ];
}

/** The terminal library's pattern for emoji takes a third of the time until the prompt stands: see emoji.ts. */
function cheapEmoji() {
  const pattern = 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;';
  const ours = join(root, 'packages/agent/src/terminal/screen/emoji.ts').replaceAll('\\', '/');
  return {
    name: 'cheap-emoji',
    transform: {
      filter: { id: /pi-tui[\\/]dist[\\/]utils\.js$/ },
      handler(code) {
        if (!code.includes(pattern)) throw new Error('pi-tui has another pattern for emoji: see scripts/bundle.mjs');
        return `import { emojiPattern as rgiEmojiRegex } from '${ours}';\n${code.replace(pattern, '')}`;
      },
    },
  };
}

/** The library of colours asks for the terminal, and with it for all of Node's streams; we tell it what to do. */
function quietColours() {
  const asked = '(p.stdout || {}).isTTY';
  return {
    name: 'quiet-colours',
    transform: {
      filter: { id: /picocolors[\\/]picocolors\.js$/ },
      handler(code) {
        if (!code.includes(asked)) throw new Error('picocolors asks in another way: see scripts/bundle.mjs');
        return code.replace(asked, 'false');
      },
    },
  };
}

/** Parts of Node that take milliseconds to load, and that most commands name but few use: loaded at the first use. */
function lateBuiltins() {
  const late = /\brequire\((["'`])(node:(?:child_process|crypto|worker_threads|zlib))\1\)/g;
  const whenUsed = 'function whenUsed(name){let it;return new Proxy({},{get:(_,key)=>(it??=require(name))[key]})}';
  return {
    name: 'late-builtins',
    renderChunk(code) {
      const changed = code.replace(late, (_, quote, name) => `whenUsed(${quote}${name}${quote})`);
      return changed === code ? null : { code: `${changed}\n${whenUsed}\n`, map: null };
    },
  };
}

/** Files of packages, by their names; a star is any name. */
function sourcesAt(files) {
  const places = Object.entries(files).flatMap(([name, list]) =>
    list.split(/\s+/).map((file) => `${name}/src/${file}`.replaceAll('/', '[\\\\/]').replace('*', '[\\w-]+')),
  );
  return new RegExp(`[\\\\/](${places.join('|')})\\.ts$`);
}

/** The browser app, as far as it was built. Its names carry a hash, so that two builds live side by side. */
function takeAppAlong() {
  const app = join(root, 'packages/web/dist/app');
  if (!existsSync(app)) return [];
  cpSync(app, join(dist, 'app'), { recursive: true });
  return filesIn(app).map((name) => `app/${name}`);
}

function lastBuilt() {
  try {
    return JSON.parse(readFileSync(noted, 'utf8'));
  } catch {
    // The first build, or a folder that was cleared by hand.
    return [];
  }
}

function clear(keep) {
  const programs = readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name));
  const parts = existsSync(join(dist, 'app')) ? filesIn(join(dist, 'app')).map((name) => `app/${name}`) : [];
  for (const name of [...programs, ...parts]) if (!keep.has(name)) rmSync(join(dist, name));
  if (values.alone) rmSync(noted, { force: true });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
