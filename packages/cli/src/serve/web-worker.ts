import { runThread } from '@unspool/web';

runThread();
