export { cartsProjection } from './projector.ts';
export { cartItems, itemsInCart } from './queries.ts';
