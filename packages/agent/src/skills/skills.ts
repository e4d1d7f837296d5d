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

const MAX_BYTES = 256 * 1024;

/** The project's and the user's skills; if two have the same name, the project's wins. */
export function readSkills({ configDir, projectDir }: SkillPlace): Skill[] {
  const skills = new Map<string, Skill>();
  const [own, projects] = [join(configDir, 'skills'), join(projectDir, '.claude', 'skills')];
  for (const root of new Set([own, projects])) {
    for (const name of namesIn(root)) {
      // The user's own skills may be links to anywhere.
      if (root !== own && !staysInProject(join(root, name, 'SKILL.md'), projectDir)) continue;
      const skill = readSkill(join(root, name), name);
      if (skill) skills.set(skill.name, skill);
    }
  }
  return [...skills.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function readSkill(folder: string, folderName: string): Skill | undefined {
  const file = join(folder, 'SKILL.md');
  // Check first: if a plain file is in place of the folder, stat would throw.
  const found = existsSync(file) ? statSync(file) : undefined;
  if (!found?.isFile() || found.size > MAX_BYTES) return undefined;
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
    // No skills here.
    return [];
  }
}
