import { type AcessoWire, listAcessos } from '@escuta/shared/contracts/operation/acessos';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_ACESSO } from '@escuta/shared/domain/filters/lists/log';
import { ACESSO_LABEL, TIPOS_ACESSO } from '@escuta/shared/domain/log/accesses';
import { Ear } from 'lucide-react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { deedOf, pageOf, thingOf, whenOf } from '../../domain/records/access-words.ts';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { DAYS, FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';

const TABLE = filterTable(FILTROS_ACESSO, {
  q: 'search',
  tipo: { all: 'Todos os acessos', options: optionsOf(TIPOS_ACESSO, ACESSO_LABEL), className: 'sm:w-56' },
  empresaId: CompanyFilter,
  de: DAYS,
  ate: 'with',
});

const COLUMNS: readonly Column<AcessoWire>[] = [
  { label: 'Autor', card: 'title', className: 'max-w-60', cell: (access) => <Line>{access.quem}</Line> },
  { label: 'Acesso', className: 'max-w-56', cell: (access) => <Line>{deedOf(access)}</Line> },
  { label: 'Conteúdo', className: 'max-w-56', link: true, cell: (access) => <Line>{thingOf(access)}</Line> },
  { label: 'Empresa', className: 'max-w-40', text: (access) => access.empresa.nome ?? '-' },
  { label: 'Data', className: 'whitespace-nowrap tabular-nums', cell: whenOf },
  {
    label: 'Endereço IP',
    className: 'whitespace-nowrap tabular-nums',
    cell: (access) => access.endereco_ip ?? '-',
  },
];
const OWN_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Empresa');

/** Log of what people opened, played, downloaded and exported. */
export function AccessesTab({ empresaId }: { empresaId: string | null }) {
  const all = empresaId === null;
  const list = useList(listAcessos, TABLE.readers, (asked) => ({
    query: { limit: 25, ...TABLE.ask(asked), ...(all ? {} : { empresaId: undefined }) },
  }));
  const of = empresaId ?? list.asked.empresa;
  return (
    <ListPanel
      list={list}
      search={{ label: 'Buscar por e-mail', placeholder: 'E-mail da pessoa' }}
      errorTitle="Erro ao buscar o registro de acessos"
      noun="acessos"
      nothing="Nenhum acesso encontrado"
      empty={{
        icon: <Ear />,
        title: 'Nenhum acesso registrado',
        description: 'Acessos, reproduções, downloads e exportações de ligações e entrevistas aparecem aqui.',
      }}
      filters={
        <>
          <FilterControls table={TABLE} list={list} hide={all ? [] : ['empresaId']} />
          {of ? (
            <ExportButton
              alvo={{
                tipo: 'acessos',
                alvo: { tipo: 'empresa', id: of },
                filtros: forExport(FILTROS_ACESSO, TABLE.ask(list.asked)),
              }}
            />
          ) : null}
        </>
      }
    >
      {(rows, stale) => (
        <DataList
          label="Registro de acessos"
          rows={rows}
          stale={stale}
          columns={all ? COLUMNS : OWN_COLUMNS}
          dense={all}
          rowHref={(access) => {
            const to = pageOf(access);
            return to === null ? null : { to };
          }}
        />
      )}
    </ListPanel>
  );
}
