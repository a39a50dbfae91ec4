export { registerConfigurationRoutes } from './routes.ts';
