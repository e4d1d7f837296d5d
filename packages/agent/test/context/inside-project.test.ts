import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentDefinitions } from '../../src/agents/definitions.js';
import { customCommands } from '../../src/commands/custom-commands.js';
import { readSkills } from '../../src/skills/skills.js';
import { newPlace } from '../support/chat.js';

const OWN = '---\nname: own\n---\nHere.';
const SECRET = '---\nname: secret\n---\nA secret.';

function placeWithOutside(files: { [path: string]: string }) {
  const { cwd: projectDir, configDir } = newPlace(files);
  const outside = join(projectDir, '../outside');
  mkdirSync(join(outside, 'x'), { recursive: true });
  for (const name of ['x/SKILL.md', 'secret.md']) writeFileSync(join(outside, name), SECRET);
  return { projectDir, configDir, outside };
}

describe.skipIf(process.platform === 'win32')('a link that leads out of the project', () => {
  it('is not a skill, whether it is the file, its folder or the skills folder', () => {
    const { outside, ...place } = placeWithOutside({ '.claude/skills/own/SKILL.md': OWN, '.claude/skills/a/x': '' });
    const skills = join(place.projectDir, '.claude/skills');
    symlinkSync(join(outside, 'secret.md'), join(skills, 'a/SKILL.md'));
    symlinkSync(join(outside, 'x'), join(skills, 'b'));
    expect(readSkills(place).map(({ name }) => name)).toEqual(['own']);
    const other = placeWithOutside({ '.claude/x': '' });
    symlinkSync(other.outside, join(other.projectDir, '.claude/skills'));
    expect(readSkills(other)).toEqual([]);
  });

  it("is a skill if it is the user's own, or stays in the project", () => {
    const { outside, ...place } = placeWithOutside({ 'kept/own/SKILL.md': OWN, '.claude/skills/x': '' });
    symlinkSync(join(place.projectDir, 'kept/own'), join(place.projectDir, '.claude/skills/own'));
    symlinkSync(outside, join(place.configDir, 'skills'));
    expect(readSkills(place).map(({ name }) => name)).toEqual(['own', 'secret']);
  });

  it('is not a folder of commands or agents', () => {
    const { outside, projectDir, configDir } = placeWithOutside({ '.claude/x': '' });
    for (const name of ['commands', 'agents']) symlinkSync(outside, join(projectDir, '.claude', name));
    expect(customCommands(configDir, projectDir)).toEqual([]);
    expect(agentDefinitions(configDir, projectDir).every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
  });
});
