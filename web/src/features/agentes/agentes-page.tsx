import { type AgenteWire, listAgentes, updateAgente } from '@escuta/shared/contracts/agentes';
import {
  EllipsisVertical,
  ListPlus,
  Merge,
  Pencil,
  Phone,
  UserCheck,
  UserPlus,
  UserRound,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anId, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { EditAgenteDialog } from './edit-dialog.tsx';
import { ImportAgentesDialog } from './import-dialog.tsx';
import { MergeAgentesDialog } from './merge-dialog.tsx';
import { NewAgenteDialog } from './new-dialog.tsx';
import { RamaisDialog } from './ramais-dialog.tsx';

const READERS = { q: anyText, ativo: oneOf(['sim', 'nao']), empresa: anId };

const SITUACOES = [
  { value: 'sim', label: 'Ativos' },
  { value: 'nao', label: 'Inativos' },
] as const;

const COLUMNS: readonly Column<AgenteWire>[] = [
  {
    label: 'Nome',
    card: 'title',
    className: 'min-w-44 max-w-72',
    cell: ({ nome, matricula, apelidos }) => {
      const also = [matricula ? `matrícula ${matricula}` : null, ...apelidos].filter(Boolean).join(', ');
      return (
        <span className="grid min-w-0 gap-0.5">
          <span className="break-words font-medium">{nome}</span>
          {also ? (
            <span className="line-clamp-2 break-words font-normal text-muted-foreground text-xs" title={also}>
              {also}
            </span>
          ) : null}
        </span>
      );
    },
  },
  {
    label: 'Entrevistas',
    className: 'tabular-nums',
    text: ({ entrevistas }) => formatNumber(entrevistas),
  },
  { label: 'Ramais', className: 'max-w-48', text: ({ ramais }) => ramais.join(', ') || '-' },
  { label: 'Ligações', className: 'tabular-nums', text: ({ ligacoes }) => formatNumber(ligacoes) },
  {
    label: 'Situação',
    cell: ({ ativo }) => <Badge variant={ativo ? 'success' : 'neutral'}>{ativo ? 'Ativo' : 'Inativo'}</Badge>,
  },
  {
    label: 'Acesso',
    className: 'max-w-64',
    // Whose account it is, only those learn who may read users.
    text: ({ usuario_id, usuario_email }) =>
      usuario_id === null ? 'Sem acesso' : (usuario_email ?? 'Com acesso'),
  },
];

type Open = { kind: 'edit' | 'merge' | 'ramais'; agente: AgenteWire };

/** 'Agentes': who speaks for the company, in interviews and in calls, whatever they are called in sheets and recordings. */
export default function AgentesPage() {
  const { papel, empresaId: own } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const mayChange = useCan()('user', 'update');
  const [open, setOpen] = useState<Open | null>(null);
  const [making, setMaking] = useState<'one' | 'list' | null>(null);
  const close = (): void => setOpen(null);
  const change = useApiMutation(updateAgente, {
    done: ({ data }) =>
      data.ativo
        ? `${data.nome} está ativo de novo.`
        : `${data.nome} está inativo: as ligações continuam suas.`,
    failed: 'Erro ao mudar agente',
  });
  const list = useList(listAgentes, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 20, empresaId: isAdmin ? empresa : undefined, ...asked },
  }));
  // As the list has it now: somebody else may have changed it while the dialog is open.
  const shown = open && (list.rows?.find(({ id }) => id === open.agente.id) ?? open.agente);
  const of = (kind: Open['kind']) => (open?.kind === kind ? shown : null);
  return (
    <>
      <PageHeader
        title="Agentes"
        description="Quem fala pela sua empresa, em ligações e em entrevistas. O ramal diz de quem é cada ligação; quem faz uma entrevista aqui entra na lista sozinho."
        actions={
          mayChange ? (
            <>
              <Button variant="outline" onClick={() => setMaking('list')}>
                <ListPlus aria-hidden="true" />
                Importar lista
              </Button>
              <Button onClick={() => setMaking('one')}>
                <UserPlus aria-hidden="true" />
                Novo agente
              </Button>
            </>
          ) : undefined
        }
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar agentes', placeholder: 'Nome, apelido, matrícula ou ramal' }}
        filters={
          <>
            <FilterSelect
              label="Situação"
              allLabel="Todas as situações"
              options={SITUACOES}
              className="w-full sm:w-44"
              {...list.bind('ativo')}
            />
            {isAdmin ? (
              <CompanyPicker
                label="Empresa"
                noneLabel="Minha empresa"
                className="w-full sm:w-52"
                {...list.bind('empresa')}
              />
            ) : null}
          </>
        }
        errorTitle="Erro ao buscar agentes"
        noun="agentes"
        nothing="Nenhum agente encontrado"
        empty={{
          icon: <UserRound />,
          title: 'Nenhum agente ainda',
          description:
            'Cadastre quem atende as ligações, ou importe uma lista com os ramais. Quem fizer uma entrevista aparece aqui sozinho.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Agentes"
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
                          Editar
                        </DropdownMenuItem>
                        <DropdownMenuItem onSelect={() => setOpen({ kind: 'ramais', agente })}>
                          <Phone aria-hidden="true" />
                          Ramais…
                        </DropdownMenuItem>
                        <DropdownMenuItem
                          onSelect={() =>
                            void change.attempt({ params: { id: agente.id }, body: { ativo: !agente.ativo } })
                          }
                        >
                          {agente.ativo ? <UserX aria-hidden="true" /> : <UserCheck aria-hidden="true" />}
                          {agente.ativo ? 'Desativar' : 'Reativar'}
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
      <EditAgenteDialog agente={of('edit')} empresaId={list.filters.empresa || own || ''} onClose={close} />
      <RamaisDialog agente={of('ramais')} onClose={close} />
      <NewAgenteDialog open={making === 'one'} empresaId={own ?? ''} onClose={() => setMaking(null)} />
      <ImportAgentesDialog open={making === 'list'} onClose={() => setMaking(null)} />
      <MergeAgentesDialog
        agente={of('merge')}
        empresaId={list.filters.empresa || undefined}
        onClose={close}
      />
    </>
  );
}
