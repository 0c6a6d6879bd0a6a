import { getExtrato } from '@escuta/shared/contracts/accounts/creditos';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_EXTRATO } from '@escuta/shared/domain/filters/lists/statement';
import { formatCentavos, TIPO_EXTRATO_LABEL, TIPOS_EXTRATO } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ReceiptText } from 'lucide-react';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import type { Wire } from '../../lib/network/api.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { StatCard } from '../../ui/card.tsx';
import { StatementList } from './statement-list.tsx';

const PAGE_SIZE = 20;
const TABLE = filterTable(FILTROS_EXTRATO, {
  tipo: { all: 'Todos os tipos', options: optionsOf(TIPOS_EXTRATO, TIPO_EXTRATO_LABEL) },
  de: { days: 'min-w-52 flex-1 sm:w-60 sm:flex-none' },
  ate: 'with',
});

/** 'Extrato': entries that changed the balance, with filters in the address, sums and a spreadsheet file. */
export function StatementSection({ empresaId }: { empresaId: string }) {
  const list = useList(
    getExtrato,
    TABLE.readers,
    (asked) => ({ params: { empresaId }, query: { limit: PAGE_SIZE, ...TABLE.ask(asked) } }),
    { refetchInterval: usePollWhileOffline(15_000) },
  );
  const total = list.pagination?.total;

  return (
    <div className="grid grid-cols-1 gap-4">
      {list.error && !list.answer ? null : <Summary resumo={list.answer?.resumo} />}
      <ListPanel
        list={list}
        errorTitle="Erro ao buscar o extrato de créditos"
        noun="lançamentos"
        nothing="Nenhum lançamento encontrado"
        empty={{
          icon: <ReceiptText />,
          title: 'Nenhum lançamento ainda',
          description: 'Compras, ajustes e o consumo de cada gravação processada aparecem aqui.',
        }}
        filters={<FilterControls table={TABLE} list={list} />}
        tools={
          <ExportButton
            alvo={{
              tipo: 'extrato',
              alvo: { tipo: 'empresa', id: empresaId },
              filtros: forExport(FILTROS_EXTRATO, TABLE.ask(list.asked)),
            }}
            className="max-sm:flex-1 sm:ml-auto"
            disabled={total === undefined || total === 0}
          />
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
            ? `${plural(resumo.debitos, 'retirado', 'retirados')} por ajuste`
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
