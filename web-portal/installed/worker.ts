import { serveRelease, type Release, type WorkerScope } from './serve-release.ts';

/** The service worker, built to `/worker.js`; the build writes the release before it (plugin.ts). */
declare const self: WorkerScope & { release: Release };

serveRelease(self, self.release);
