export {
  ATTRIBUTES_SUBJECT,
  openAttributeWords,
  type AttributeWords,
  type WordsNow,
} from './attribute-words.ts';
export { registerAttributeRoutes } from './routes.ts';
export { attributeMigrations } from './wording-store.ts';
