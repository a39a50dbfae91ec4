import { useEffect, useState } from 'react';

/** The value, once it has not changed for so many milliseconds. */
export function useStill<Value>(value: Value, ms: number): Value {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
