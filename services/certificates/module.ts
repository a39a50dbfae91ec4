import type { Module } from '#services/module.ts';
import { registerCertificateRoutes } from './routes.ts';

export const certificatesModule: Module = {
  name: 'certificates',
  routes: (app, { readers, fresh, files, demo }) =>
    registerCertificateRoutes(app, {
      readers,
      freshness: fresh.freshness,
      files,
      drawing: demo?.drawnCertificates,
    }),
};
