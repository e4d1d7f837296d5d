export { databaseFile, dataFolder, type Environment, type Machine } from './data-folder.js';
