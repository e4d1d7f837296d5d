import { skillTool } from '../skills/skill-tool.js';
import type { SkillPlace } from '../skills/skills.js';
import { editTool } from './files/edit-tool.js';
import { notebookEditTool } from './files/notebook-edit-tool.js';
import { readTool } from './files/read-tool.js';
import { writeTool } from './files/write-tool.js';
import { globTool } from './search/glob-tool.js';
import { grepTool } from './search/grep-tool.js';
import { bashTool } from './shell/bash-tool.js';
import { BackgroundTasks } from './tasks/background-tasks.js';
import { taskOutputTool, taskStopTool } from './tasks/task-tools.js';
import { todoTool } from './todo-tool.js';
import type { Tool } from './tool.js';
import { askTool } from './user/ask-tool.js';
import { exitPlanTool } from './user/exit-plan-tool.js';
import { webFetchTool } from './web/web-fetch-tool.js';
import { webSearchTool } from './web/web-search-tool.js';

/**
 * The tools available from the start. With `place`, the model is told which skills exist. With the chat's own tasks, it
 * is notified when a background task ends.
 */
export function allTools(place?: SkillPlace, tasks = new BackgroundTasks()): Tool[] {
  return [
    askTool,
    bashTool(tasks),
    editTool,
    exitPlanTool,
    globTool,
    grepTool,
    notebookEditTool,
    readTool,
    skillTool(place),
    taskOutputTool(tasks),
    taskStopTool(tasks),
    todoTool(),
    webFetchTool,
    webSearchTool,
    writeTool,
  ];
}
