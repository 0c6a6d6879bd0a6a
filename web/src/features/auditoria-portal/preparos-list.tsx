import { listPreparos } from '@escuta/shared/contracts/preparos';
import { ESTADO_PREPARO_LABEL, ESTADOS_PREPARO } from '@escuta/shared/domain/audit-preparation';
import { FolderInput } from 'lucide-react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ESTADO_VARIANT, type Preparo } from './words.ts';

const FILTRO = ['abertos', ...ESTADOS_PREPARO] as const;
const READERS = { estado: oneOf(FILTRO) };
const OPTIONS = FILTRO.map((value) => ({
  value,
  label: value === 'abertos' ? 'Em preparo' : ESTADO_PREPARO_LABEL[value],
}));
const PAGE_SIZE = 10;
/** How often the states of what others prepare are asked for, ms. */
const POLL_MS = 10_000;

/** A state of a preparation. */
export function PreparoState({ estado }: Pick<Preparo, 'estado'>) {
  return <Badge variant={ESTADO_VARIANT[estado]}>{ESTADO_PREPARO_LABEL[estado]}</Badge>;
}

const COLUMNS: readonly Column<Preparo>[] = [
  {
    label: 'Projeto',
    card: 'title',
    className: 'w-full min-w-40 max-w-0',
    text: ({ projeto }) => projeto.nome,
  },
  { label: 'Estado', cell: ({ estado }) => <PreparoState estado={estado} /> },
  {
    label: 'Enviada em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  { label: 'Por', className: 'max-w-40', text: ({ autor }) => autor?.nome ?? 'Chave de acesso' },
];

/** What was sent before, by whom, and how it stands. */
export function PreparosList() {
  const list = useList(listPreparos, READERS, (asked) => ({ query: { limit: PAGE_SIZE, ...asked } }), {
    refetchInterval: POLL_MS,
  });
  return (
    <section aria-labelledby="auditorias-enviadas" className="grid grid-cols-1 gap-3">
      <h2 id="auditorias-enviadas" className="font-semibold text-base">
        Auditorias enviadas
      </h2>
      <ListPanel
        list={list}
        filters={
          <FilterSelect
            label="Estado"
            allLabel="Todos os estados"
            options={OPTIONS}
            {...list.bind('estado')}
          />
        }
        errorTitle="Não foi possível buscar as auditorias enviadas."
        noun="auditorias"
        nothing="Nenhuma auditoria encontrada"
        empty={{
          icon: <FolderInput />,
          title: 'Nenhuma auditoria enviada ainda',
          description: 'O que você enviar aparece aqui, com o andamento.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Auditorias enviadas"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ id }) => ({ to: href(paths.auditoriaPreparo, { preparoId: id }) })}
            skeletonRows={3}
          />
        )}
      </ListPanel>
    </section>
  );
}
