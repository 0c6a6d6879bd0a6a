import { type AcessoWire, listAcessos } from '@escuta/shared/contracts/operation/acessos';
import { ACESSO_LABEL, TIPOS_ACESSO } from '@escuta/shared/domain/log/accesses';
import { Ear } from 'lucide-react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { deedOf, pageOf, thingOf, whenOf } from '../../domain/records/access-words.ts';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { aDay, anId, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { DateRange } from '../../ui/calendar/date-range.tsx';

const READERS = { q: anyText, tipo: oneOf(TIPOS_ACESSO), empresa: anId, de: aDay, ate: aDay };

const TIPOS = TIPOS_ACESSO.map((value) => ({ value, label: ACESSO_LABEL[value] }));

const COLUMNS: readonly Column<AcessoWire>[] = [
  { label: 'Quem', card: 'title', className: 'max-w-60', cell: (access) => <Line>{access.quem}</Line> },
  { label: 'O quê', className: 'max-w-56', cell: (access) => <Line>{deedOf(access)}</Line> },
  { label: 'Conteúdo', className: 'max-w-56', link: true, cell: (access) => <Line>{thingOf(access)}</Line> },
  { label: 'Empresa', className: 'max-w-40', text: (access) => access.empresa.nome ?? '—' },
  { label: 'Quando', className: 'whitespace-nowrap tabular-nums', cell: whenOf },
  {
    label: 'Endereço IP',
    className: 'whitespace-nowrap tabular-nums',
    cell: (access) => access.endereco_ip ?? '—',
  },
];
const OWN_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Empresa');

/** Who opened, heard, took or exported what. */
export function AccessesTab({ empresaId }: { empresaId: string | null }) {
  const all = empresaId === null;
  const list = useList(listAcessos, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 25, ...asked, ...(all ? { empresaId: empresa } : {}) },
  }));
  const { q, tipo, de, ate, empresa } = list.asked;
  const of = empresaId ?? empresa;
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
          <FilterSelect
            label="O quê"
            allLabel="Todos os acessos"
            {...list.bind('tipo')}
            options={TIPOS}
            className="sm:w-56"
          />
          {all ? <CompanyFilter {...list.bind('empresa')} /> : null}
          <DateRange label="Período" {...list.bindDays()} className="w-full min-w-0 sm:w-60 sm:flex-none" />
          {of ? (
            <ExportButton
              alvo={{
                tipo: 'acessos',
                alvo: { tipo: 'empresa', id: of },
                filtros: { q, acesso: tipo, de, ate },
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
