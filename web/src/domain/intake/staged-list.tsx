import { type ReactNode, useId } from 'react';
import { type Column, DataList, type RowLink } from '../../kit/list/data-list.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import type { ShownList } from '../../kit/list/use-list.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { type IntakeKind, type Staged, wordsOf } from './kind.ts';
import { StateBadge } from './stage.tsx';

type Row = Pick<Staged, 'id' | 'created_at' | 'autor'>;

interface StagedListProps<Intake extends Staged, R extends Row & Pick<Intake, 'estado'>> {
  kind: Pick<IntakeKind<Intake>, 'states' | 'labels' | 'article' | 'noun' | 'plural'>;
  list: ShownList<R>;
  /** Heading of the list: 'Envios anteriores'. */
  title: string;
  name: { label: string; of: (row: R) => string };
  columns?: readonly Column<R>[];
  rowHref: (row: R) => RowLink;
  filters?: ReactNode;
  empty: { icon: ReactNode; title: string; description: string };
}

/** Earlier intakes of a kind: files, sender and state. */
export function StagedList<Intake extends Staged, R extends Row & Pick<Intake, 'estado'>>({
  kind,
  list,
  title,
  name,
  columns = [],
  rowHref,
  filters,
  empty,
}: StagedListProps<Intake, R>) {
  const id = useId();
  const { past, none } = wordsOf(kind);
  const all: readonly Column<R>[] = [
    { label: name.label, link: true, card: 'title', className: 'w-full min-w-40 max-w-0', text: name.of },
    {
      label: 'Status',
      cell: ({ estado }) => <StateBadge kind={kind} estado={estado as Intake['estado']} />,
    },
    ...columns,
    {
      label: `${past('Enviad')} em`,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    {
      label: `${past('Enviad')} por`,
      className: 'max-w-40',
      text: ({ autor }) => (autor ? (autor.nome ?? '-') : 'Chave de API'),
    },
  ];
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="font-semibold text-base">
        {title}
      </h2>
      <ListPanel
        list={list}
        filters={filters}
        errorTitle={`Não foi possível carregar ${kind.article}s ${title.toLowerCase()}.`}
        noun={kind.plural}
        nothing={`${none} ${past('encontrad')}`}
        empty={empty}
      >
        {(rows, stale) => (
          <DataList
            label={title}
            rows={rows}
            stale={stale}
            columns={all}
            rowHref={rowHref}
            skeletonRows={3}
          />
        )}
      </ListPanel>
    </section>
  );
}
