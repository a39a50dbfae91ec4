export { cartsProjection } from './projector.ts';
export { cartItems } from './queries.ts';
