import type { Customer } from '#contracts/api/customers.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';

/** What a customer's users may do, in a word. */
export function AccessChip({ customer }: { customer: Pick<Customer, 'allowLogin' | 'allowActions'> }) {
  if (!customer.allowLogin) return <Chip tone="gone">No login</Chip>;
  return customer.allowActions ? (
    <Chip tone="good">Full access</Chip>
  ) : (
    <Chip tone="waiting">Looks only</Chip>
  );
}
