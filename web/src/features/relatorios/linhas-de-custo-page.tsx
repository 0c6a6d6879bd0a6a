import { listLinhasDeCusto } from '@escuta/shared/contracts/insights/relatorios';
import { FILTROS_CUSTO } from '@escuta/shared/domain/filters/lists/costs';
import { ETAPA_DE_CUSTO_LABEL, ETAPAS_DE_CUSTO } from '@escuta/shared/domain/runs/status';
import { Receipt } from 'lucide-react';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatCost, formatDateTime, formatNumber } from '../../lib/text/format.ts';

type Row = Wire<typeof listLinhasDeCusto>['data'][number];

const TABLE = filterTable(FILTROS_CUSTO, {
  de: { days: '' },
  ate: 'with',
  etapa: { all: 'Todas as etapas', options: optionsOf(ETAPAS_DE_CUSTO, ETAPA_DE_CUSTO_LABEL) },
  modelo: 'link',
  projeto_id: (bound) => (
    <ProjectPicker noneLabel="Todos os projetos" className="w-full sm:w-56" {...bound} />
  ),
});

const UNIDADE: Record<Row['unidade'], string> = {
  minuto_audio: 'minutos de áudio',
  token_entrada: 'tokens de entrada',
  token_saida: 'tokens de saída',
};

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Lançado em',
    link: true,
    card: 'title',
    className: 'whitespace-nowrap tabular-nums',
    text: (row) => formatDateTime(row.quando),
  },
  { label: 'Projeto', className: 'max-w-48', text: (row) => row.projeto.nome },
  { label: 'Etapa', cell: (row) => ETAPA_DE_CUSTO_LABEL[row.etapa] },
  { label: 'Modelo', className: 'max-w-48', text: (row) => row.modelo },
  {
    label: 'Quantidade',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) =>
      `${formatNumber(row.quantidade, row.unidade === 'minuto_audio' ? 2 : 0)} ${UNIDADE[row.unidade]}`,
  },
  {
    label: 'Custo',
    className: 'text-right tabular-nums max-md:text-left',
    cell: (row) => formatCost(row.usd),
  },
];

/** The cost of each response of a provider. The numbers of 'Custos e créditos' are sums of these rows. */
export default function LinhasDeCustoPage() {
  const list = useList(listLinhasDeCusto, TABLE.readers, (asked) => ({
    query: { limit: 25, ...TABLE.ask(asked) },
  }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Linhas de custo"
        description="O custo de cada resposta dos provedores de IA, pelo dia do lançamento."
        back={{ to: href(paths.relatorio, { aba: 'custos' }), label: 'Custos e créditos' }}
        className="mb-0"
      />
      <ListPanel
        list={list}
        errorTitle="Erro ao buscar as linhas de custo"
        noun="linhas"
        nothing="Nenhuma linha de custo encontrada"
        empty={{
          icon: <Receipt />,
          title: 'Nenhum custo ainda',
          description: 'Os custos dos provedores de IA com transcrição e análise aparecem aqui.',
        }}
        filters={<FilterControls table={TABLE} list={list} />}
        tools={
          list.asked.modelo ? (
            <p className="basis-full text-muted-foreground text-sm">Só do modelo {list.asked.modelo}.</p>
          ) : null
        }
      >
        {(rows, stale) => (
          <DataList
            dense
            label="Linhas de custo"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            // A row without a call, such as the reading of a document, has no link.
            rowHref={({ item_id: itemId }) =>
              itemId === null ? null : { to: href(paths.analiseLigacao, { itemId }) }
            }
          />
        )}
      </ListPanel>
    </div>
  );
}
