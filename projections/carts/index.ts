export { cartsProjection } from './projector.ts';
export { cartItems, cartVersion, isInCart } from './queries.ts';
