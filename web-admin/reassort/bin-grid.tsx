import { useId, useState } from 'react';
import type { BinReply } from '#contracts/api/reassortment.ts';
import { formatCarats } from '#contracts/vocabulary/carats.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { Scroller } from '#web-shared/components/scroller/scroller.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { ToggleChip, ToggleChips } from '../components/toggle-chip/toggle-chip.tsx';
import { QuantityCell, type QuantityEdit } from './quantity-cell.tsx';
import { keyOfBin, type TypedBin } from './typed-quantities.ts';
import styles from './reassort.module.css';

/** A bin of a store with what lies in it. */
export type GridBin = TypedBin & {
  quantity: number;
  /** What lay in it before; left out where there is no before. */
  before?: number;
  /** What it opens to: a name and what is known of it. */
  stones: readonly { name: string; facts: string }[];
  /** What is in it by weight and value, and what came and went year by year; of a plan's bins there is none. */
  ideal?: Pick<BinReply, 'current' | 'deployed' | 'history'>;
};

const LEVELS = ['below minimum', 'below target', 'at target', 'above target', 'above maximum'] as const;
type Level = (typeof LEVELS)[number];

function levelOf({ minQty, targetQty, maxQty }: TypedBin, quantity: number): Level {
  if (quantity < minQty) return 'below minimum';
  if (quantity < targetQty) return 'below target';
  if (quantity === targetQty) return 'at target';
  return quantity > maxQty ? 'above maximum' : 'above target';
}

/** A page of lines is soon there; an ideal may have thousands. */
const SHOWN = 200;

type BinGridProps = { label: string; bins: readonly GridBin[]; edit?: QuantityEdit | undefined };

/**
 * Stores × bins: how full each is, by colour and in figures, before and after where it has both; a bin opens to its
 * stones, or its quantities are typed in place.
 */
export function BinGrid({ label, bins, edit }: BinGridProps) {
  const [only, setOnly] = useState<Level | null>(null);
  const [most, setMost] = useState(SHOWN);
  const [opened, setOpened] = useState<GridBin | null>(null);
  const stores = [...new Map(bins.map(({ storeId, storeName }) => [storeId, storeName]))];
  const wanted = new Set(
    bins.filter((bin) => only === null || levelOf(bin, bin.quantity) === only).map(({ binSpec }) => binSpec),
  );
  const of = new Map(bins.map((bin) => [keyOfBin(bin), bin]));
  // By their attributes: what the stores lack of a shape and size stands together.
  const specs = [...wanted].toSorted(compareNames);
  return (
    <>
      <ToggleChips label="Only bins that are">
        {LEVELS.map((level) => (
          <ToggleChip
            key={level}
            on={only === level}
            onToggle={() => setOnly(only === level ? null : level)}
            count={bins.filter((bin) => levelOf(bin, bin.quantity) === level).length}
            small
          >
            {level}
          </ToggleChip>
        ))}
      </ToggleChips>
      <Scroller label={label}>
        <table className={styles['heat']}>
          <caption className="visually-hidden">{label}: pieces there of pieces wanted</caption>
          <thead>
            <tr>
              <th scope="col">Bin</th>
              {stores.map(([storeId, storeName]) => (
                <th key={storeId} scope="col">
                  {storeName}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {specs.slice(0, most).map((binSpec) => (
              <tr key={binSpec}>
                <th scope="row">{binSpec}</th>
                {stores.map(([storeId]) => {
                  const bin = of.get(keyOfBin({ storeId, binSpec }));
                  return (
                    <td key={storeId}>
                      {bin &&
                        (edit ? (
                          <QuantityCell
                            bin={bin}
                            cells={edit.typed.get(keyOfBin(bin))}
                            fields={edit.fields}
                            onType={edit.onType}
                          />
                        ) : (
                          <Filled bin={bin} onOpen={() => setOpened(bin)} />
                        ))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {specs.length > most && (
        <div className={styles['buttons']}>
          <Button onClick={() => setMost(most + SHOWN)}>
            Show {formatNumberOf(Math.min(SHOWN, specs.length - most), ['more bin', 'more bins'])}
          </Button>
        </div>
      )}
      {opened && <BinDialog bin={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Filled({ bin, onOpen }: { bin: GridBin; onOpen: () => void }) {
  const { binSpec, storeName, minQty, targetQty, maxQty, quantity, before } = bin;
  const level = levelOf(bin, quantity);
  const earlier = before === undefined ? '' : `${before} before, `;
  return (
    <button
      type="button"
      className={styles['bin']}
      aria-label={`${binSpec}, ${storeName}: ${earlier}${quantity} of ${targetQty}, ${level}`}
      title={`Minimum ${minQty}, target ${targetQty}, maximum ${maxQty}`}
      onClick={onOpen}
    >
      {before !== undefined && <span data-level={levelOf(bin, before)}>{before}</span>}
      <span data-level={level}>
        {quantity} of {targetQty}
      </span>
    </button>
  );
}

function BinDialog({ bin, onClose }: { bin: GridBin; onClose: () => void }) {
  const heading = useId();
  const { binSpec, storeName, minQty, targetQty, maxQty, before, quantity, stones, ideal } = bin;
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading}>
      <div className={styles['dialog']}>
        <ModalHead
          id={heading}
          title={binSpec}
          about={`${storeName}: minimum ${minQty}, target ${targetQty}, maximum ${maxQty}${
            before === undefined ? '' : `; ${before} before the plan, ${quantity} after it`
          }`}
          onClose={onClose}
        />
        {ideal && (
          <p>
            Now {contentsOf(ideal.current)}
            {ideal.deployed && `; held from us ${contentsOf(ideal.deployed)}`}.
          </p>
        )}
        {stones.length === 0 ? (
          <p>0 stones found</p>
        ) : (
          <PlainTable label={`Stones of ${binSpec}`} head={['Stone', 'What it is']}>
            {stones.map(({ name, facts }, index) => (
              // n pieces of one name are n lines.
              <tr key={index}>
                <th scope="row">{name}</th>
                <td>{facts}</td>
              </tr>
            ))}
          </PlainTable>
        )}
        {ideal && ideal.history.length > 0 && (
          <PlainTable
            label={`History of ${binSpec}`}
            head={['Year', 'Average', 'New', 'Sold', 'Returned']}
            figures
          >
            {ideal.history.map(({ dateRange, qtyAverage, qtyNew, qtySold, qtyReturned }) => (
              <tr key={dateRange.minimum}>
                <th scope="row">{dateRange.minimum.slice(0, 4)}</th>
                <td>{qtyAverage}</td>
                <td>{qtyNew}</td>
                <td>{qtySold}</td>
                <td>{qtyReturned}</td>
              </tr>
            ))}
          </PlainTable>
        )}
      </div>
    </Dialog>
  );
}

const contentsOf = ({ quantity, weight, value }: BinReply['current']): string =>
  `${formatNumberOf(quantity, ['piece', 'pieces'])}, ${formatCarats(weight)} ct, ${formatPrice(value)}`;
