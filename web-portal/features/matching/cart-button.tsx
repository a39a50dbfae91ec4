import { useQuery } from '@tanstack/react-query';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { useSession } from '../../lib/session.ts';
import { useChangeCart } from '../../lists/api/change-cart.ts';
import { listQuery } from '../../lists/api/get-list.ts';

/** Adds an available stone to the cart, or takes it out; the cart's own list says which. */
export function CartButton({ line, stone }: { line: Line; stone: Stone }) {
  const { actionsClosed } = useSession();
  const { addToCart, removeFromCart } = useChangeCart(line);
  const cart = useQuery(listQuery(line, 'cart'));
  if (stone.status !== 'AVAILABLE') return null;
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
