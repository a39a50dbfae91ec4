export { cartStones } from './cart-stones.ts';
export { loadCart, takeOutOfCart, uncartStones } from './uncart-stones.ts';
export type { Carting } from './carting.ts';
