import IconButton from '@mui/material/IconButton';
import { useScheme, type SchemeChoice } from '../../web-portal/theme/color-scheme.ts';
import { Icon, type IconName } from './icon.tsx';

const NEXT: Readonly<Record<SchemeChoice, { choice: SchemeChoice; icon: IconName; label: string }>> = {
  system: { choice: 'light', icon: 'device', label: 'Colours: as the device. Change to light' },
  light: { choice: 'dark', icon: 'sun', label: 'Colours: light. Change to dark' },
  dark: { choice: 'system', icon: 'moon', label: 'Colours: dark. Change to as the device' },
};

/** As the device, light, dark, and round again; the choice is the portal's too. */
export function SchemeToggle() {
  const [choice, choose] = useScheme();
  const next = NEXT[choice];
  return (
    <IconButton aria-label={next.label} title={next.label} onClick={() => choose(next.choice)}>
      <Icon name={next.icon} size={18} />
    </IconButton>
  );
}
