import { useEffect, useState } from 'react';

const SECOND = 1000;

/** The time, in milliseconds, updated each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}
