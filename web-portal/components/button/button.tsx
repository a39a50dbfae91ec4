import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';

type Look = 'primary' | 'danger' | 'plain' | 'outlined';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  large?: boolean;
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** The class names of a button, for links that look like one. */
export const buttonClass = (look: Look = 'outlined', large = false): string =>
  classes(styles['button'], look !== 'outlined' && styles[look], large && styles['large']);

/** The one button. `primary` is the page's main action; there is one at most in sight. */
export function Button({
  look = 'outlined',
  large = false,
  wide = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(buttonClass(look, large), wide && styles['wide'], className)}
      {...rest}
    />
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  label: string;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is an icon only; `label` is its name. */
export function IconButton({
  icon,
  label,
  small = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(styles['icon'], small && styles['small'], className)}
      {...rest}
    >
      <Icon name={icon} size={small ? 14 : 18} />
    </button>
  );
}
