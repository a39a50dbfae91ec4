import styles from './similar-modal.module.css';

/** How a stone differs, in one sentence. */
export function DifferenceList({ words }: { words: readonly string[] }) {
  if (words.length === 0) return <p className={styles['alike']}>alike in everything</p>;
  return (
    <ul className={styles['differences']} aria-label="Differences">
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
