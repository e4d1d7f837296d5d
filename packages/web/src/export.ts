import { storyToHtml } from './export/html/document.js';
import { storyToMarkdown } from './export/markdown/document.js';
import { Story, type StoryOptions } from './export/story.js';
import { storyToJson } from './export/story-json.js';

export type { StoryOptions } from './export/story.js';

export type StoryFormat = 'html' | 'md' | 'json';

/** A session for people without Unspool, in pieces to be written in order. */
export async function* exportStory(options: StoryOptions, format: StoryFormat, note: string): AsyncGenerator<string> {
  const story = await Story.open(options);
  if (format === 'html') yield* storyToHtml(story, note);
  else if (format === 'md') yield* storyToMarkdown(story, note);
  else yield* storyToJson(story);
}
