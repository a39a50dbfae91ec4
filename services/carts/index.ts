export { cartStones, takeOutOfCart, uncartStones, type Carted, type Carting } from './cart-stones.ts';
