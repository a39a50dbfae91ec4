import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { ThemeProvider } from '@mui/material/styles';
import { muiTheme } from '../../theme/mui-theme.ts';
import { useEscape } from './use-escape.ts';

/**
 * MUI's dialog in our theme. What opens over the page is loaded when it is first needed, and MUI with it: the shell's
 * own first paint does without (portal shell ≤ 200 KiB).
 */
export function Dialog({ transitionDuration = 140, ...props }: DialogProps) {
  useEscape(props.open, () => props.onClose?.({}, 'escapeKeyDown'));
  return (
    <ThemeProvider theme={muiTheme}>
      <MuiDialog transitionDuration={transitionDuration} {...props} />
    </ThemeProvider>
  );
}
