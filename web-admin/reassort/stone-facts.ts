import { formatCarats } from '#contracts/vocabulary/carats.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';

type Graded = {
  shape?: string | undefined;
  shapeCode?: string | undefined;
  weight?: number | undefined;
  colour?: string | undefined;
  clarity?: string | undefined;
  lab?: string | undefined;
  certNo?: string | undefined;
  price?: number | undefined;
  total?: number | undefined;
};

/** A stone in a line: 'RD 0.31 D VS1 GIA 123, $1,234.00'. */
export function stoneFacts({
  shape,
  shapeCode,
  weight,
  colour,
  clarity,
  lab,
  certNo,
  price,
  total,
}: Graded): string {
  const graded = [
    shape ?? shapeCode,
    weight === undefined ? undefined : formatCarats(weight),
    colour,
    clarity,
    lab,
    certNo,
  ].filter((part) => part !== undefined);
  const amount = price ?? total;
  return [graded.join(' '), ...(amount === undefined ? [] : [formatPrice(amount)])].join(', ');
}
