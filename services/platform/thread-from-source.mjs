// The thread of tests and tools that run from source: worker threads do not inherit tsx.
import { register } from 'tsx/esm/api';

register();
await import(String(process.argv[2]));
