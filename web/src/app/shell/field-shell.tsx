import { ListChecks, LogOut, Mic, Settings, Smartphone } from 'lucide-react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { useLogout } from '../../lib/network/logout.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const LINKS = [
  { to: paths.campo, label: 'Campo', icon: Mic },
  { to: paths.meuCampo, label: 'Entrevistas', icon: ListChecks },
  { to: paths.aparelhos, label: 'Aparelhos', icon: Smartphone },
  { to: paths.perfil, label: 'Conta', icon: Settings },
] as const;

/** The frame for a field-only account: four links in reach of the thumb on a phone, and no requests for office data. */
export function FieldShell() {
  const { empresa } = useRequiredSession();
  const logout = useLogout();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-3 sm:px-4">
        <Link to={paths.meuCampo} className="focus-ring flex min-w-0 items-center gap-2.5 rounded-md px-1">
          <LogoMark />
          <span className="grid min-w-0">
            <span className="font-semibold text-base leading-tight tracking-tight">Escuta</span>
            {empresa?.nome ? (
              <span className="truncate text-muted-foreground text-xs">{empresa.nome}</span>
            ) : null}
          </span>
        </Link>
        <div className="ml-auto flex items-center gap-2">
          <ThemeMenu />
          <Button variant="ghost" onClick={logout}>
            <LogOut aria-hidden="true" />
            Sair
          </Button>
        </div>
      </header>
      <nav
        aria-label="Principal"
        className="border-b max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-b-0 max-sm:bg-background"
      >
        <ul className="mx-auto grid max-w-3xl grid-cols-4 sm:flex sm:gap-1 sm:px-4 sm:py-2">
          {LINKS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  cn(
                    'focus-ring flex min-h-14 flex-col items-center justify-center gap-1 rounded-md px-2 text-xs sm:min-h-9 sm:flex-row sm:gap-2 sm:px-3 sm:text-sm',
                    isActive ? 'bg-accent font-medium text-accent-foreground' : 'hover:bg-accent/70',
                  )
                }
              >
                <Icon className="size-5 shrink-0 sm:size-4" aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-3xl flex-1 px-4 py-6 outline-none max-sm:pb-24 sm:px-6"
      >
        <Outlet />
      </main>
    </div>
  );
}
