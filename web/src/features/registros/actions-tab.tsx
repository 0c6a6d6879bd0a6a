import { listRegistros, listRegistrosDaEmpresa } from '@escuta/shared/contracts/operation/registros';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_REGISTRO } from '@escuta/shared/domain/filters/lists/log';
import { ACAO_LABEL, ACOES_REGISTRADAS } from '@escuta/shared/domain/log/audit-actions';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { DAYS, FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { acaoLabel, type Registro } from './registro-row.ts';
import { RegistroSheet } from './registro-sheet.tsx';

const ACOES = optionsOf(ACOES_REGISTRADAS, ACAO_LABEL).sort((a, b) =>
  a.label.localeCompare(b.label, 'pt-BR'),
);
const TABLE = filterTable(FILTROS_REGISTRO, {
  q: 'search',
  acao: { all: 'Todas as ações', options: ACOES, className: 'sm:w-56' },
  empresaId: CompanyFilter,
  de: DAYS,
  ate: 'with',
});

const COLUMNS: readonly Column<Registro>[] = [
  {
    label: 'Ação',
    card: 'title',
    cell: (registro) => <p className="font-medium">{acaoLabel(registro.acao)}</p>,
  },
  { label: 'Autor', className: 'max-w-52', cell: (registro) => <Line>{registro.quem}</Line> },
  { label: 'Empresa', className: 'max-w-40', text: (registro) => registro.empresa?.nome ?? '-' },
  {
    label: 'Data',
    className: 'whitespace-nowrap tabular-nums',
    cell: (registro) => formatDateTime(registro.created_at),
  },
  {
    label: 'Endereço IP',
    className: 'whitespace-nowrap tabular-nums',
    cell: (registro) => registro.endereco_ip ?? '-',
  },
];
const OWN_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Empresa');

/** Log of people's actions, such as sign-ins and changes, of a company or, if `empresaId` is null, of all companies. */
export function ActionsTab({ empresaId }: { empresaId: string | null }) {
  const [shown, setShown] = useState<Registro | null>(null);
  const all = empresaId === null;
  const list = useList(all ? listRegistros : listRegistrosDaEmpresa, TABLE.readers, (asked) => ({
    query: { limit: 25, ...TABLE.ask(asked), ...(all ? {} : { empresaId: undefined }) },
  }));
  const of = empresaId ?? list.asked.empresa;
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
            <FilterControls table={TABLE} list={list} hide={all ? [] : ['empresaId']} />
            {of ? (
              <ExportButton
                alvo={{
                  tipo: 'registros',
                  alvo: { tipo: 'empresa', id: of },
                  filtros: forExport(FILTROS_REGISTRO, TABLE.ask(list.asked)),
                }}
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
