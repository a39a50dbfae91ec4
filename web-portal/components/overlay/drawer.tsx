import MuiDrawer from '@mui/material/Drawer';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiTheme } from '../../theme/mui-theme.ts';

/** MUI's drawer in our theme: the sidebar of small screens. */
export default function Drawer({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ThemeProvider theme={muiTheme}>
      <MuiDrawer
        open
        onClose={onClose}
        transitionDuration={180}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        {children}
      </MuiDrawer>
    </ThemeProvider>
  );
}
