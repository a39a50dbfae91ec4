import type { Theme } from '@mui/material/styles';
import { muiTheme } from '#web-shared/theme/mui-theme.ts';
import { colour, SIZES } from '#web-shared/theme/tokens.ts';

const hairline = `1px solid ${colour('hairline')}`;
const narrow = `@media (max-width: ${SIZES.md - 1}px)`;

/**
 * The portal's theme, with MUI's tables, buttons and fields dressed as the portal's own are: react-admin is built of
 * them.
 */
export const adminTheme: Theme = {
  ...muiTheme,
  components: {
    ...muiTheme.components,
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&:focus-visible': { outline: `2px solid ${colour('accent')}`, outlineOffset: 2 } },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          minHeight: 40,
          fontSize: 13,
          backgroundColor: colour('raised'),
          [narrow]: { fontSize: 16 },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2, borderColor: colour('accent') },
        },
        notchedOutline: { top: 0, borderColor: colour('field'), '& legend': { display: 'none' } },
      },
    },
    MuiTable: { styleOverrides: { root: { borderCollapse: 'separate' } } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          height: SIZES.row,
          padding: '0 10px',
          border: 0,
          borderBottom: hairline,
          fontSize: 13,
          lineHeight: 1.25,
          color: colour('ink'),
          whiteSpace: 'nowrap',
          '&:first-of-type': { paddingLeft: 0 },
          '&:last-of-type': { paddingRight: 0 },
        },
        head: {
          height: 34,
          fontSize: 11.5,
          fontWeight: 500,
          color: colour('muted'),
          backgroundColor: colour('paper'),
        },
      },
    },
    MuiTableRow: {
      styleOverrides: {
        root: {
          '&.MuiTableRow-hover:hover': {
            backgroundColor: `color-mix(in srgb, ${colour('ink')} 3.5%, ${colour('paper')})`,
          },
        },
      },
    },
  },
};
