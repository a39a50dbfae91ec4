import type { Theme } from '@mui/material/styles';
import { muiTheme } from '#web-shared/theme/mui-theme.ts';
import { colour, FONTS, SIZES } from '#web-shared/theme/tokens.ts';

const hairline = `1px solid ${colour('hairline')}`;
const coarse = '@media (pointer: coarse)';
/** A button whose action is under way; it keeps the focus, so it is not disabled. */
const busy = '&[aria-disabled=true], &[aria-disabled=true]:hover';
const narrow = `@media (max-width: ${SIZES.md - 1}px)`;

/**
 * The portal's theme, with MUI's tables, buttons and fields dressed as the portal's own are: react-admin is built of
 * them.
 */
export const adminTheme: Theme = {
  ...muiTheme,
  components: {
    ...muiTheme.components,
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined' },
      styleOverrides: {
        root: {
          minHeight: 36,
          padding: '0 15px',
          gap: 7,
          fontSize: 13,
          fontWeight: 600,
          lineHeight: 1.2,
          whiteSpace: 'nowrap',
          [coarse]: { minHeight: 42 },
        },
        outlined: {
          backgroundColor: colour('raised'),
          borderColor: colour('hairline'),
          color: colour('ink'),
          '&:hover': { backgroundColor: colour('raised'), borderColor: colour('field') },
          [`&.Mui-disabled, ${busy}`]: {
            backgroundColor: colour('sunk'),
            borderColor: colour('hairline'),
            color: colour('muted'),
          },
        },
        contained: {
          [`&.Mui-disabled, ${busy}`]: { backgroundColor: colour('sunk'), color: colour('muted') },
        },
        sizeLarge: { minHeight: 44, fontSize: 14 },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 34,
          height: 34,
          padding: 0,
          borderRadius: SIZES.radiusSmall,
          color: 'inherit',
          '&:hover': { backgroundColor: `color-mix(in srgb, ${colour('ink')} 7%, transparent)` },
          [coarse]: { width: 44, height: 44 },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&:focus-visible': { outline: `2px solid ${colour('accent')}`, outlineOffset: 2 } },
      },
    },
    // A label above its field, as in the portal.
    MuiTextField: {
      defaultProps: {
        variant: 'outlined',
        size: 'small',
        fullWidth: true,
        slotProps: { inputLabel: { shrink: true } },
      },
    },
    // What may be left out says so; a star says nothing.
    MuiFormLabel: { defaultProps: { required: false } },
    MuiInputLabel: {
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          marginBottom: 6,
          fontSize: 13,
          fontWeight: 500,
          color: colour('ink'),
          '&.Mui-focused, &.Mui-error': { color: colour('ink') },
        },
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
    MuiDialog: {
      styleOverrides: {
        paper: {
          backgroundColor: colour('raised'),
          border: hairline,
          borderRadius: SIZES.radiusLarge,
          boxShadow: colour('float'),
          color: colour('ink'),
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { padding: '24px 24px 8px', font: `450 22px/1.25 ${FONTS.display}` } },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 24px', gap: 2 } } },
  },
};
