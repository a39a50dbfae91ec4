import Button, { type ButtonProps } from '@mui/material/Button';
import { whileBusy } from '#web-shared/components/button/button.tsx';

/**
 * A button whose action takes a while: while it is under way it does nothing and looks so, but keeps the focus. One
 * that is `disabled` loses it to the page, and keyboard users lose their place.
 */
export function BusyButton({ busy, ...rest }: ButtonProps & { busy: boolean }) {
  return <Button {...rest} {...whileBusy(busy)} />;
}
