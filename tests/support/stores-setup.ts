import { afterAll } from 'vitest';
import { dropTestDatabases } from './postgres.ts';

// Runs for each file, also where files share their modules.
afterAll(dropTestDatabases);
