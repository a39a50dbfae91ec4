import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { useSession } from '../../lib/session.ts';
import { useChangeCart } from '../../lists/api/change-cart.ts';
import { listQuery, type StoneList } from '../../lists/api/get-list.ts';
import styles from './similar-modal.module.css';

type CartButtonProps = {
  line: Line;
  stone: Stone;
  /** Its status was answered as of now: that counts where the list of those available failed or is behind. */
  answeredNow?: boolean;
};

/**
 * Adds an available stone to the cart, or takes it out; the cart's own list says which. Whether it is available says the
 * list of those that are: the stone may be older. A list that failed, or is behind, calls no stone gone.
 */
export function CartButton({ line, stone, answeredNow = false }: CartButtonProps) {
  const { actionsClosed } = useSession();
  const { addToCart, removeFromCart } = useChangeCart(line);
  const cart = useQuery(listQuery(line, 'cart'));
  const standing = useCallback(
    ({ rows, stale }: StoneList) => ({
      isIn: rows.some(({ parcelName }) => parcelName === stone.parcelName),
      stale,
    }),
    [stone.parcelName],
  );
  const { data: available, isError } = useQuery({ ...listQuery(line, 'available'), select: standing });
  if (stone.status !== 'AVAILABLE' && stone.status !== 'NOT_AVAILABLE') return null;
  const isBehind = isError || available?.stale === true;
  const isOffered = available?.isIn === true || (isBehind && answeredNow && stone.status === 'AVAILABLE');
  if (!isOffered)
    return available && !isBehind ? <span className={styles['gone']}>No longer available</span> : null;
  const inCart = cart.data
    ? cart.data.rows.some(({ parcelName }) => parcelName === stone.parcelName)
    : stone.inCart;
  return (
    <Button
      disabled={actionsClosed !== null}
      title={actionsClosed ?? undefined}
      aria-label={inCart ? `Remove ${stone.parcelName} from cart` : `Add ${stone.parcelName} to cart`}
      onClick={() => (inCart ? removeFromCart([stone.parcelName]) : addToCart([stone.parcelName]))}
    >
      <Icon name={inCart ? 'inCart' : 'cart'} /> {inCart ? 'In cart' : 'Add to cart'}
    </Button>
  );
}
