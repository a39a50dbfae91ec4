import react from '@vitejs/plugin-react';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { defineConfig } from 'vite';

/** Calls that `vite` in development hands to a running server; pages lie under /admin/. */
const CALLS = [
  '/api',
  '/login',
  '/logout',
  '/sync',
  '/favicon.svg',
  '/billing',
  '/inventory',
  '/labgrown',
  '/fancycolour',
  '/jewellery',
  '^/admin/[a-z]+$',
];
const target = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080';
// Pages of the same path as a call are asked for by GET.
const bypass = ({ method, url }: IncomingMessage): string | undefined =>
  method === 'GET' && url?.startsWith('/admin/') ? url : undefined;
const proxy = Object.fromEntries(CALLS.map((call) => [call, { target, bypass }]));

/** The back office: built to dist/admin, served at `/admin/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    // A contract's constants do not bring its zod schemas along: building a schema has no side effect.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
  server: { proxy },
  preview: { proxy },
});
