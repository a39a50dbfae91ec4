import { useScheme, type SchemeChoice } from '../theme/color-scheme.ts';
import { IconButton } from './button/button.tsx';
import type { IconName } from './icon/icon.tsx';

const NEXT: Readonly<Record<SchemeChoice, { choice: SchemeChoice; icon: IconName; label: string }>> = {
  system: { choice: 'light', icon: 'device', label: 'Colours: as the device. Change to light' },
  light: { choice: 'dark', icon: 'sun', label: 'Colours: light. Change to dark' },
  dark: { choice: 'system', icon: 'moon', label: 'Colours: dark. Change to as the device' },
};

/** As the device, light, dark, and round again. */
export function SchemeToggle() {
  const [choice, choose] = useScheme();
  const next = NEXT[choice];
  return <IconButton icon={next.icon} label={next.label} onClick={() => choose(next.choice)} />;
}
