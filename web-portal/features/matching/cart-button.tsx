import { useQuery } from '@tanstack/react-query';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { useSession } from '../../lib/session.ts';
import { useChangeCart } from '../../lists/api/change-cart.ts';
import { listQuery, type StoneList } from '../../lists/api/get-list.ts';

/**
 * Adds an available stone to the cart, or takes it out; the cart's own list says which. A stone of Account History has
 * the outcome of its spell for a status, and one that was read earlier may be taken: what the Available list has now is
 * available.
 */
export function CartButton({ line, stone }: { line: Line; stone: Stone }) {
  const { actionsClosed } = useSession();
  const { addToCart, removeFromCart } = useChangeCart(line);
  const hasIt = ({ rows }: StoneList): boolean =>
    rows.some(({ parcelName }) => parcelName === stone.parcelName);
  const { data: available } = useQuery({ ...listQuery(line, 'available'), select: hasIt });
  const { data: inCart = stone.inCart } = useQuery({ ...listQuery(line, 'cart'), select: hasIt });
  if (stone.status !== 'AVAILABLE' || !available) return null;
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
