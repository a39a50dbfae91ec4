import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { Release } from './serve-release.ts';

const WORKER = 'worker.js';
/** What the pages draw with beside their scripts and styles: they lie in `public/`. */
const OF_PUBLIC = ['/favicon.svg', '/first-paint.js', '/manifest.webmanifest', '/icons/192.png'];

/** Builds the service worker, and tells it which files the release has: scripts, styles and the Latin fonts. */
export function installable(root: string): Plugin {
  return {
    name: 'vitrine:installable',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path.join(root, 'installed/worker.ts'), fileName: WORKER });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        const entry = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.fileName !== WORKER,
        )?.fileName;
        if (worker?.type !== 'chunk' || entry === undefined)
          throw new Error('The build has no service worker, or no script to begin with.');
        if (worker.imports.length > 0 || worker.exports.length > 0)
          throw new Error('The service worker is one script that stands alone.');
        const built = Object.keys(bundle)
          .filter((name) => /^assets\/.*(\.js|\.css|-latin-wght-normal.*\.woff2)$/.test(name))
          .map((name) => `/${name}`);
        const files = [...built.toSorted(), ...OF_PUBLIC];
        const id = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
        const release: Release = { id, entry, files };
        worker.code = `self.release=${JSON.stringify(release)};\n${worker.code}`;
      },
    },
  };
}
