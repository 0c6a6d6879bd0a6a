import { getExtrato } from '@escuta/shared/contracts/accounts/creditos';
import { formatCentavos, TIPO_EXTRATO_LABEL, TIPOS_EXTRATO } from '@escuta/shared/domain/runs/credits';
import { ReceiptText } from 'lucide-react';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { aDay, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import type { Wire } from '../../lib/network/api.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { StatCard } from '../../ui/card.tsx';
import { StatementList } from './statement-list.tsx';

const PAGE_SIZE = 20;
const READERS = { tipo: oneOf(TIPOS_EXTRATO), de: aDay, ate: aDay };
const TIPO_OPTIONS = TIPOS_EXTRATO.map((value) => ({ value, label: TIPO_EXTRATO_LABEL[value] }));

/** 'Extrato': what changed the balance, with filters that live in the address, sums and a file for spreadsheets. */
export function StatementSection({ empresaId }: { empresaId: string }) {
  const list = useList(
    getExtrato,
    READERS,
    (asked) => ({ params: { empresaId }, query: { limit: PAGE_SIZE, ...asked } }),
    { refetchInterval: usePollWhileOffline(15_000) },
  );
  const { tipo, de, ate } = list.asked;
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
        filters={
          <>
            <FilterSelect
              label="Tipo"
              {...list.bind('tipo')}
              allLabel="Todos os tipos"
              options={TIPO_OPTIONS}
            />
            <DateRange
              label="Período"
              {...list.bindDays()}
              className="min-w-52 flex-1 sm:w-60 sm:flex-none"
            />
          </>
        }
        tools={
          <ExportButton
            alvo={{
              tipo: 'extrato',
              alvo: { tipo: 'empresa', id: empresaId },
              filtros: { lancamento: tipo, de, ate },
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
