import { Command } from 'cmdk';
import { LogOut, MessageSquareText, Moon, Search, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTema } from '../../../lib/browser/theme.ts';
import { useLogout } from '../../../lib/network/logout.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { isPapel, useRequiredSession } from '../../../lib/network/session.ts';
import type { OfferedAction } from '../../../lib/page/offers.ts';
import { paths } from '../../../lib/paths.ts';
import { Dialog, DialogContent, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { ACTIONS, type Entry, HELP, pagesFor } from './entries.ts';
import { score } from './match.ts';
import { useFound } from './use-found.ts';
import type { usePalette } from './use-palette.ts';

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  icon,
  detail,
  disabled = false,
  children,
  onSelect,
}: {
  value: string;
  icon: ReactNode;
  detail?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Command.Item
      value={value}
      disabled={disabled}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-sm max-md:min-h-11 data-[disabled=true]:cursor-default data-[disabled=true]:opacity-50 data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    >
      {icon}
      <span className="grid min-w-0">
        <span className="truncate">{children}</span>
        {detail ? <span className="truncate text-muted-foreground text-xs">{detail}</span> : null}
      </span>
    </Command.Item>
  );
}

/** Entries that match the typed text, the best first. */
function matching<E extends Entry>(entries: readonly E[], typed: string): readonly E[] {
  return entries
    .map((entry) => ({ entry, points: score(entry.label, entry.synonyms, typed) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ entry }) => entry);
}

/**
 * Finds the actions of an offer that match the typed text. Free and harmless actions come first, so that Enter without
 * a typed text neither costs credits nor destroys data.
 */
function matchingOffered(actions: readonly OfferedAction[], typed: string): readonly OfferedAction[] {
  const weight = ({ cost, destructive, refused }: OfferedAction) =>
    (refused === null ? 0 : 4) + (destructive ? 2 : 0) + (cost === null ? 0 : 1);
  return actions.filter(({ label }) => score(label, [], typed) > 0).toSorted((a, b) => weight(a) - weight(b));
}

/**
 * Command palette (Ctrl/Cmd+K): finds screens, calls, projects, tickets, people, chapters of the documentation and
 * actions by name. It is loaded with the shell, because it must catch the very first key.
 */
