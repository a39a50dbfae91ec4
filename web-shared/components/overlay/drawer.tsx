import MuiDrawer from '@mui/material/Drawer';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiTheme } from '../../theme/mui-theme.ts';
import { useEscape } from './use-escape.ts';

/** MUI's drawer in our theme: from the left the sidebar of small screens, from the right the profile. */
export default function Drawer({
  label,
  side = 'left',
  onClose,
  children,
}: {
  label: string;
  side?: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}) {
  useEscape(true, onClose);
  return (
    <ThemeProvider theme={muiTheme}>
      <MuiDrawer
        open
        anchor={side}
        onClose={onClose}
        transitionDuration={180}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        {children}
      </MuiDrawer>
    </ThemeProvider>
  );
}
