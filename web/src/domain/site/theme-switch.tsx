import { Moon, Sun } from 'lucide-react';
import { useTema } from '../../lib/browser/theme.ts';
import { Button } from '../../ui/button.tsx';

/**
 * A plain switch: the shell's menu with the system's theme would weigh more than a whole public page. Its picture is
 * right in a page that came drawn, too, where nobody's theme was known.
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
