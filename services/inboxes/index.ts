export {
  HANDLED_COLUMNS,
  handledItems,
  handledOf,
  itemOf,
  lockItem,
  NOT_HANDLED,
  noteStep,
} from './inbox-store.ts';
export { inboxMigrations } from './migrations.ts';
export { registerInboxRoutes } from './routes.ts';
