import { listRegistros, listRegistrosDaEmpresa } from '@escuta/shared/contracts/operation/registros';
import { ACAO_LABEL, ACOES_REGISTRADAS } from '@escuta/shared/domain/log/audit-actions';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { aDay, anId, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { acaoLabel, type Registro } from './registro-row.ts';
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
  { label: 'Quem', className: 'max-w-52', cell: (registro) => <Line>{registro.quem}</Line> },
  { label: 'Empresa', className: 'max-w-40', text: (registro) => registro.empresa?.nome ?? '—' },
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
const OWN_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Empresa');

/** Who did what that matters. */
export function ActionsTab({ empresaId }: { empresaId: string | null }) {
  const [shown, setShown] = useState<Registro | null>(null);
  const all = empresaId === null;
  const list = useList(all ? listRegistros : listRegistrosDaEmpresa, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 25, ...asked, ...(all ? { empresaId: empresa } : {}) },
  }));
  const { q, acao, de, ate, empresa } = list.asked;
  const of = empresaId ?? empresa;
  return (
    <>
      <ListPanel
        list={list}
        search={{ label: 'Buscar por e-mail', placeholder: 'E-mail do autor' }}
        errorTitle="Erro ao buscar o registro de ações"
        noun="registros"
        nothing="Nenhum registro encontrado"
        empty={{
          icon: <ScrollText />,
          title: 'Nenhuma ação registrada',
          description: 'Entradas, convites, trocas de chave e alterações aparecem aqui assim que acontecem.',
        }}
        filters={
          <>
            <FilterSelect
              label="Ação"
              allLabel="Todas as ações"
              {...list.bind('acao')}
              options={ACOES}
              className="sm:w-56"
            />
            {all ? <CompanyFilter {...list.bind('empresa')} /> : null}
            <DateRange label="Período" {...list.bindDays()} className="w-full min-w-0 sm:w-60 sm:flex-none" />
            {of ? (
              <ExportButton
                alvo={{ tipo: 'registros', alvo: { tipo: 'empresa', id: of }, filtros: { q, acao, de, ate } }}
              />
            ) : null}
          </>
        }
      >
        {(rows, stale) => (
          <DataList
            label="Registro de ações"
            rows={rows}
            stale={stale}
            columns={all ? COLUMNS : OWN_COLUMNS}
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
    </>
  );
}