export function CommandPalette({ open, onOpenChange, offers }: ReturnType<typeof usePalette>) {
  const navigate = useNavigate();
  const logout = useLogout();
  const can = useCan();
  const { papel } = useRequiredSession();
  const { escuro, setTema } = useTema();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const { groups, searching, failed } = useFound(text, open);
  const close = (next: boolean): void => {
    onOpenChange(next);
    if (!next) setText('');
  };
  const run = (action: () => void) => () => {
    close(false);
    action();
  };
  const go = (entry: Pick<Entry, 'to' | 'newTab'>) =>
    run(() => (entry.newTab ? window.open(entry.to, '_blank', 'noopener') : navigate(entry.to)));

  const offered = offers.flatMap((read) => {
    const offer = read();
    const found = offer ? matchingOffered(offer.actions, text) : [];
    return offer && found.length > 0 ? [{ heading: offer.heading, found }] : [];
  });
  const pages = isPapel(papel) ? matching(pagesFor(papel), text) : [];
  const help = text.trim() ? matching(HELP, text) : [];
  const actions = matching(
    ACTIONS.filter((action) => !action.can || can(...action.can)),
    text,
  );
  const theme = escuro ? 'Usar tema claro' : 'Usar tema escuro';
  const own = [
    {
      label: theme,
      synonyms: ['tema', 'aparência', 'noturno'],
      icon: escuro ? Sun : Moon,
      act: () => setTema(escuro ? 'claro' : 'escuro'),
    },
    { label: 'Sair', synonyms: ['logout', 'encerrar'], icon: LogOut, act: () => void logout() },
  ].filter((one) => score(one.label, one.synonyms, text) > 0);
  const nothing = [offered, pages, groups, actions, own, help].every((entries) => entries.length === 0);
  // Entries' values in drawing order. If new answers or another text remove the chosen entry, Enter chooses the first.
  const values = [
    ...offered.flatMap(({ heading, found }) =>
      found.filter(({ refused, busy }) => refused === null && !busy).map(({ id }) => `${heading}:${id}`),
    ),
    ...pages.map(({ label }) => `Páginas:${label}`),
    ...groups.flatMap(({ heading, found }) => found.map(({ id }) => `${heading}:${id}`)),
    ...[...actions, ...own].map(({ label }) => `acao:${label}`),
    ...help.map(({ label }) => `Documentação:${label}`),
    'conversas',
  ];
  const local = (heading: string, entries: readonly Entry[]) =>
    entries.length > 0 ? (
      <Group heading={heading}>
        {entries.map((entry) => (
          <Item key={entry.to} value={`${heading}:${entry.label}`} icon={<entry.icon />} onSelect={go(entry)}>
            {entry.label}
          </Item>
        ))}
      </Group>
    ) : null;

  return (
    <Dialog open={open} onOpenChange={close}>
      <DialogContent
        hideClose
        className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0 max-sm:top-4"
        aria-describedby={undefined}
      >
        <DialogTitle className="sr-only">Buscar em tudo</DialogTitle>
        <Command
          label="Buscar em tudo"
          loop
          shouldFilter={false}
          value={values.includes(chosen) ? chosen : (values[0] ?? '')}
          onValueChange={setChosen}
          className="min-w-0"
        >
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Telefone, protocolo, nome, projeto, ticket, página…"
              className="h-12 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground max-md:text-base"
            />
          </div>
          <Command.List label="Resultados" className="max-h-[min(26rem,65vh)] overflow-y-auto p-2">
            {nothing ? (
              <p className="py-8 text-center text-muted-foreground text-sm">
                {searching ? 'Buscando…' : 'Nada encontrado.'}
              </p>
            ) : null}
            {offered.map(({ heading, found }) => (
              <Group key={heading} heading={heading}>
                {found.map(({ id, icon: Icon, label, refused, busy, cost, run: act }) => (
                  <Item
                    key={id}
                    value={`${heading}:${id}`}
                    icon={<Icon />}
                    detail={refused ?? cost ?? undefined}
                    disabled={refused !== null || busy}
                    onSelect={run(act)}
                  >
                    {label}
                  </Item>
                ))}
              </Group>
            ))}
            {local('Páginas', pages)}
            {groups.map(({ heading, icon: Icon, found }) => (
              <Group key={heading} heading={heading}>
                {found.map((one) => (
                  <Item
                    key={one.id}
                    value={`${heading}:${one.id}`}
                    icon={<Icon />}
                    detail={one.detail}
                    onSelect={go(one)}
                  >
                    {one.label}
                  </Item>
                ))}
              </Group>
            ))}
            {actions.length + own.length > 0 ? (
              <Group heading="Ações">
                {actions.map((entry) => (
                  <Item
                    key={entry.label}
                    value={`acao:${entry.label}`}
                    icon={<entry.icon />}
                    onSelect={go(entry)}
                  >
                    {entry.label}
                  </Item>
                ))}
                {own.map(({ label, icon: Icon, act }) => (
                  <Item key={label} value={`acao:${label}`} icon={<Icon />} onSelect={run(act)}>
                    {label}
                  </Item>
                ))}
              </Group>
            ) : null}
            {local('Documentação', help)}
            {text.trim().length > 1 ? (
              <Group heading="Nas conversas">
                <Item
                  value="conversas"
                  icon={<MessageSquareText />}
                  detail={text.trim()}
                  onSelect={run(() => navigate(`${paths.busca}?q=${encodeURIComponent(text.trim())}`))}
                >
                  Buscar nas conversas…
                </Item>
              </Group>
            ) : null}
          </Command.List>
          <p role="status" className="sr-only">
            {searching ? 'Buscando…' : ''}
          </p>
          {failed ? (
            <p className="border-t bg-warning-soft px-4 py-2 text-warning-text text-xs">
              Parte da busca não respondeu: os resultados podem estar incompletos.
            </p>
          ) : null}
        </Command>
      </DialogContent>
    </Dialog>
  );
}
