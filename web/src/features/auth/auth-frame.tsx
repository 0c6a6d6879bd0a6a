import { VERSION } from '@escuta/shared/domain/version';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ThemeSwitch } from '../../domain/site/theme-switch.tsx';
import { paths } from '../../lib/paths.ts';
import { LogoMark } from '../../ui/logo.tsx';
import { AuthPanel } from './auth-panel.tsx';
import { useBackendVersion } from './use-version.ts';

function Versions() {
  const backend = useBackendVersion();
  return (
    <p className="text-center text-muted-foreground text-xs tabular-nums">
      Frontend: {VERSION} · Backend: {backend}
    </p>
  );
}

/** The frame of the screens around signing in: the picture on the left, a form on the right, the versions below. */
export function AuthFrame({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
      <AuthPanel />
      <main
        id="conteudo"
        tabIndex={-1}
        className="flex flex-col justify-between gap-10 px-5 py-8 outline-none sm:px-10"
      >
        <div className="flex items-center justify-between gap-4">
          <Link
            to={paths.home}
            aria-label="Escuta: página inicial"
            className="focus-ring flex items-center gap-2.5 rounded-md lg:invisible"
          >
            <LogoMark />
            <span className="font-semibold text-lg tracking-tight">Escuta</span>
          </Link>
          <ThemeSwitch />
        </div>
        <div className="mx-auto w-full max-w-sm">
          <div className="mb-7 grid gap-1.5">
            <h1
              data-route-heading
              tabIndex={-1}
              className="font-semibold text-2xl tracking-tight outline-none"
            >
              {title}
            </h1>
            {subtitle ? <div className="text-muted-foreground">{subtitle}</div> : null}
          </div>
          {children}
        </div>
        <footer className="grid justify-items-center gap-2">
          <Link
            to={paths.verificar}
            className="focus-ring rounded-sm text-muted-foreground text-sm underline-offset-4 hover:text-foreground hover:underline"
          >
            Verificar dossiê
          </Link>
          <Versions />
        </footer>
      </main>
    </div>
  );
}
