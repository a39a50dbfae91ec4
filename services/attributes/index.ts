export { attributeLists, registerAttributeRoutes } from './attribute-lists.ts';
