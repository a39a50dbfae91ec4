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

/**
 * Adds an available stone to the cart, or takes it out; the cart's own list says which. Whether it is available says the
 * list of those that are: the stone may be older, and one of Account History has the outcome of its spell for a status,
 * while another customer may have it now.
 */
export function CartButton({ line, stone }: { line: Line; stone: Stone }) {
  const { actionsClosed } = useSession();
  const { addToCart, removeFromCart } = useChangeCart(line);
  const cart = useQuery(listQuery(line, 'cart'));
  const isIn = useCallback(
    ({ rows }: StoneList): boolean => rows.some(({ parcelName }) => parcelName === stone.parcelName),
    [stone.parcelName],
  );
  const { data: available } = useQuery({ ...listQuery(line, 'available'), select: isIn });
  if (stone.status !== 'AVAILABLE' || available === undefined) return null;
  if (!available) return <span className={styles['gone']}>No longer available</span>;
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
