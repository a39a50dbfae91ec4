import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';

type Look = 'primary' | 'danger' | 'plain' | 'outlined';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  large?: boolean;
  wide?: boolean;
  /** Its action is under way: pressing it does nothing, but it keeps the focus. */
  busy?: boolean;
  /** Something is missing for its action: pressing it does nothing, but it keeps the focus. */
  unready?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

type Busy = { 'aria-disabled'?: true; 'aria-busy'?: true; onClick?: (event: MouseEvent) => void };

/**
 * The props of a button while its action is under way. It looks disabled, does nothing and does not submit its form, not
 * even by Enter in a field. But it is not `disabled`: a browser takes the focus from a disabled button, and keys such as a
 * dialog's Esc would no longer be heard.
 */
export const whileBusy = (busy: boolean): Busy =>
  busy ? { 'aria-disabled': true, 'aria-busy': true, onClick: ignored } : {};

/** The same of a button for whose action something is missing: nothing is under way. */
const whileUnready = (unready: boolean): Busy => (unready ? { 'aria-disabled': true, onClick: ignored } : {});

function ignored(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The class names of a button, for links that look like one. */
export const buttonClass = (look: Look = 'outlined', large = false): string =>
  classes(styles['button'], look !== 'outlined' && styles[look], large && styles['large']);

/** The one button. `primary` is the page's main action; there is one at most in sight. */
export function Button({
  look = 'outlined',
  large = false,
  wide = false,
  busy = false,
  unready = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(buttonClass(look, large), wide && styles['wide'], className)}
      {...rest}
      {...whileUnready(unready)}
      {...whileBusy(busy)}
    />
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  label: string;
  small?: boolean;
  /** Its own action is under way: it does nothing meanwhile, but keeps the focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is an icon only; `label` is its name. */
export function IconButton({
  icon,
  label,
  small = false,
  busy = false,
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
      {...whileBusy(busy)}
    >
      <Icon name={icon} size={small ? 14 : 18} />
    </button>
  );
}
