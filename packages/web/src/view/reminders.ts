const REMINDER = /^\s*<system-reminder>([\s\S]*?)<\/system-reminder>\s*/;

/** What the client put before a person's words, apart from them. */
export function withoutReminders(text: string): { text: string; reminders: string[] } {
  const reminders: string[] = [];
  let rest = text;
  for (let found = REMINDER.exec(rest); found; found = REMINDER.exec(rest)) {
    reminders.push((found[1] ?? '').trim());
    rest = rest.slice(found[0].length);
  }
  // Words that are nothing but reminders stay as they are: something has to be shown.
  return rest === '' ? { text, reminders: [] } : { text: rest, reminders };
}
