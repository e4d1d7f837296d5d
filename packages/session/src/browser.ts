export * from './entry/entry.js';
export * from './graph/session.js';
export * from './resume/resume.js';
