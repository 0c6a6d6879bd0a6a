import { listRegistros } from '@escuta/shared/contracts/registros';
import { ACAO_LABEL, ACOES_REGISTRADAS } from '@escuta/shared/domain/audit-actions';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
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
import { formatDateTime } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';
import { cn } from '../../lib/utils.ts';
import { acaoLabel, type Registro, whoDid } from './registro-row.ts';
import { RegistroSheet } from './registro-sheet.tsx';

const READERS = { q: anyText, acao: oneOf(ACOES_REGISTRADAS), empresa: anId, de: aDay, ate: aDay };

const ACOES = ACOES_REGISTRADAS.map((value) => ({ value, label: ACAO_LABEL[value] })).sort((a, b) =>
  a.label.localeCompare(b.label, 'pt-BR'),
);

const COLUMNS: readonly Column<Registro>[] = [
  {
    label: 'Ação',
    card: 'title',
    cell: (registro) => <p className="font-medium">{acaoLabel(registro.acao)}</p>,
  },
  {
    label: 'Quem',
    className: 'max-w-64',
    cell: (registro) => (
      <span
        className={cn('block truncate', !registro.usuario?.email && 'text-muted-foreground')}
        title={whoDid(registro)}
      >
        {whoDid(registro)}
      </span>
    ),
  },
  { label: 'Empresa', className: 'max-w-56', cell: (registro) => registro.empresa?.nome ?? '—' },
  {
    label: 'Data',
    className: 'whitespace-nowrap tabular-nums',
    cell: (registro) => formatDateTime(registro.created_at),
  },
  {
    label: 'Endereço IP',
    className: 'whitespace-nowrap tabular-nums',
    cell: (registro) => registro.endereco_ip ?? '—',
  },
];

/** 'Registro de Ações': who did what that matters, in every company. */
export default function RegistrosPage() {
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const [shown, setShown] = useState<Registro | null>(null);
  const list = useQuery(
    apiListQuery(listRegistros, {
      query: {
        page: filters.page,
        limit: 25,
        q: filters.q.trim() || undefined,
        acao: ACOES_REGISTRADAS.find((acao) => acao === filters.acao),
        empresaId: filters.empresa || undefined,
        de: filters.de || undefined,
        ate: filters.ate || undefined,
      },
    }),
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Registro de Ações"
        description="Ações sensíveis de todas as empresas, da mais nova à mais antiga."
        className="mb-0"
      />
      <ListPanel
        query={list}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
        errorTitle="Erro ao buscar o registro de ações"
        noun="registros"
        nothing="Nenhum registro encontrado"
        empty={{
          icon: <ScrollText />,
          title: 'Nenhuma ação registrada',
          description: 'Acessos, convites, trocas de chave e alterações aparecem aqui assim que acontecem.',
        }}
        filters={
          <>
            <SearchInput
              value={filters.q}
              onValueChange={(q) => change({ q })}
              label="Buscar por e-mail"
              placeholder="E-mail de quem agiu"
              className="w-full sm:w-auto sm:min-w-52 sm:flex-1"
            />
            <FilterSelect
              label="Ação"
              allLabel="Todas as ações"
              value={filters.acao}
              onValueChange={(acao) => change({ acao })}
              options={ACOES}
              className="sm:w-56"
            />
            <CompanyPicker
              label="Empresa"
              noneLabel="Todas as empresas"
              value={filters.empresa}
              onValueChange={(empresa) => change({ empresa })}
              className="w-full sm:w-52"
            />
            <DateRange
              label="Período"
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
            label="Registro de ações"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            actions={(registro) => (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Detalhes de ${acaoLabel(registro.acao)}, ${formatDateTime(registro.created_at)}`}
                onClick={() => setShown(registro)}
              >
                Detalhes
              </Button>
            )}
          />
        )}
      </ListPanel>
      <RegistroSheet registro={shown} onClose={() => setShown(null)} />
    </div>
  );
}
