import type { Module } from '#services/module.ts';
import { inboxMigrations } from './migrations.ts';

/** Owner, notes and states of the rows of inboxes; the lists themselves belong to other capabilities. */
export const inboxesModule: Module = { name: 'inboxes', migrations: inboxMigrations };
