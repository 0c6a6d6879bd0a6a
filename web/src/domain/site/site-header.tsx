import { Menu, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { useDemoDialog } from './demo-dialog-host.tsx';
import { NAV_SECTIONS } from './sections.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

/** Scroll position from which the header is solid, px (specification 1, §9). */
const SCROLL_PX = 10;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = (): void => setScrolled(window.scrollY > SCROLL_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

/** State of the small screens' menu: Escape closes it and restores the focus; a navigation closes it too. */
function useMobileMenu() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === key;
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  return { open, button, toggle: () => setOpenAt(open ? null : key), close: () => setOpenAt(null) };
}

/**
 * The public pages' header (specification 1, §2.2): links and sign-in for visitors, the account for people signed in.
 */
export function SiteHeader() {
  const current = useSession();
  const scrolled = useScrolled();
  const menu = useMobileMenu();
  const demo = useDemoDialog();
  const solid = scrolled || current !== null || menu.open;
  return (
    <header
      data-solido={solid}
      className={cn(
        'fixed inset-x-0 top-0 z-40 border-b transition-colors duration-200 print:hidden',
        solid ? 'border-border bg-background' : 'border-transparent bg-transparent',
      )}
    >
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-3 px-5 sm:px-8">
        <Link
          to={current ? paths.dashboard : paths.home}
          className="focus-ring flex items-center gap-2.5 rounded-md"
          aria-label={current ? 'Escuta: ir para o painel' : 'Escuta: página inicial'}
        >
          <LogoMark />
          <span className="font-semibold text-lg tracking-tight">Escuta</span>
        </Link>
        {current ? (
          <div className="ml-auto flex items-center gap-2">
            <ThemeSwitch />
            <Suspense fallback={<span className="size-9" />}>
              <AccountMenu session={current} />
            </Suspense>
          </div>
        ) : (
          <>
            <nav aria-label="Seções do site" className="mx-auto hidden items-center gap-1 md:flex">
              {NAV_SECTIONS.map(({ id, label }) => (
                <Link
                  key={id}
                  to={`${paths.home}#${id}`}
                  className="focus-ring rounded-md px-3 py-2 text-foreground transition-colors hover:text-primary-text"
                >
                  {label}
                </Link>
              ))}
            </nav>
            <div className="ml-auto flex items-center gap-2 md:ml-0">
              <span className="max-sm:hidden">
                <ThemeSwitch />
              </span>
              <Button variant="ghost" asChild>
                <Link to={paths.auth}>Entrar</Link>
              </Button>
              <Button className="max-md:hidden" onClick={() => demo.open()}>
                Solicitar Demo
              </Button>
              <Button
                ref={menu.button}
                variant="ghost"
                size="icon"
                className="md:hidden"
                aria-label={menu.open ? 'Fechar menu' : 'Abrir menu'}
                aria-expanded={menu.open}
                aria-controls="menu-do-site"
                onClick={menu.toggle}
              >
                {menu.open ? <X className="size-5" /> : <Menu className="size-5" />}
              </Button>
            </div>
          </>
        )}
      </div>
      {menu.open && !current ? (
        <nav id="menu-do-site" aria-label="Menu do site" className="grid border-t px-5 pt-2 pb-5 md:hidden">
          {NAV_SECTIONS.map(({ id, label }) => (
            <Link
              key={id}
              to={`${paths.home}#${id}`}
              className="focus-ring rounded-md px-2 py-3 text-base"
              onClick={menu.close}
            >
              {label}
            </Link>
          ))}
          <div className="mt-3 flex items-center gap-2">
            <Button
              size="lg"
              className="flex-1"
              onClick={() => {
                menu.close();
                demo.open();
              }}
            >
              Solicitar Demo
            </Button>
            <ThemeSwitch />
          </div>
        </nav>
      ) : null}
    </header>
  );
}
