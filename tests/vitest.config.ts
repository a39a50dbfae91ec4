import react from '@vitejs/plugin-react';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { testsWithOwnPage } from './support/own-page.ts';

const root = path.resolve(import.meta.dirname, '..');
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
const needsStores = [
  '**/*.integration.test.ts',
  '**/*.fault.test.ts',
  'tests/{contract,faults,end-to-end,bench}/**',
];
/** Not components, and yet tested in a page of their own: they use what a page has, or change it for good. */
const needsPage = [
  'web-admin/providers/data-provider.test.ts',
  'web-admin/providers/http-client.test.ts',
  'web-portal/components/data-table/selection.test.ts',
  'web-portal/features/certificates/certificates.test.ts',
  'web-portal/features/export/export.test.ts',

  'web-portal/features/offline/last-seen.test.ts',
  'web-portal/installed/serve-release.test.ts',
  'web-portal/lib/{api-client,saved-state}.test.ts',
  'web-portal/lists/api/refresh-rows.test.ts',
  'web-portal/lists/lookup/codes.test.ts',
  'web-shared/browser-session.test.ts',
  'web-shared/formats/moments.test.ts',
];
const ownPage = [...testsWithOwnPage(root, ['web-shared', 'web-portal', 'web-admin']), ...needsPage];
/** A reader far from the house, whose zone is America/New_York: what is shown by the wrong clock is another day. */
const farAway = { TZ: 'Asia/Tokyo' };
const cores = os.availableParallelism();
/** Both of two cores. */
const sideBySide = { maxWorkers: Math.max(2, cores - 1) };
/** One more than there are cores: these tests wait for Postgres, timers and each other's processes. More gain nothing. */
const waiting = { maxWorkers: cores + 1 };
/** Limits for what hangs, not measures of speed: the machine may be busy with other things. */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

/** Tests of components, drawn in a page. */
const inPage = {
  environment: 'jsdom',
  setupFiles: ['tests/support/web-setup.ts'],
  env: farAway,
  ...patient,
  ...sideBySide,
  sequence: { groupOrder: 0 },
};

/**
 * Every test of the repository, quickest first: a group begins when the one before it has ended.
 * The projects that need Postgres share one server, which the first of them starts; the demo of the browser's tests
 * loads beside the groups before them.
 */
export default defineConfig({
  test: {
    root,
    reporters:
      process.env.CI === 'true'
        ? ['dot', './tests/support/summary-reporter.ts']
        : ['default', './tests/support/summary-reporter.ts'],
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contracts,services,projections,deploy,tests}/**/*.test.ts'],
          exclude: [...notOurs, ...needsStores],
          // Pure functions leave nothing behind for the next file, and half of the time went into loading them again.
          isolate: false,
          ...patient,
          ...sideBySide,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web-functions',
          include: ['web-{shared,portal,admin}/**/*.test.ts'],
          exclude: [...notOurs, ...needsPage],
          env: farAway,
          isolate: false,
          ...patient,
          ...sideBySide,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [react()],
        test: {
          ...inPage,
          name: 'web',
          include: ['web-{shared,portal,admin}/**/*.test.tsx'],
          exclude: [...notOurs, ...ownPage],
          // Half of the time went into loading the components' libraries and a page for each file.
          isolate: false,
        },
      },
      { plugins: [react()], test: { ...inPage, name: 'web-own-page', include: ownPage, exclude: notOurs } },
      {
        test: {
          name: 'integration',
          include: [
            '{contracts,services,projections,deploy,tests}/**/*.integration.test.ts',
            'tests/contract/**/*.test.ts',
          ],
          exclude: notOurs,
          globalSetup: ['tests/support/shared-postgres.ts', 'tests/support/built-programs.ts'],
          setupFiles: ['tests/support/stores-setup.ts'],
          // Each file has a database, an event store and an application of its own; their modules are loaded once.
          isolate: false,
          ...patient,
          ...waiting,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'harsh',
          // What speaks to the event store, again on its harsh twin (architecture: The event log).
          include: [
            'tests/contract/event-store/{append,official-client,read,retention,subscribe}.contract.test.ts',
            'projections/engine/engine-on-event-store.integration.test.ts',
            'services/platform/reactors/reactors.integration.test.ts',
          ],
          env: { TEST_EVENT_STORE: 'harsh' },
          globalSetup: ['tests/support/shared-postgres.ts', 'tests/support/built-programs.ts'],
          setupFiles: ['tests/support/stores-setup.ts'],
          isolate: false,
          ...patient,
          ...waiting,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['**/*.fault.test.ts', 'tests/faults/**/*.test.ts'],
          exclude: notOurs,
          globalSetup: ['tests/support/shared-postgres.ts', 'tests/support/built-programs.ts'],
          setupFiles: ['tests/support/stores-setup.ts'],
          isolate: false,
          ...patient,
          testTimeout: 180_000,
          // No more than cores: they kill processes in the middle of much work, and give the rest so long to go on.
          ...sideBySide,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/end-to-end/**/*.test.ts'],
          exclude: notOurs,
          globalSetup: ['tests/support/shared-postgres.ts', 'tests/support/demo-template.ts'],
          ...patient,
          testTimeout: 180_000,
          // The first hook of a file may wait for the demo to be loaded.
          hookTimeout: 900_000,
          ...sideBySide,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
