import { useLayoutEffect, useState, type RefObject } from 'react';

export type Room = { width: number; height: number };

/** Pixels inside an element, as it grows and shrinks; undefined where nothing is drawn. */
export function useRoom(element: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  // Known before the first paint: what is laid out by it must not move.
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const measure = (): void =>
      setRoom((before) => {
        const { clientWidth: width, clientHeight: height } = current;
        return before?.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
