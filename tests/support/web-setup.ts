import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a test waits for may take long where the machine is busy with others: a limit for what never comes.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => cleanup());
