// The thread of tests and tools that run from source: worker threads do not inherit tsx.
import { register } from 'tsx/esm/api';

register();
await import('./ideal-program.ts');
