export {
  HANDLED_COLUMNS,
  handledItems,
  handledOf,
  itemOf,
  lockItem,
  NOT_HANDLED,
  noteStep,
  type Handled,
} from './inbox-store.ts';
export { inboxMigrations } from './migrations.ts';
export { registerInboxRoutes } from './routes.ts';
