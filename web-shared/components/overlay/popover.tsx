import MuiPopover from '@mui/material/Popover';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiTheme } from '../../theme/mui-theme.ts';
import { useEscape } from './use-escape.ts';

type PopoverProps = {
  anchor: HTMLElement;
  label: string;
  align?: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
};

/** MUI's popover in our theme, beneath its button; Esc and a press beside it close it. */
export function Popover({ anchor, label, align = 'left', onClose, children }: PopoverProps) {
  useEscape(true, onClose);
  return (
    <ThemeProvider theme={muiTheme}>
      <MuiPopover
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: align }}
        transformOrigin={{ vertical: 'top', horizontal: align }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, style: { marginTop: 6 } } }}
        transitionDuration={120}
      >
        {children}
      </MuiPopover>
    </ThemeProvider>
  );
}
