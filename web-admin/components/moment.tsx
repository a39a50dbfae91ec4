import { formatMoment } from '#web-shared/formats/moments.ts';

/** A moment in words; its exact instant is in the title. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  );
}
