const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const dayOnly = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'MMM D, YYYY h:mm A' in the reader's time zone; a document's bare day as 'MMM D, YYYY'. */
export function formatMoment(at: string): string {
  if (at.length === 10) return dayOnly.format(new Date(`${at}T00:00:00Z`));
  return dateTime
    .format(new Date(at))
    .replace(/, (?=\d+:)/, ' ')
    .replace(/\u202f/g, ' ');
}

/** The reader's calendar day of an instant, YYYY-MM-DD; a bare day is itself. */
export function dayOf(at: string): string {
  if (at.length === 10) return at;
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
