import { listTodasAuditorias } from '@escuta/shared/contracts/surveys/auditorias';
import { FILTROS_AUDITORIA } from '@escuta/shared/domain/filters/lists/audits';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/runs/status';
import { ArrowRight, ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AuditStatus } from '../../domain/audits/audit-status.tsx';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { DAYS, FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, shortId } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';

type Auditoria = Wire<typeof listTodasAuditorias>['data'][number];

const TABLE = filterTable(FILTROS_AUDITORIA, {
  q: 'search',
  status: { all: 'Todos os status', options: optionsOf(STATUS_PROCESSAMENTO, STATUS_LABEL) },
  empresaId: CompanyFilter,
  de: DAYS,
  ate: 'with',
});

const COLUMNS: readonly Column<Auditoria>[] = [
  {
    label: 'ID',
    card: 'title',
    className: 'whitespace-nowrap',
    cell: (auditoria) => (
      <span className="font-mono text-dense" title={auditoria.id}>
        {shortId(auditoria.id)}
      </span>
    ),
  },
  {
    label: 'Projeto',
    className: 'max-w-52',
    text: (auditoria) => auditoria.projeto.nome,
  },
  { label: 'Empresa', className: 'max-w-44', text: (auditoria) => auditoria.projeto.empresa.nome },
  { label: 'Status', cell: (auditoria) => <AuditStatus auditoria={auditoria} /> },
  {
    label: 'Data',
    className: 'whitespace-nowrap tabular-nums',
    cell: (auditoria) => formatDateTime(auditoria.created_at),
  },
];

/** 'Todas as Auditorias' of every company, for administrators (specification 2, §2). */
export default function TodasAuditoriasPage() {
  const list = useList(listTodasAuditorias, TABLE.readers, (asked) => ({
    query: { limit: 20, ...TABLE.ask(asked) },
  }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Todas as Auditorias"
        description="As auditorias de todas as empresas, da mais recente à mais antiga."
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar auditorias', placeholder: 'Auditoria ou projeto' }}
        errorTitle="Não foi possível buscar todas as auditorias."
        noun="auditorias"
        nothing="Nenhuma auditoria encontrada"
        empty={{
          icon: <ListChecks />,
          title: 'Nenhuma auditoria',
          description: 'As auditorias que as empresas criarem aparecem aqui.',
        }}
        filters={<FilterControls table={TABLE} list={list} />}
      >
        {(rows, stale) => (
          <DataList
            label="Auditorias"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ id }) => ({ to: href(paths.auditoria, { id }) })}
            actions={(auditoria) => (
              <Button variant="ghost" size="sm" asChild>
                <Link
                  to={href(paths.auditoria, { id: auditoria.id })}
                  aria-label={`Ver detalhes da auditoria ${shortId(auditoria.id)}`}
                >
                  Ver detalhes
                  <ArrowRight aria-hidden="true" />
                </Link>
              </Button>
            )}
          />
        )}
      </ListPanel>
    </div>
  );
}
