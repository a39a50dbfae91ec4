import { useRef, useState, type ReactNode } from 'react';
import styles from './tooltip.module.css';

/** Words about what is pointed at or focused, in the page's top layer so that nothing clips them; Esc hides them. */
export function Tooltip({ lines, children }: { lines: () => readonly string[]; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const show = (): void => {
    const place = anchor.current?.getBoundingClientRect();
    const element = bubble.current;
    if (!place || !element || typeof element.showPopover !== 'function') return;
    setShown(lines());
    element.showPopover();
    element.style.left = `${Math.max(8, Math.min(place.left, window.innerWidth - 300))}px`;
    element.style.top = `${place.bottom + 6}px`;
  };
  const hide = (): void => {
    if (typeof bubble.current?.hidePopover === 'function') bubble.current.hidePopover();
  };
  return (
    <span
      ref={anchor}
      role="presentation"
      className={styles['anchor']}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <div ref={bubble} role="tooltip" popover="manual" className={styles['bubble']}>
        {shown.map((line, place) => (
          <div key={place}>{line}</div>
        ))}
      </div>
    </span>
  );
}
