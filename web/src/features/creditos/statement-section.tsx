import { exportExtrato, getExtrato } from '@escuta/shared/contracts/creditos';
import {
  formatCentavos,
  TIPO_EXTRATO_LABEL,
  TIPOS_EXTRATO,
  type TipoExtrato,
} from '@escuta/shared/domain/credits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { aDay, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { Button } from '../../components/ui/button.tsx';
import { StatCard } from '../../components/ui/card.tsx';
import { DateRange } from '../../components/ui/date-range.tsx';
import { callFile, errorMessage, saveBlob, type Wire } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatNumber } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { StatementList } from './statement-list.tsx';

const PAGE_SIZE = 20;
const READERS = { tipo: oneOf(TIPOS_EXTRATO), de: aDay, ate: aDay };
const TIPO_OPTIONS = TIPOS_EXTRATO.map((value) => ({ value, label: TIPO_EXTRATO_LABEL[value] }));

type Filter = { tipo?: TipoExtrato | undefined; de?: string | undefined; ate?: string | undefined };

function useExport(empresaId: string, filter: Filter) {
  return useMutation({
    mutationFn: () =>
      callFile(exportExtrato, { params: { empresaId }, query: { formato: 'csv', ...filter } }),
    onSuccess({ blob, fileName }) {
      saveBlob(blob, fileName ?? 'extrato.csv');
      toast.success('Extrato exportado', { description: fileName ?? undefined });
    },
    onError(error) {
      toast.error('Erro ao exportar extrato', {
        description: errorMessage(error, 'Não foi possível exportar o extrato. Tente novamente.'),
      });
    },
  });
}

/** 'Extrato': what changed the balance, with filters that live in the address, sums and a file for spreadsheets. */
export function StatementSection({ empresaId }: { empresaId: string }) {
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const filter: Filter = {
    tipo: TIPOS_EXTRATO.find((tipo) => tipo === filters.tipo),
    de: filters.de || undefined,
    ate: filters.ate || undefined,
  };
  const query = useQuery({
    ...apiListQuery(getExtrato, {
      params: { empresaId },
      query: { page: filters.page, limit: PAGE_SIZE, ...filter },
    }),
    refetchInterval: usePollWhileOffline(15_000),
  });
  const { mutate: exportFile, isPending: exporting } = useExport(empresaId, filter);
  const total = query.data?.pagination.total;

  return (
    <div className="grid grid-cols-1 gap-4">
      {query.error && !query.data ? null : <Summary resumo={query.data?.resumo} />}
      <ListPanel
        query={query}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
        errorTitle="Erro ao buscar o extrato de créditos"
        noun="lançamentos"
        nothing="Nenhum lançamento encontrado"
        empty={{
          icon: <ReceiptText />,
          title: 'Nenhum lançamento ainda',
          description: 'Compras, ajustes e o consumo de cada gravação processada aparecem aqui.',
        }}
        filters={
          <>
            <FilterSelect
              label="Tipo"
              value={filters.tipo}
              onValueChange={(tipo) => change({ tipo })}
              allLabel="Todos os tipos"
              options={TIPO_OPTIONS}
            />
            <DateRange
              label="Período"
              value={{ de: filters.de, ate: filters.ate }}
              onValueChange={({ de, ate }) => change({ de, ate })}
              className="min-w-52 flex-1 sm:w-60 sm:flex-none"
            />
            <ClearFilters show={filtered} onClear={clear} />
            <Button
              variant="outline"
              className="max-sm:flex-1 sm:ml-auto"
              loading={exporting}
              disabled={total === undefined || total === 0}
              onClick={() => exportFile()}
            >
              {exporting ? null : <Download aria-hidden="true" />}
              Exportar CSV
            </Button>
          </>
        }
      >
        {(rows, stale) => <StatementList rows={rows} stale={stale} />}
      </ListPanel>
    </div>
  );
}

function Summary({ resumo }: { resumo: Wire<typeof getExtrato>['resumo'] | undefined }) {
  return (
    <section
      aria-label="Somas do período"
      aria-busy={!resumo}
      className="grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <StatCard
        label="Entradas"
        value={resumo && formatNumber(resumo.entradas)}
        hint={
          resumo && resumo.debitos > 0
            ? `${formatNumber(resumo.debitos)} retirados por ajuste`
            : 'compras e ajustes'
        }
      />
      <StatCard label="Consumo" value={resumo && formatNumber(resumo.consumo)} hint="gravações processadas" />
      <StatCard label="Estornos" value={resumo && formatNumber(resumo.estornos)} hint="devolvidos à conta" />
      <StatCard
        label="Valor das compras"
        value={resumo && formatCentavos(resumo.valorCentavos)}
        hint="faturado no período"
      />
    </section>
  );
}
