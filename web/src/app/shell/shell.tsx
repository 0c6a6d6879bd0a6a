import { PanelLeft, Search } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { ConnectionBanner, DemoNotice } from './banners.tsx';
import { FieldShell } from './field-shell.tsx';
import { useHealth } from './health.ts';
import { LowBalanceBanner } from './low-balance-banner.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { usePalette } from './palette/use-palette.ts';
import { Sidebar } from './sidebar.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { ThemeMenu } from './theme-menu.tsx';

/** Name of the keyboard's modifier: 'Ctrl' or '⌘'. */
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The frame of the signed-in screens (specification 1, §2.5): sidebar, top bar, banners, the screen itself. */
export default function Shell() {
  const { soCampo } = useRequiredSession();
  return soCampo ? <FieldShell /> : <OfficeShell />;
}

function OfficeShell() {
  const sidebar = useSidebarState();
  const health = useHealth();
  const palette = usePalette();
  const expanded = sidebar.isMobile ? sidebar.mobileOpen : sidebar.open;
  return (
    <div className="flex min-h-dvh">
      <Sidebar state={sidebar} />
      <div className="flex min-w-0 flex-1 flex-col">
        {health.falhou ? <ConnectionBanner checking={health.checking} onCheck={health.check} /> : null}
        <LowBalanceBanner />
        <header className="sticky top-0 z-30 flex h-14 print:hidden items-center gap-2 border-b bg-background px-3 sm:px-4">
          <Tooltip content={`${expanded ? 'Recolher' : 'Expandir'} menu (${modifier}+B)`} side="bottom">
            <Button
              variant="ghost"
              size="icon"
              onClick={sidebar.toggle}
              aria-label={expanded ? 'Recolher menu' : 'Expandir menu'}
              aria-expanded={expanded}
              aria-keyshortcuts="Control+B Meta+B"
            >
              <PanelLeft />
            </Button>
          </Tooltip>
          <Button
            variant="outline"
            className="ml-1 w-64 justify-start gap-2 px-3 font-normal text-muted-foreground max-sm:w-11 max-sm:justify-center max-sm:px-0"
            onClick={() => palette.onOpenChange(true)}
            aria-label="Buscar em tudo"
            aria-keyshortcuts="Control+K Meta+K"
          >
            <Search aria-hidden="true" />
            <span className="flex-1 text-left max-sm:hidden">Buscar…</span>
            <kbd className="rounded border bg-muted px-1.5 py-0.5 font-sans text-micro max-sm:hidden">
              {modifier} K
            </kbd>
          </Button>
          <div className="ml-auto flex items-center gap-2">
            {health.demonstracao ? <DemoNotice /> : null}
            <NotificationBell />
            <ThemeMenu />
          </div>
        </header>
        <main
          id="conteudo"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 print:p-0"
        >
          <Outlet />
        </main>
      </div>
      <CommandPalette {...palette} />
    </div>
  );
}
