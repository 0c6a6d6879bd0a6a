import { Moon, Sun } from 'lucide-react';
import { useTema } from '../../lib/browser/theme.ts';
import { Button } from '../../ui/button.tsx';

/**
 * A simple switch of the theme, because the shell's theme menu has more code than a whole public page. CSS chooses the
 * icon, so that it is right even on a prerendered page, which was made without knowing the theme.
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
