import { homedir } from 'node:os';
import { runThread } from '@unspool/web';
import { useOwnRules } from '../use-own-rules.js';

useOwnRules({ env: process.env, home: homedir() });
runThread();
