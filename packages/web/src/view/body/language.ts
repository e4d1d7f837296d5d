const LANGUAGES = `ts:typescript mts:typescript cts:typescript tsx:tsx js:javascript mjs:javascript cjs:javascript jsx:jsx
  json:json jsonl:json jsonc:jsonc py:python rb:ruby go:go rs:rust java:java kt:kotlin swift:swift c:c h:c cc:cpp cpp:cpp
  hpp:cpp cs:csharp php:php sh:shellscript bash:shellscript zsh:shellscript ps1:powershell sql:sql html:html htm:html
  css:css scss:scss less:less vue:vue svelte:svelte md:markdown mdx:mdx yml:yaml yaml:yaml toml:toml ini:ini xml:xml
  svg:xml dockerfile:docker makefile:make lua:lua dart:dart scala:scala ex:elixir exs:elixir hs:haskell r:r
  tf:terraform proto:proto graphql:graphql diff:diff patch:diff`;

const BY_EXTENSION = new Map(LANGUAGES.split(/\s+/).map((pair) => pair.split(':') as [string, string]));

/** The name of a file's language, as highlighters call it; null when its name does not tell. */
export function languageOf(path: string): string | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
