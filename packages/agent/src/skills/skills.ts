import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, parseDocument } from '../context/frontmatter.js';
import { staysInProject } from '../context/inside-project.js';

export interface SkillPlace {
  configDir: string;
  projectDir: string;
}

export interface Skill {
  name: string;
  description: string;
  folder: string;
  body: string;
  allowedTools: string | undefined;
}

const LARGEST = 256 * 1024;

/** The skills of the project and the person; the project's win over the person's of the same name. */
export function readSkills({ configDir, projectDir }: SkillPlace): Skill[] {
  const skills = new Map<string, Skill>();
  const [mine, projects] = [join(configDir, 'skills'), join(projectDir, '.claude', 'skills')];
  for (const root of new Set([mine, projects])) {
    for (const name of namesIn(root)) {
      // A person's own links are theirs to make.
      if (root !== mine && !staysInProject(join(root, name, 'SKILL.md'), projectDir)) continue;
      const skill = readSkill(join(root, name), name);
      if (skill) skills.set(skill.name, skill);
    }
  }
  return [...skills.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function readSkill(folder: string, folderName: string): Skill | undefined {
  const file = join(folder, 'SKILL.md');
  // Asked first: below a plain file among the skills there is nothing to stat.
  const found = existsSync(file) ? statSync(file) : undefined;
  if (!found?.isFile() || found.size > LARGEST) return undefined;
  const { fields, body }: Document = parseDocument(readFileSync(file, 'utf8'));
  if (fields['disable-model-invocation'] === 'true') return undefined;
  return {
    name: fields['name'] || folderName,
    description: fields['description'] ?? '',
    folder,
    body,
    allowedTools: fields['allowed-tools'],
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No skills there.
    return [];
  }
}
