export { cartsProjection } from './projector.ts';
export { itemsInCart } from './queries.ts';
