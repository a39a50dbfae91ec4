import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, type ProxyOptions } from 'vite';
import { installable } from './installed/plugin.ts';
import { prerenderPublicPages } from './prerender/plugin.ts';

/** Calls that `vite` in development hands to a running server; everything else is the portal's own. */
const CALLS = [
  '/login/',
  '/logout',
  '/inventory',
  '/parcels',
  '/labgrown',
  '/fancycolour',
  '/jewellery',
  '/attributes',
  '/billing',
  '/certificates',
  '/configuration',
  '/demo-media',
  '/sync',
  '/vendor/',
  '/client-link',
  '/searches',
  '/changes',
  '/api',
  '/admin',
  '/healthz',
  '/readyz',
];
const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080';

const proxy: Record<string, string | ProxyOptions> = {
  ...Object.fromEntries(CALLS.map((call) => [call, { target: server }])),
  '^/login$': { target: server, bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined) },
};

/** The customer portal: built to dist/portal, served at `/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), prerenderPublicPages(import.meta.dirname), installable(import.meta.dirname)],
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/portal'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    // A contract's constants do not bring its zod schemas along: building a schema has no side effect.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
  server: { proxy },
  preview: { proxy },
});
