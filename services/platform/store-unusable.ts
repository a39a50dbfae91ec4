/** A store cannot be used; the message names it, and what to do. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
