import { UserError } from '../user-error.js';

/** The script with which a shell asks `unspool complete` for candidates. */
export function completionScript(shell: string): string {
  const script = SCRIPTS[shell];
  if (script !== undefined) return script;
  throw new UserError(`There is no completion for "${shell}".`, { hint: 'Use bash, zsh or fish.', isUsage: true });
}

const SCRIPTS: Record<string, string> = {
  bash: `_unspool() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(unspool complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _unspool unspool
`,
  zsh: `#compdef unspool
_unspool() {
  local line word about
  local -a found
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    found+=("\${word//:/\\\\:}:$about")
  done < <(unspool complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe 'unspool' found
  else
    _files
  fi
}
compdef _unspool unspool
`,
  fish: `function __unspool_complete
  set -l before (commandline -opc)
  unspool complete -- $before[2..-1] (commandline -ct) 2>/dev/null
end
complete -c unspool -a '(__unspool_complete)'
`,
};
