/** An instant or day as the text of a `datetime-local` input, in the reader's time zone. */
export function localInput(at: string): string {
  const date = new Date(at.length === 10 ? `${at}T00:00` : at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant that a `datetime-local` text means in the reader's time zone; null when it is not a valid date-time. */
export function instantOf(text: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(text);
  if (!parts) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.getDate() !== Number(parts[3])) return null;
  return date.toISOString();
}
