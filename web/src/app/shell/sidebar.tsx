import { getProfile } from '@escuta/shared/contracts/accounts/users';
import { getIndicacoes } from '@escuta/shared/contracts/team/indicacoes';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { matchPath, NavLink, useLocation, useNavigation } from 'react-router-dom';
import { apiQuery } from '../../lib/network/query.ts';
import { isPapel, useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { LogoMark } from '../../ui/logo.tsx';
import { Sheet, SheetContent, SheetTitle } from '../../ui/overlays/sheet.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { Separator } from '../../ui/separator.tsx';
import { linkOf, type NavItem, navFor } from '../nav.ts';
import { NAV_GROUPS, type NavGroup, privateScreens } from '../screens.ts';
import { OpenAlerts } from './open-alerts.tsx';
import { type SidebarState, useFoldedGroups } from './sidebar-state.ts';
import { UserMenu } from './user-menu.tsx';

/** The menu's link to signals, for people to whom a signal is assigned. */
const NAMED: readonly NavItem[] = privateScreens
  .filter(({ path }) => path === paths.sinais)
  .flatMap((screen) => linkOf(screen) ?? [])
  .map((link) => ({ ...link, label: 'Sinais indicados', section: 'principal' }));

interface LinksProps {
  items: readonly NavItem[];
  collapsed: boolean;
  /** True: links have the least height that a pointer can hit, because the administrator's menu has many links. */
  dense?: boolean;
  /** True if the link's group is folded. */
  hidden?: boolean;
  onNavigate: () => void;
}

/** Path to which a navigation is in progress, so that the menu marks it at once; otherwise the present path. */
function useHeading(): string {
  const here = useLocation();
  return (useNavigation().location ?? here).pathname;
}

const isLit = (item: NavItem, pathname: string) =>
  [item.path, ...(item.also ?? [])].some((path) => matchPath({ path, end: item.exact ?? false }, pathname));

function Links({ items, collapsed, dense, hidden, onNavigate }: LinksProps) {
  const pathname = useHeading();
  return (
    <ul className={cn('grid', !dense && 'gap-0.5')}>
      {items.map((item) => (
        <MenuLink
          key={item.path}
          item={item}
          lit={isLit(item, pathname)}
          hidden={hidden ?? false}
          collapsed={collapsed}
          dense={dense ?? false}
          onNavigate={onNavigate}
        />
      ))}
    </ul>
  );
}

interface MenuLinkProps extends Pick<LinksProps, 'collapsed' | 'onNavigate'> {
  item: NavItem;
  lit: boolean;
  hidden: boolean;
  dense: boolean;
}

function MenuLink({ item, lit, hidden, collapsed, dense, onNavigate }: MenuLinkProps) {
  const Icon = item.icon;
  const row = useRef<HTMLLIElement>(null);
  // Scrolls the current link into view, because a long menu may be higher than the window.
  useEffect(() => {
    if (lit && !hidden) row.current?.scrollIntoView({ block: 'nearest' });
  }, [lit, hidden]);
  return (
    <li ref={row}>
      <Tooltip content={item.label} side="right" disabled={!collapsed}>
        <NavLink
          to={item.path}
          end={item.exact ?? false}
          onClick={onNavigate}
          className={cn(
            'focus-ring relative flex max-md:h-11 items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors hover:bg-sidebar-active/70',
            // With these heights the whole menu of an administrator fits a window of 800 px.
            dense ? 'h-7 md:[@media(max-height:840px)]:h-6' : 'h-9',
            lit && 'bg-sidebar-active font-medium text-sidebar-active-foreground',
            collapsed && 'justify-center px-0',
          )}
        >
          <Icon className="size-4.5 shrink-0" aria-hidden="true" />
          <span className={cn('truncate', collapsed && 'sr-only')}>{item.label}</span>
          {item.path === paths.alertas ? <OpenAlerts dot={collapsed} /> : null}
        </NavLink>
      </Tooltip>
    </li>
  );
}

interface GroupProps extends Omit<LinksProps, 'dense' | 'hidden'> {
  group: NavGroup;
  folded: boolean;
  onFold: (folded: boolean) => void;
}

/** A group of the administration, under a heading that folds the group. Opening a screen of the group unfolds it. */
function Group({ group, items, collapsed, folded, onFold, onNavigate }: GroupProps) {
  const pathname = useHeading();
  const within = items.some((item) => isLit(item, pathname));
  const latest = useRef(onFold);
  useEffect(() => {
    latest.current = onFold;
  });
  useEffect(() => {
    if (within) latest.current(false);
  }, [within]);
  const links = (
    <Links items={items} collapsed={collapsed} hidden={folded && !collapsed} onNavigate={onNavigate} dense />
  );
  // The collapsed sidebar has no room for headings, so nothing is folded there.
  if (collapsed) return links;
  const id = `menu-${group === 'Clientes' ? 'clientes' : 'operacao'}`;
  return (
    <section aria-label={group}>
      <h3>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={id}
          onClick={() => onFold(!folded)}
          className="focus-ring flex h-6 w-full items-center justify-between rounded-md px-2.5 text-muted-foreground text-xs transition-colors hover:text-foreground max-md:h-11"
        >
          {group}
          <ChevronDown
            className={cn('size-3.5 transition-transform', folded && '-rotate-90')}
            aria-hidden="true"
          />
        </button>
      </h3>
      <div id={id} hidden={folded}>
        {links}
      </div>
    </section>
  );
}

function SidebarContent({ collapsed, onNavigate }: { collapsed: boolean; onNavigate: () => void }) {
  const { papel, empresa } = useRequiredSession();
  const collects = useQuery(apiQuery(getProfile)).data?.data.coleta ?? false;
  // The menu has this link for people to whom a gerente assigned a signal.
  const given = useQuery({ ...apiQuery(getIndicacoes), enabled: papel !== 'admin' }).data?.data;
  const named = given && given.indicado > 0 ? NAMED : [];
  const items = isPapel(papel) ? [...navFor(papel, collects), ...named] : [];
  const section = (name: NavItem['section']) => items.filter((item) => item.section === name);
  const admin = section('administracao');
  const [folded, fold] = useFoldedGroups();
  const footer = section('rodape');
  return (
    <div className="flex h-full flex-col">
      <NavLink
        to={paths.dashboard}
        onClick={onNavigate}
        className={cn(
          'focus-ring m-2 flex h-12 items-center gap-2.5 rounded-md px-1.5 md:[@media(max-height:840px)]:my-0',
          collapsed && 'justify-center px-0',
        )}
      >
        <LogoMark />
        <span className={cn('grid min-w-0', collapsed && 'sr-only')}>
          <span className="font-semibold text-base leading-tight tracking-tight">Escuta</span>
          {empresa?.nome ? (
            <span className="truncate text-muted-foreground text-xs">{empresa.nome}</span>
          ) : null}
        </span>
      </NavLink>
      <nav aria-label="Principal" className="flex-1 overflow-y-auto px-2 py-1.5">
        <Links
          items={section('principal')}
          collapsed={collapsed}
          onNavigate={onNavigate}
          dense={admin.length > 0}
        />
        {admin.length > 0 ? (
          <>
            {collapsed ? (
              <Separator className="my-1.5" />
            ) : (
              <h2 className="px-2.5 pt-1.5 pb-0.5 font-medium text-micro text-muted-foreground tracking-wider">
                ADMINISTRAÇÃO
              </h2>
            )}
            <Links
              items={admin.filter((item) => !item.group)}
              collapsed={collapsed}
              onNavigate={onNavigate}
              dense
            />
            {NAV_GROUPS.map((group) => (
              <Group
                key={group}
                group={group}
                items={admin.filter((item) => item.group === group)}
                collapsed={collapsed}
                folded={folded.includes(group)}
                onFold={(next) => fold(group, next)}
                onNavigate={onNavigate}
              />
            ))}
          </>
        ) : null}
      </nav>
      <div className="grid gap-1 border-sidebar-border border-t p-2">
        {footer.length > 0 ? (
          <Links items={footer} collapsed={collapsed} onNavigate={onNavigate} dense={admin.length > 0} />
        ) : null}
        <UserMenu collapsed={collapsed} />
      </div>
    </div>
  );
}

/** Links of the product: 16 rem wide, 3 rem collapsed, a sheet of 18 rem below 768 px. */
export function Sidebar({ state }: { state: SidebarState }) {
  if (state.isMobile) {
    return (
      <Sheet open={state.mobileOpen} onOpenChange={state.setMobileOpen}>
        <SheetContent
          side="left"
          className="w-72 max-w-[85vw] gap-0 bg-sidebar p-0 text-sidebar-foreground"
          aria-describedby={undefined}
        >
          <SheetTitle className="sr-only">Menu</SheetTitle>
          <SidebarContent collapsed={false} onNavigate={() => state.setMobileOpen(false)} />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <aside
      className={cn(
        'sticky top-0 h-dvh shrink-0 print:hidden overflow-hidden border-sidebar-border border-r bg-sidebar text-sidebar-foreground transition-[width] duration-200 ease-out',
        state.open ? 'w-64' : 'w-12',
      )}
    >
      <div className={cn('h-full', state.open ? 'w-64' : 'w-[calc(3rem-1px)] [&_a]:mx-auto [&_nav]:px-1.5')}>
        <SidebarContent collapsed={!state.open} onNavigate={() => undefined} />
      </div>
    </aside>
  );
}
