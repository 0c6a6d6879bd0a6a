import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { FolderOpen, LogOut, Moon, Plus, Search, Sun } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog, DialogContent, DialogTitle } from '../../components/ui/dialog.tsx';
import { apiListQuery } from '../../lib/query.ts';
import { isPapel, useRequiredSession } from '../../lib/session.ts';
import { useTema } from '../../lib/theme.ts';
import { navFor } from '../nav.ts';
import { href, paths } from '../paths.ts';
import { useLogout } from './logout.ts';

const groupClasses =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs';

function Item({
  value,
  icon,
  children,
  onSelect,
}: {
  value: string;
  icon: ReactNode;
  children: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-2 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    >
      {icon}
      <span className="truncate">{children}</span>
    </Command.Item>
  );
}

/** Ctrl/Cmd+K: go to a page or a project, or do something, by typing its name. Loaded when first opened. */
export default function CommandPalette({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const navigate = useNavigate();
  const logout = useLogout();
  const { papel } = useRequiredSession();
  const { escuro, setTema } = useTema();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: { tipo: 'call_center', limit: 8, ...(q ? { q } : {}) } }),
    enabled: open,
  });
  const run = (action: () => void) => () => {
    onOpenChange(false);
    setText('');
    action();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        hideClose
        className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
        aria-describedby={undefined}
      >
        <DialogTitle className="sr-only">Buscar páginas e projetos</DialogTitle>
        <Command label="Buscar páginas e projetos" loop className="min-w-0">
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Buscar páginas, projetos e ações…"
              className="h-12 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground max-md:text-base"
            />
          </div>
          <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
            <Command.Empty className="py-8 text-center text-muted-foreground text-sm">
              {projects.isFetching ? 'Buscando…' : 'Nada encontrado.'}
            </Command.Empty>
            <Command.Group heading="Páginas" className={groupClasses}>
              {isPapel(papel)
                ? navFor(papel).map((item) => (
                    <Item
                      key={item.path}
                      value={`pagina ${item.label}`}
                      icon={<item.icon />}
                      onSelect={run(() =>
                        item.newTab ? window.open(item.path, '_blank', 'noopener') : navigate(item.path),
                      )}
                    >
                      {item.label}
                    </Item>
                  ))
                : null}
            </Command.Group>
            {projects.data && projects.data.data.length > 0 ? (
              <Command.Group heading="Projetos" className={groupClasses}>
                {projects.data.data.map((projeto) => (
                  <Item
                    key={projeto.id}
                    value={`projeto ${projeto.nome} ${projeto.id}`}
                    icon={<FolderOpen />}
                    onSelect={run(() => navigate(href(paths.projeto, { id: projeto.id })))}
                  >
                    {projeto.nome}
                  </Item>
                ))}
              </Command.Group>
            ) : null}
            <Command.Group heading="Ações" className={groupClasses}>
              <Item
                value="acao novo projeto criar"
                icon={<Plus />}
                onSelect={run(() => navigate(paths.novoProjeto))}
              >
                Novo projeto
              </Item>
              <Item
                value="acao tema claro escuro"
                icon={escuro ? <Sun /> : <Moon />}
                onSelect={run(() => setTema(escuro ? 'claro' : 'escuro'))}
              >
                {escuro ? 'Usar tema claro' : 'Usar tema escuro'}
              </Item>
              <Item value="acao sair logout" icon={<LogOut />} onSelect={run(logout)}>
                Sair
              </Item>
            </Command.Group>
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
