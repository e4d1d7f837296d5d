import { UserError } from '../user-error.js';

/** What was given as a project: an empty text would be every folder. */
export function givenProject(text: string): string {
  if (text.trim() !== '') return text;
  throw new UserError('The project is empty.', {
    hint: 'Give a folder, its name, or leave --project out.',
    isUsage: true,
  });
}
