import { Monitor, Moon, Sun } from 'lucide-react';
import { type Tema, useTema } from '../../lib/browser/theme.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';

const options = [
  { value: 'claro', label: 'Claro', icon: Sun },
  { value: 'escuro', label: 'Escuro', icon: Moon },
  { value: 'sistema', label: 'Do sistema', icon: Monitor },
] as const satisfies readonly { value: Tema; label: string; icon: typeof Sun }[];

/** Chooses the light, the dark or the system's theme. */
export function ThemeMenu() {
  const { tema, escuro, setTema } = useTema();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Tema">
          {escuro ? <Moon /> : <Sun />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={tema} onValueChange={(value) => setTema(value as Tema)}>
          {options.map(({ value, label, icon: Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
