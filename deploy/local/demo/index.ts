/** What the demo adds to the product, which loads it where VITRINE_DEMO is on (services/application.ts). */
export { drawnCertificates } from './drawn-certificates/index.ts';
export { fillDemo } from './fill.ts';
export { tradeOn } from './trade-on.ts';
export { isDemosHouse } from './progress.ts';
export { registerDemoMediaRoutes, withDemoFilms } from './media/index.ts';
