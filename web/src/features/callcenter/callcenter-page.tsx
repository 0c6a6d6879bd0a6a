import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { FolderOpen, PhoneCall, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anyText } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber, formatShare } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

type CallCenter = Wire<typeof listProjetos>['data'][number];

const NONE = '-';

/** Name of a project, and the reason if its calls cannot be analysed. */
function ProjectName({ projeto }: { projeto: CallCenter }) {
  return (
    <span className="grid min-w-0 gap-1">
      <span className="line-clamp-2 break-words font-medium" title={projeto.nome}>
        {projeto.nome}
      </span>
      {projeto.isActive && projeto.templatesVinculados > 0 ? null : (
        <span className="flex flex-wrap gap-1.5">
          {projeto.isActive ? null : <Badge variant="neutral">Inativo</Badge>}
          {projeto.templatesVinculados > 0 ? null : (
            <Badge variant="warning">Nenhum template vinculado</Badge>
          )}
        </span>
      )}
    </span>
  );
}

/** The share of concluded items, with the numbers from which it comes: '269 de 305 (88,2%)'. */
function ConcludedShare({ projeto }: { projeto: CallCenter }) {
  const { totalAuditorias: total, concluidos } = projeto;
  if (total === 0) return NONE;
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{formatShare(concluidos / total, 1)}</span>{' '}
      <span className="text-muted-foreground text-xs">
        {formatNumber(concluidos)} de {formatNumber(total)}
      </span>
    </span>
  );
}

const COLUMNS: readonly Column<CallCenter>[] = [
  {
    label: 'Call center',
    card: 'title',
    className: 'max-w-80',
    cell: (projeto) => <ProjectName projeto={projeto} />,
  },
  {
    label: 'Ligações',
    className: 'tabular-nums',
    cell: (projeto) => formatNumber(projeto.totalAuditorias),
  },
  { label: 'Concluídas', className: 'tabular-nums', cell: (projeto) => <ConcludedShare projeto={projeto} /> },
  {
    label: 'Pontuação média',
    className: 'tabular-nums',
    cell: (projeto) => (projeto.pontuacaoMedia === null ? NONE : formatShare(projeto.pontuacaoMedia)),
  },
  {
    label: 'Última atividade',
    className: 'whitespace-nowrap tabular-nums',
    cell: (projeto) => (projeto.ultimaAtividade === null ? NONE : formatDateTime(projeto.ultimaAtividade)),
  },
];

const READERS = { q: anyText };

/** Projects of type call_center with their figures (specification 1, §2.1). */
export default function CallCenterPage() {
  const can = useCan();
  const list = useList(listProjetos, READERS, (asked) => ({
    query: { tipo: 'call_center' as const, limit: 20, ...asked },
  }));
  const create = can('project', 'create') ? (
    <Button asChild>
      <Link to={`${paths.novoProjeto}?type=call_center`}>
        <Plus aria-hidden="true" />
        Novo Projeto
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Call Centers"
        description="Os projetos de call center da sua empresa. A pontuação média é a das ligações dos últimos 6 meses, como no Início."
        back={{ to: paths.projetos, label: 'Voltar para Meus Projetos' }}
        actions={create}
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar call centers', placeholder: 'Buscar por nome…' }}
        errorTitle="Falha ao buscar projetos."
        noun="call centers"
        nothing="Nenhum call center encontrado"
        empty={{
          icon: <FolderOpen />,
          title: 'Nenhum call center ainda',
          description: 'Crie um projeto de call center para registrar ligações e acompanhar as análises.',
          action: create,
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Call centers"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            // The buttons stand below the name, because buttons beside it would leave the name no room.
            renderCard={(projeto, { fields, actions }) => (
              <div className="grid gap-3">
                <ProjectName projeto={projeto} />
                {fields}
                <div className="flex flex-wrap justify-end gap-1">{actions}</div>
              </div>
            )}
            actions={({ id, nome }) => (
              <>
                <Button variant="ghost" size="sm" asChild>
                  <Link to={href(paths.projeto, { id })} aria-label={`Ver Detalhes de ${nome}`}>
                    Ver Detalhes
                  </Link>
                </Button>
                <Button variant="outline" size="sm" asChild>
                  <Link
                    to={href(paths.ligacoes, { projectId: id })}
                    aria-label={`Acessar Ligações de ${nome}`}
                  >
                    <PhoneCall aria-hidden="true" />
                    Acessar Ligações
                  </Link>
                </Button>
              </>
            )}
          />
        )}
      </ListPanel>
    </>
  );
}
