import { listTodasAuditorias } from '@escuta/shared/contracts/auditorias';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { AuditStatus } from '../../components/audits/audit-status.tsx';
import { STATUS_LABEL } from '../../components/calls/call-status.tsx';
import { CompanyPicker } from '../../components/company/company-picker.tsx';
import { type Column, DataList } from '../../components/lists/data-list.tsx';
import { aDay, anId, anyText, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DateRange } from '../../components/ui/date-range.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import type { Wire } from '../../lib/api.ts';
import { formatDateTime, shortId } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';

type Auditoria = Wire<typeof listTodasAuditorias>['data'][number];

const READERS = { q: anyText, status: oneOf(STATUS_PROCESSAMENTO), empresa: anId, de: aDay, ate: aDay };

const COLUMNS: readonly Column<Auditoria>[] = [
  {
    label: 'ID',
    card: 'title',
    className: 'whitespace-nowrap',
    cell: (auditoria) => (
      <Link
        to={href(paths.auditoria, { id: auditoria.id })}
        className="focus-ring rounded-sm font-medium font-mono text-[0.8125rem] hover:text-primary-text hover:underline"
        title={auditoria.id}
      >
        {shortId(auditoria.id)}
      </Link>
    ),
  },
  {
    label: 'Projeto',
    className: 'max-w-72',
    cell: (auditoria) => (
      <span className="block truncate" title={auditoria.projeto.nome}>
        {auditoria.projeto.nome}
      </span>
    ),
  },
  { label: 'Empresa', className: 'max-w-56', cell: (auditoria) => auditoria.projeto.empresa.nome },
  { label: 'Status', cell: (auditoria) => <AuditStatus auditoria={auditoria} /> },
  {
    label: 'Data',
    className: 'whitespace-nowrap tabular-nums',
    cell: (auditoria) => formatDateTime(auditoria.created_at),
  },
];

/** 'Todas as Auditorias' of every company, for administrators (specification 2, §2). */
export default function TodasAuditoriasPage() {
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const list = useQuery(
    apiListQuery(listTodasAuditorias, {
      query: {
        page: filters.page,
        limit: 20,
        q: filters.q.trim() || undefined,
        status: STATUS_PROCESSAMENTO.find((status) => status === filters.status),
        empresaId: filters.empresa || undefined,
        de: filters.de || undefined,
        ate: filters.ate || undefined,
      },
    }),
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Todas as Auditorias"
        description="As auditorias de todas as empresas, da mais nova à mais antiga."
        className="mb-0"
      />
      <ListPanel
        query={list}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
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
            <SearchInput
              value={filters.q}
              onValueChange={(q) => change({ q })}
              label="Buscar auditorias"
              placeholder="Auditoria ou projeto"
              className="w-full sm:w-auto sm:min-w-52 sm:flex-1"
            />
            <FilterSelect
              label="Status"
              allLabel="Todos os status"
              value={filters.status}
              onValueChange={(status) => change({ status })}
              options={STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }))}
            />
            <CompanyPicker
              label="Empresa"
              noneLabel="Todas as empresas"
              value={filters.empresa}
              onValueChange={(empresa) => change({ empresa })}
              className="w-full sm:w-52"
            />
            <DateRange
              label="Data da auditoria"
              value={{ de: filters.de, ate: filters.ate }}
              onValueChange={({ de, ate }) => change({ de, ate })}
              className="w-full min-w-0 sm:w-60 sm:flex-none"
            />
            <ClearFilters show={filtered} onClear={clear} />
          </>
        }
      >
        {(rows, stale) => (
          <DataList
            label="Auditorias"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
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
