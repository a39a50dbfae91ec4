import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';

const { getElementError } = getConfig();

/**
 * A query that is repeated until it succeeds fails many times. Only a failure that is read prints the page, which takes
 * longer than the query itself.
 */
function printedWhenRead(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, printedWhenRead);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => getElementError(message, container).message,
  });
}

configure({
  // What a test waits for may take long where the machine is busy with others: a limit for what never comes.
  asyncUtilTimeout: 30_000,
  getElementError: printedWhenRead,
});

// The page is in front, whether something in it has the focus or not.
Object.assign(Reflect.get(globalThis, 'document') as object, { hasFocus: () => true });

afterEach(() => cleanup());
