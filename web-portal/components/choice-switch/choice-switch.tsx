import styles from './choice-switch.module.css';

type ChoiceSwitchProps<Choice extends string> = {
  /** What is chosen, for screen readers. */
  label: string;
  /** Each with its word. */
  choices: readonly (readonly [Choice, string])[];
  chosen: Choice;
  /** In place of its own look. */
  className?: string | undefined;
  onChoose: (choice: Choice) => void;
};

/** A few views of the same thing, one of which is pressed. */
export function ChoiceSwitch<Choice extends string>({
  label,
  choices,
  chosen,
  className = styles['choices'],
  onChoose,
}: ChoiceSwitchProps<Choice>) {
  return (
    <div className={className} role="group" aria-label={label}>
      {choices.map(([choice, word]) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {word}
        </button>
      ))}
    </div>
  );
}
