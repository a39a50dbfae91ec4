import { AUDIT_GROUPS, auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  Instructions: 'waiting',
  Documents: 'held',
  Corrections: 'alert',
  Customers: 'good',
};
const TONE_OF: ReadonlyMap<string, Tone> = new Map(
  AUDIT_GROUPS.flatMap(({ title, types }) =>
    Object.keys(types).map((type) => [type, TONES[title] ?? 'gone'] as const),
  ),
);

/** What an entry is, with its group's colour. */
export function TypeChip({ type }: { type: string }) {
  return <Chip tone={TONE_OF.get(type) ?? 'gone'}>{auditTypeName(type)}</Chip>;
}
