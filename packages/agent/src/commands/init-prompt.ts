/** The prompt of `/init`. */
export const INIT_PROMPT = `Look at this project and write a CLAUDE.md file for it: notes that a coding agent reads before it works here.

Include only what cannot be seen at a glance:
- the commands to build, test and lint, and how to run a single test
- the architecture: the parts, how they depend on each other, and where to begin reading
- conventions and pitfalls that the code does not make obvious

Read the README, the package or build files, the CI configuration and existing notes for agents first. Do not list every
file and do not give general advice. If CLAUDE.md exists, improve it and keep what is still true.`;
