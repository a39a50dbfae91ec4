import { createTheme } from '@mui/material/styles';
import { COLOURS, FONTS, SIZES, colour } from './tokens.ts';

/**
 * The MUI theme of both applications. Its colours are the tokens' CSS variables, so it never changes with the scheme:
 * `data-scheme` on the root element (or the system's preference) switches MUI and our own styles together.
 */
export const muiTheme = createTheme({
  cssVariables: { nativeColor: true, cssVarPrefix: 'mui' },
  breakpoints: { values: { xs: 0, sm: SIZES.sm, md: SIZES.md, lg: 1200, xl: 1536 } },
  palette: {
    primary: {
      main: colour('accent'),
      dark: colour('accentStrong'),
      light: colour('accent'),
      contrastText: colour('onAccent'),
    },
    secondary: {
      main: colour('gold'),
      dark: colour('goldInk'),
      light: colour('gold'),
      contrastText: COLOURS.light.ink,
    },
    error: { main: colour('red'), dark: colour('red'), light: colour('red'), contrastText: colour('paper') },
    warning: {
      main: colour('amber'),
      dark: colour('amberInk'),
      light: colour('amber'),
      contrastText: COLOURS.light.ink,
    },
    success: {
      main: colour('accent'),
      dark: colour('accentStrong'),
      light: colour('accent'),
      contrastText: colour('onAccent'),
    },
    text: { primary: colour('ink'), secondary: colour('muted'), disabled: colour('muted') },
    background: { default: colour('paper'), paper: colour('raised') },
    divider: colour('hairline'),
    // MUI's own is a dark one in every scheme: the arrow of a field, and the cross that empties it.
    action: { active: colour('muted') },
  },
  shape: { borderRadius: SIZES.radius },
  typography: {
    fontFamily: FONTS.text,
    fontSize: 13,
    h1: { fontFamily: FONTS.display, fontWeight: 450, fontSize: '1.875rem' },
    h2: { fontFamily: FONTS.display, fontWeight: 450, fontSize: '1.5rem' },
    h3: { fontFamily: FONTS.display, fontWeight: 450, fontSize: '1.25rem' },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          '--behind': colour('raised'),
          backgroundColor: colour('raised'),
          border: `1px solid ${colour('hairline')}`,
          borderRadius: SIZES.radiusLarge,
          boxShadow: colour('float'),
          color: colour('ink'),
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: colour('scrim') } } },
    },
    MuiPopover: {
      styleOverrides: {
        paper: {
          backgroundColor: colour('raised'),
          border: `1px solid ${colour('hairline')}`,
          borderRadius: SIZES.radiusLarge,
          boxShadow: colour('float'),
          color: colour('ink'),
        },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundColor: colour('sunk'), color: colour('ink') } } },
  },
});
