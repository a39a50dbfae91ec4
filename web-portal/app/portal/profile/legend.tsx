import styles from './profile.module.css';

const ROW = 24;

/** The signs of the lists, each drawn as it stands there. */
const SIGNS = [
  { words: 'In stock', sign: <circle cx="8" cy="8" r="3.5" fill="var(--accent)" /> },
  {
    words: 'We will check for you',
    sign: <circle cx="8" cy="8" r="3.5" fill="none" stroke="var(--amber)" strokeWidth="1.6" />,
  },
  { words: 'Film or 360° view', sign: <path d="M1.5 4.5h8v7h-8zM9.5 7l5-2.5v7l-5-2.5" /> },
  { words: 'Certificate', sign: <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 10.5h5" /> },
  {
    words: 'Hearts and arrows',
    sign: (
      <path d="M8 14C4.5 11.2 2 9.2 2 6.4A3 3 0 0 1 8 5.2a3 3 0 0 1 6 1.2C14 9.2 11.5 11.2 8 14zM8 5.2V14" />
    ),
  },
  {
    words: 'Tier with a brand of its own',
    sign: (
      <>
        <circle cx="8" cy="8" r="6.4" stroke="var(--gold)" />
        <text className={styles['brand']} x="8" y="11" textAnchor="middle" stroke="none">
          R
        </text>
      </>
    ),
  },
] as const;

/** The legend image of customers that have the legend flag (product: Profile drawer). */
export function Legend() {
  return (
    <figure className={styles['legend']}>
      <svg
        viewBox={`0 0 320 ${SIGNS.length * ROW}`}
        role="img"
        aria-label={`Legend: ${SIGNS.map(({ words }) => words).join(', ')}`}
      >
        {SIGNS.map(({ words, sign }, place) => (
          <g key={words} transform={`translate(0 ${place * ROW + 4})`}>
            <g
              fill="none"
              stroke="var(--muted)"
              strokeWidth="1.2"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              {sign}
            </g>
            <text x="30" y="12">
              {words}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
