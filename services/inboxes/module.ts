import type { Module } from '#services/module.ts';
import { inboxMigrations } from './migrations.ts';

/** Owner, notes and states of what lies in an inbox; the lists themselves are of other capabilities. */
export const inboxesModule: Module = { name: 'inboxes', migrations: inboxMigrations };
