import { effectOfRecorded, wireEffect } from '#services/billing/index.ts';
import type { Module } from '#services/module.ts';
import { registerAuditRoutes } from './routes.ts';

export const auditModule: Module = {
  name: 'audit',
  routes: (app, context) =>
    registerAuditRoutes(app, {
      ...context,
      effectOf: async (parcelName, event) =>
        wireEffect(context.db, await effectOfRecorded(context, parcelName, event)),
    }),
};
