import type { CustomerStone } from '#contracts/reassortment/customer-stone.ts';
import { plainWord } from '../commands/plain-word.ts';

const GONE: readonly string[] = ['sold', 'returned'];

/** True when the customer still has a row's stones (rule: Units and additions). */
export function isUnit({
  quantity,
  soldDate,
  status,
}: Pick<CustomerStone, 'quantity' | 'soldDate' | 'status'>): boolean {
  return quantity > 0 && soldDate === null && !GONE.includes(plainWord(status ?? ''));
}
