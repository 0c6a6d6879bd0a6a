import { type AgenteWire, listAgentes } from '@escuta/shared/contracts/agentes';
import { EllipsisVertical, Merge, Pencil, UserRound } from 'lucide-react';
import { useState } from 'react';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { TODAS_AS_PESQUISAS } from '../../domain/survey/survey-failure.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anId, anyText } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { EditAgenteDialog } from './edit-dialog.tsx';
import { MergeAgentesDialog } from './merge-dialog.tsx';

const READERS = { q: anyText, empresa: anId };

const COLUMNS: readonly Column<AgenteWire>[] = [
  { label: 'Nome', card: 'title', className: 'max-w-64 font-medium', text: ({ nome }) => nome },
  {
    label: 'Entrevistas',
    className: 'tabular-nums',
    text: ({ entrevistas }) => formatNumber(entrevistas),
  },
  {
    label: 'Também conhecido como',
    className: 'max-w-72',
    text: ({ apelidos }) => (apelidos.length === 0 ? '-' : apelidos.join(', ')),
  },
  {
    label: 'Acesso',
    className: 'max-w-64',
    // Whose account it is, only those learn who may read users.
    text: ({ usuario_id, usuario_email }) =>
      usuario_id === null ? 'Sem acesso' : (usuario_email ?? 'Com acesso'),
  },
];

type Open = { kind: 'edit' | 'merge'; agente: AgenteWire };

/** 'Entrevistadores': who speaks for the company in interviews, whatever they are called in sheets and recordings. */
export default function EntrevistadoresPage() {
  const { papel } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const mayChange = useCan()('user', 'update');
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const list = useList(listAgentes, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 20, empresaId: isAdmin ? empresa : undefined, ...asked },
  }));
  // As the list has it now: somebody else may have changed it while the dialog is open.
  const shown = open && (list.rows?.find(({ id }) => id === open.agente.id) ?? open.agente);
  const of = (kind: Open['kind']) => (open?.kind === kind ? shown : null);
  return (
    <>
      <PageHeader
        title="Entrevistadores"
        description="Quem entrevista pela sua empresa. Quem faz uma entrevista aqui entra na lista sozinho; outros nomes da mesma pessoa se juntam ao dela."
        back={TODAS_AS_PESQUISAS}
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar entrevistadores', placeholder: 'Nome ou apelido' }}
        filters={
          isAdmin ? (
            <CompanyPicker
              label="Empresa"
              noneLabel="Minha empresa"
              className="w-full sm:w-52"
              {...list.bind('empresa')}
            />
          ) : undefined
        }
        errorTitle="Erro ao buscar entrevistadores"
        noun="entrevistadores"
        nothing="Nenhum entrevistador encontrado"
        empty={{
          icon: <UserRound />,
          title: 'Nenhum entrevistador ainda',
          description: 'Quem fizer a primeira entrevista de uma pesquisa aparece aqui.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Entrevistadores"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            actions={
              mayChange
                ? (agente) => (
                    <DropdownMenu>
                      <DropdownMenuTrigger asChild>
                        <Button variant="ghost" size="icon-sm" aria-label={`Ações de ${agente.nome}`}>
                          <EllipsisVertical />
                        </Button>
                      </DropdownMenuTrigger>
                      <DropdownMenuContent align="end">
                        <DropdownMenuItem onSelect={() => setOpen({ kind: 'edit', agente })}>
                          <Pencil aria-hidden="true" />
                          Mudar nome e apelidos
                        </DropdownMenuItem>
                        <DropdownMenuItem onSelect={() => setOpen({ kind: 'merge', agente })}>
                          <Merge aria-hidden="true" />
                          Juntar com outro…
                        </DropdownMenuItem>
                      </DropdownMenuContent>
                    </DropdownMenu>
                  )
                : undefined
            }
          />
        )}
      </ListPanel>
      <EditAgenteDialog agente={of('edit')} onClose={close} />
      <MergeAgentesDialog
        agente={of('merge')}
        empresaId={list.filters.empresa || undefined}
        onClose={close}
      />
    </>
  );
}
