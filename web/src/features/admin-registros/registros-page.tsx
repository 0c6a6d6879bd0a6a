import { listRegistros } from '@escuta/shared/contracts/registros';
import { ACAO_LABEL, ACOES_REGISTRADAS } from '@escuta/shared/domain/audit-actions';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { aDay, anId, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/date-range.tsx';
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
    className: 'max-w-52',
    cell: (registro) => (
      <Line className={registro.usuario?.email ? undefined : 'text-muted-foreground'}>
        {whoDid(registro)}
      </Line>
    ),
  },
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

/** 'Registro de Ações': who did what that matters, in every company. */
export default function RegistrosPage() {
  const [shown, setShown] = useState<Registro | null>(null);
  const list = useList(listRegistros, READERS, ({ empresa, ...asked }) => ({
    query: { limit: 25, empresaId: empresa, ...asked },
  }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Registro de Ações"
        description="Ações sensíveis de todas as empresas, da mais nova à mais antiga."
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar por e-mail', placeholder: 'E-mail de quem agiu' }}
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
            <FilterSelect
              label="Ação"
              allLabel="Todas as ações"
              {...list.bind('acao')}
              options={ACOES}
              className="sm:w-56"
            />
            <CompanyFilter {...list.bind('empresa')} />
            <DateRange label="Período" {...list.bindDays()} className="w-full min-w-0 sm:w-60 sm:flex-none" />
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
