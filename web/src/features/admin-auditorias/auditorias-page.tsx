import { listTodasAuditorias } from '@escuta/shared/contracts/surveys/auditorias';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/runs/status';
import { ArrowRight, ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AuditStatus } from '../../domain/audits/audit-status.tsx';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { aDay, anId, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, shortId } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';

type Auditoria = Wire<typeof listTodasAuditorias>['data'][number];

const READERS = { q: anyText, status: oneOf(STATUS_PROCESSAMENTO), empresa: anId, de: aDay, ate: aDay };

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
  const list = useList(listTodasAuditorias, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 20, empresaId: empresa, ...asked },
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
        filters={
          <>
            <FilterSelect
              label="Status"
              allLabel="Todos os status"
              {...list.bind('status')}
              options={STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }))}
            />
            <CompanyFilter {...list.bind('empresa')} />
            <DateRange
              label="Data da auditoria"
              {...list.bindDays()}
              className="w-full min-w-0 sm:w-60 sm:flex-none"
            />
          </>
        }
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
