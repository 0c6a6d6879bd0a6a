import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { TIPOS_PROJETO } from '@escuta/shared/domain/runs/status';
import { FolderKanban } from 'lucide-react';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';

type Projeto = Wire<typeof listProjetos>['data'][number];

const READERS = { q: anyText, tipo: oneOf(TIPOS_PROJETO) };

const COLUMNS: readonly Column<Projeto>[] = [
  {
    label: 'Nome',
    card: 'title',
    className: 'max-w-96',
    text: (projeto) => projeto.nome,
  },
  { label: 'Empresa', className: 'max-w-64', text: (projeto) => projeto.empresa.nome },
  {
    label: 'Tipo',
    cell: (projeto) => (
      <Badge variant={TIPO_PROJETO[projeto.tipo_projeto].variant}>
        {TIPO_PROJETO[projeto.tipo_projeto].label}
      </Badge>
    ),
  },
  {
    label: 'Data de criação',
    className: 'whitespace-nowrap tabular-nums',
    cell: (projeto) => formatDate(projeto.created_at),
  },
];

/** 'Todos os Projetos' of every company, for administrators (specification 2, §2). */
export default function TodosProjetosPage() {
  const list = useList(listProjetos, READERS, (asked) => ({ query: { todas: 'true', limit: 20, ...asked } }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Todos os Projetos"
        description="Os projetos de todas as empresas."
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar projetos', placeholder: 'Nome do projeto' }}
        errorTitle="Falha ao buscar projetos."
        noun="projetos"
        nothing="Nenhum projeto encontrado"
        empty={{
          icon: <FolderKanban />,
          title: 'Nenhum projeto encontrado',
          description: 'Os projetos que as empresas criarem aparecem aqui.',
        }}
        filters={
          <FilterSelect
            label="Tipo"
            allLabel="Todos os tipos"
            {...list.bind('tipo')}
            options={TIPOS_PROJETO.map((value) => ({ value, label: TIPO_PROJETO[value].label }))}
          />
        }
      >
        {(rows, stale) => (
          <DataList
            label="Projetos"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ id }) => ({ to: href(paths.projeto, { id }) })}
          />
        )}
      </ListPanel>
    </div>
  );
}
