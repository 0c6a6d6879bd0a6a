import { type AgenteWire, listAgentes, updateAgente } from '@escuta/shared/contracts/team/agentes';
import { FILTROS_AGENTE } from '@escuta/shared/domain/filters/lists/agents';
import { ORDENS_AGENTE } from '@escuta/shared/domain/filters/lists/orders';
import {
  EllipsisVertical,
  ListPlus,
  Merge,
  Pencil,
  Phone,
  Trash2,
  Undo2,
  UserCheck,
  UserPlus,
  UserRound,
  UserRoundX,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { ColumnMenu } from '../../kit/list/sheet/column-menu.tsx';
import { type SheetColumn, useLayout } from '../../kit/list/sheet/layout.ts';
import { orderInForce, ordering } from '../../kit/list/sheet/order.ts';
import { useListKeys } from '../../kit/list/sheet/row-keys.ts';
import { WorkSheet } from '../../kit/list/sheet/work-sheet.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { EditAgenteDialog } from './edit-dialog.tsx';
import { ImportAgentesDialog } from './import-dialog.tsx';
import { MergeAgentesDialog } from './merge-dialog.tsx';
import { NewAgenteDialog } from './new-dialog.tsx';
import { RamaisDialog } from './ramais-dialog.tsx';

const TABLE = filterTable(FILTROS_AGENTE, {
  q: 'search',
  ativo: {
    all: 'Todas as situações',
    options: optionsOf(['sim', 'nao'], { sim: 'Ativos', nao: 'Inativos' }),
    className: 'w-full sm:w-52',
  },
  empresaId: (bound) => <CompanyPicker noneLabel="Minha empresa" className="w-full sm:w-52" {...bound} />,
});

const READERS = { ...TABLE.readers, ordem: oneOf(ORDENS_AGENTE) };
const ORDERS = { all: ORDENS_AGENTE, usual: ORDENS_AGENTE[0] };

const COLUMNS: readonly SheetColumn<AgenteWire>[] = [
  {
    key: 'nome',
    label: 'Nome',
    card: 'title',
    width: 300,
    orders: ['nome', 'nome_z'],
    rises: true,
    cell: ({ id, nome, matricula, apelidos }) => {
      const also = [matricula ? `matrícula ${matricula}` : null, ...apelidos].filter(Boolean).join(', ');
      return (
        <span className="flex min-w-0 items-baseline gap-1.5 max-md:grid">
          <AgentLink agente={{ id, nome }} className="font-medium max-md:break-words md:truncate" />
          {also ? (
            <span
              className="min-w-0 truncate font-normal text-muted-foreground text-xs max-md:line-clamp-2 max-md:whitespace-normal max-md:break-words"
              title={also}
            >
              {also}
            </span>
          ) : null}
        </span>
      );
    },
  },
  {
    key: 'ramais',
    label: 'Ramais',
    width: 130,
    orders: ['ramal', 'ramal_z'],
    rises: true,
    text: ({ ramais }) => ramais.join(', ') || '-',
  },
  {
    key: 'ligacoes',
    label: 'Ligações',
    width: 84,
    orders: ['ligacoes', 'ligacoes_menos'],
    className: 'tabular-nums',
    text: ({ ligacoes }) => formatNumber(ligacoes),
  },
  {
    key: 'entrevistas',
    label: 'Entrevistas',
    width: 96,
    orders: ['entrevistas', 'entrevistas_menos'],
    className: 'tabular-nums',
    text: ({ entrevistas }) => formatNumber(entrevistas),
  },
  {
    key: 'situacao',
    label: 'Situação',
    width: 92,
    orders: ['situacao', 'situacao_z'],
    rises: true,
    cell: ({ ativo }) => <Badge variant={ativo ? 'success' : 'neutral'}>{ativo ? 'Ativo' : 'Inativo'}</Badge>,
  },
  {
    key: 'acesso',
    label: 'Acesso',
    width: 200,
    orders: ['acesso', 'acesso_z'],
    rises: true,
    // The API sends the account only to readers who may read users.
    cell: ({ usuario_id, usuario_email }) => (
      <span
        className="truncate max-md:whitespace-normal"
        title={
          usuario_id === null
            ? 'Esta pessoa não entra na Escuta. Vincule uma conta em Editar para que ela veja os próprios números e retornos.'
            : undefined
        }
      >
        {usuario_id === null ? 'Sem acesso' : (usuario_email ?? 'Com acesso')}
      </span>
    ),
  },
];

type Open = { kind: 'edit' | 'merge' | 'ramais' | 'undo' | 'delete' | 'anonymise'; agente: AgenteWire };

const UNDO = partOf(async () => (await import('./undo-merge-dialog.tsx')).UndoMergeDialog);
const DELETE = partOf(async () => (await import('./removal-dialogs.tsx')).DeleteAgenteDialog);
const ANONYMISE = partOf(async () => (await import('./removal-dialogs.tsx')).AnonymiseAgenteDialog);

/** True if calls, interviews or a merge name an agent, who then cannot be deleted. */
const isNamed = ({ ligacoes, entrevistas, fusoes }: AgenteWire): boolean =>
  ligacoes > 0 || entrevistas > 0 || fusoes > 0;

/** 'Agentes': the company's interviewers and call agents, with the names that sheets and recordings use for them. */
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
        ? `Agente reativado: ${data.nome}.`
        : `Agente desativado: ${data.nome}. As ligações continuam atribuídas a esse nome.`,
    failed: 'Erro ao alterar o agente',
  });
  const layout = useLayout('agentes', COLUMNS, 25);
  const list = useList(
    listAgentes,
    READERS,
    ({ ordem, ...asked }) => ({
      query: {
        limit: layout.limit,
        ...TABLE.ask(asked),
        ordem: orderInForce(ORDERS, ordem),
        ...(isAdmin ? {} : { empresaId: undefined }),
      },
    }),
    { keeps: ['ordem'] },
  );
  const body = useListKeys(list.rows);
  // The present row of the list, because another person may change the agent while the dialog is open.
  const shown = open && (list.rows?.find(({ id }) => id === open.agente.id) ?? open.agente);
  const of = (kind: Open['kind']) => (open?.kind === kind ? shown : null);
  return (
    <>
      <PageHeader
        title="Agentes e entrevistadores"
        description="As pessoas que falam pela sua empresa em ligações e entrevistas. O ramal identifica o agente de cada ligação; entrevistadores entram na lista automaticamente."
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
        sheet={layout}
        tools={<ColumnMenu layout={layout} />}
        search={{ label: 'Buscar agentes', placeholder: 'Nome, apelido, matrícula ou ramal' }}
        filters={<FilterControls table={TABLE} list={list} hide={isAdmin ? [] : ['empresaId']} />}
        errorTitle="Erro ao buscar os agentes"
        noun="agentes"
        nothing="Nenhum agente encontrado"
        empty={{
          icon: <UserRound />,
          title: 'Nenhum agente ainda',
          description:
            'Cadastre os agentes ou importe uma lista com os ramais. Entrevistadores aparecem aqui automaticamente.',
        }}
      >
        {(rows, stale) => (
          <WorkSheet
            label="Agentes"
            rows={rows}
            stale={stale}
            layout={layout}
            body={body}
            {...ordering(ORDERS, list)}
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
                        {agente.fusoes > 0 ? (
                          <DropdownMenuItem onSelect={() => setOpen({ kind: 'undo', agente })}>
                            <Undo2 aria-hidden="true" />
                            Desfazer fusão…
                          </DropdownMenuItem>
                        ) : null}
                        <DropdownMenuSeparator />
                        <DropdownMenuItem
                          destructive
                          onSelect={() => setOpen({ kind: isNamed(agente) ? 'anonymise' : 'delete', agente })}
                        >
                          {isNamed(agente) ? (
                            <UserRoundX aria-hidden="true" />
                          ) : (
                            <Trash2 aria-hidden="true" />
                          )}
                          {isNamed(agente) ? 'Anonimizar…' : 'Excluir…'}
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
      <OnDemand part={UNDO} open={open?.kind === 'undo'} props={{ agente: of('undo'), onClose: close }} />
      <OnDemand
        part={DELETE}
        open={open?.kind === 'delete'}
        props={{ agente: of('delete'), onClose: close }}
      />
      <OnDemand
        part={ANONYMISE}
        open={open?.kind === 'anonymise'}
        props={{ agente: of('anonymise'), onClose: close }}
      />
    </>
  );
}
