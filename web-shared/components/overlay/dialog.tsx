import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { ThemeProvider } from '@mui/material/styles';
import { muiTheme } from '../../theme/mui-theme.ts';
import { useEscape } from './use-escape.ts';

/**
 * MUI's dialog in our theme. What opens over the page is loaded when it is first needed, and MUI with it: the shell's
 * own first paint does without (portal shell ≤ 200 KiB).
 */
export function Dialog({ transitionDuration = 140, onClose, ...props }: DialogProps) {
  useEscape(props.open, () => onClose?.({}, 'escapeKeyDown'));
  const close: DialogProps['onClose'] = (event, reason) => {
    // The second click of a double click on what opened the dialog lands beside it, and is not meant to close it.
    if (reason === 'backdropClick' && 'detail' in event && Number(event.detail) > 1) return;
    onClose?.(event, reason);
  };
  return (
    <ThemeProvider theme={muiTheme}>
      <MuiDialog transitionDuration={transitionDuration} {...props} {...(onClose && { onClose: close })} />
    </ThemeProvider>
  );
}
