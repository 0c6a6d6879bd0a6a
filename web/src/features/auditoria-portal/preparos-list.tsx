import { listPreparos } from '@escuta/shared/contracts/surveys/preparos';
import { ESTADO_PREPARO_LABEL, ESTADOS_PREPARO } from '@escuta/shared/domain/audit-preparation';
import { FolderInput } from 'lucide-react';
import { StagedList } from '../../domain/intake/staged-list.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { href, paths } from '../../lib/paths.ts';
import { PREPARO } from './intake.ts';

const FILTRO = ['abertos', ...ESTADOS_PREPARO] as const;
const READERS = { estado: oneOf(FILTRO) };
const OPTIONS = FILTRO.map((value) => ({
  value,
  label: value === 'abertos' ? 'Em preparo' : ESTADO_PREPARO_LABEL[value],
}));
const PAGE_SIZE = 10;
/** Polling interval of the list, which other people change too, ms. */
const POLL_MS = 10_000;

export function PreparosList() {
  const list = useList(listPreparos, READERS, (asked) => ({ query: { limit: PAGE_SIZE, ...asked } }), {
    refetchInterval: POLL_MS,
  });
  return (
    <StagedList
      kind={PREPARO}
      list={list}
      title="Auditorias enviadas"
      name={{ label: 'Projeto', of: ({ projeto }) => projeto.nome }}
      rowHref={({ id }) => ({ to: href(paths.auditoriaPreparo, { preparoId: id }) })}
      filters={
        <FilterSelect label="Status" allLabel="Todos os status" options={OPTIONS} {...list.bind('estado')} />
      }
      empty={{
        icon: <FolderInput />,
        title: 'Nenhuma auditoria enviada ainda',
        description: 'As auditorias enviadas aparecem aqui, com o andamento.',
      }}
    />
  );
}
