import { useQuery } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import { repricingPreview } from '#contracts/api/vendors.ts';
import { signed, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call } from '../providers/http-client.ts';

const PARCELS = ['parcel', 'parcels'] as const;

/** What a new markup does to the list prices (rule: List price and customer price). Nothing is written. */
export function RepricingEffect({ markup }: { markup: number }) {
  const record = useRecordContext();
  const path = `/api/vendors/${record?.id ?? ''}/repricing-preview`;
  const { data, error } = useQuery({
    queryKey: [path, markup],
    queryFn: () => call(path, repricingPreview, { body: { markup } }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p role="status">Working out the list prices…</p>;
  const { parcels, before, after, held } = data;
  return (
    <p role="status">
      {parcels === 0
        ? 'No list price changes now.'
        : `${formatNumberOf(parcels, PARCELS)} would be repriced: list prices together from ${formatPrice(before)} to ${formatPrice(after)} (${signed(after - before, formatPrice)}).`}
      {held > 0 &&
        ` ${formatNumberOf(held, PARCELS)} that customers have keep their price until they come back.`}
    </p>
  );
}
