/** Grammars, with the names that code fences and file extensions use for them. */
const NAMES: { [grammar: string]: string } = {
  typescript: 'ts mts cts',
  tsx: '',
  jsx: '',
  javascript: 'js mjs cjs node',
  python: 'py pyi',
  rust: 'rs',
  go: 'golang',
  java: '',
  kotlin: 'kt',
  swift: '',
  c: 'h',
  cpp: 'cc hpp c++',
  csharp: 'cs',
  ruby: 'rb',
  php: '',
  lua: '',
  elixir: 'ex exs',
  scala: '',
  haskell: 'hs',
  shellscript: 'sh bash zsh shell console',
  powershell: 'ps1',
  json: 'jsonc json5 jsonl',
  yaml: 'yml',
  toml: '',
  ini: 'env',
  html: 'htm',
  vue: '',
  svelte: '',
  xml: 'svg',
  css: '',
  scss: '',
  sql: '',
  graphql: 'gql',
  proto: '',
  markdown: 'md mdx',
  diff: 'patch',
  docker: 'dockerfile',
  make: 'makefile mk',
  hcl: 'tf',
  nix: '',
  zig: '',
  dart: '',
  r: '',
  julia: 'jl',
};

const GRAMMAR_OF = new Map(
  Object.entries(NAMES).flatMap(([grammar, names]) =>
    [grammar, ...names.split(' ')].map((name) => [name, grammar] as const),
  ),
);

export function languageOf(name: string | undefined): string | undefined {
  const [first = ''] = (name ?? '')
    .trim()
    .toLowerCase()
    .split(/[\s,{]/);
  return first === '' ? undefined : GRAMMAR_OF.get(first);
}

export function languageOfFile(path: string): string | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return languageOf(name.split('.').at(-1));
}
