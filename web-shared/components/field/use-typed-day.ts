import { useState } from 'react';

/** While a year is being typed it is one of the first millennium. */
const isDayOfOurTime = (day: string): boolean => day >= '1900';

/**
 * The value and handler of a field whose day is used as soon as it is typed: a day whose year is not typed to its end
 * stays in the field alone.
 * The same for a time of a day.
 * @param value YYYY-MM-DD, or YYYY-MM-DDTHH:mm; empty without one
 * @param onDay hears whole days or times, and the empty text once it is emptied
 */
export function useTypedDay(value: string, onDay: (day: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return {
    value: typed,
    onChange: (day = '') => {
      setTyped(day);
      if (day === '' || isDayOfOurTime(day)) onDay(day);
    },
  };
}
