/** Commands that the client runs itself, without a model. */
const LOCAL = new Set(
  `add-dir agents allowed-tools bashes branch bug checkpoint chrome clear color compact config context continue copy cost
  desktop diff doctor effort exit export extra-usage fast feedback fork help hooks ide install-github-app keybindings
  login logout mcp memory mobile model new output-style permissions plugin plugins privacy-settings quit
  rate-limit-options release-notes reload-plugins remote-env rename reset resume rewind sandbox settings skills stats
  status tag tasks terminal-setup theme todos upgrade usage vim voice`.split(/\s+/),
);

/** True for `/clear` or `/model opus`, also where they were stored as plain words. */
export function isLocalCommand(line: string): boolean {
  const name = /^\/([a-z-]+)(?=\s|$)/.exec(line)?.[1];
  return name !== undefined && LOCAL.has(name);
}
