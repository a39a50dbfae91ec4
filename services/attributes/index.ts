export { registerAttributeRoutes } from './attribute-lists.ts';
