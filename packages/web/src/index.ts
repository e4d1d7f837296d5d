export { exportStory, type StoryFormat, type StoryOptions } from './export.js';
export { type RunningServer, type ServerOptions, startServer } from './server/start-server.js';
export { runThread } from './thread/web-thread.js';
export type * from './view/routes.js';
export type * from './view/view.js';
