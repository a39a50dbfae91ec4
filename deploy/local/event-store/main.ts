import { runEventStore } from './run.ts';

await runEventStore();
