export { cartStones } from './cart-stones.ts';
export { takeOutOfCart, uncartStones } from './uncart-stones.ts';
export type { Carted, Carting } from './carting.ts';
