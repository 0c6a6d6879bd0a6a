import { Moon, Sun } from 'lucide-react';
import { useTema } from '../../lib/browser/theme.ts';
import { Button } from '../../ui/button.tsx';

/**
 * A plain switch: the shell's theme menu weighs more than a whole public page. CSS picks its icon, so that a
 * prerendered page is right too, where no theme was known.
 */
export function ThemeSwitch() {
  const { escuro, setTema } = useTema();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={escuro ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={() => setTema(escuro ? 'claro' : 'escuro')}
    >
      <Sun className="hidden dark:block" />
      <Moon className="dark:hidden" />
    </Button>
  );
}
