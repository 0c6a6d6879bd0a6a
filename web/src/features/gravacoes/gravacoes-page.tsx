import { listLotesGravacao } from '@escuta/shared/contracts/lotes-gravacao';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { ESTADO_LOTE_LABEL } from '@escuta/shared/domain/recording-batch';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, Plus, Regex } from 'lucide-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { BatchView } from './batch-view.tsx';
import { ChooseCard } from './choose-card.tsx';
import { PatternDialog } from './pattern-dialog.tsx';

/** Earlier batches of a page. */
const PAGE_SIZE = 10;

/** 'Enviar gravações': a folder or an archive for calls that stand already. */
export default function GravacoesPage() {
  const { id: projetoId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const lote = params.get('lote');
  const can = useCan();
  const mayAct = can('audit_item', 'create');
  const mayName = can('user', 'update');
  const [naming, setNaming] = useState(false);
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projetoId } }),
    select: (answer) => answer.data,
  });
  useDocumentTitle(project.data ? `Gravações de ${project.data.nome}` : null);
  const open = (id: string): void => setParams({ lote: id });
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Enviar gravações"
        description="As gravações são conferidas com as ligações do projeto antes de serem anexadas."
        back={{
          to: href(paths.ligacoes, { projectId: projetoId }),
          label: project.data ? `Ligações de ${project.data.nome}` : 'Ligações',
        }}
        actions={
          <>
            {mayName ? (
              <Button variant="outline" onClick={() => setNaming(true)}>
                <Regex aria-hidden="true" />
                Nomes das gravações
              </Button>
            ) : null}
            {lote && mayAct ? (
              <Button variant="outline" onClick={() => setParams({})}>
                <Plus aria-hidden="true" />
                Outro envio
              </Button>
            ) : null}
          </>
        }
        className="mb-0"
      />
      {lote ? (
        <BatchView key={lote} id={lote} mayAct={mayAct} />
      ) : (
        <>
          {mayAct ? <ChooseCard projetoId={projetoId} lote={null} onBegun={open} /> : null}
          <EarlierBatches projetoId={projetoId} />
        </>
      )}
      <PatternDialog projetoId={projetoId} loteId={lote} open={naming} onClose={() => setNaming(false)} />
    </div>
  );
}

type Row = Wire<typeof listLotesGravacao>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  { label: 'Envio', link: true, card: 'title', className: 'w-full max-w-0', text: ({ nome }) => nome },
  { label: 'Estado', cell: ({ estado }) => <Badge>{ESTADO_LOTE_LABEL[estado]}</Badge> },
  {
    label: 'Em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  { label: 'Por', className: 'max-w-40', text: ({ autor }) => autor?.nome ?? '-' },
];

/** Every batch of the project, each to be opened, and undone while it may be. */
function EarlierBatches({ projetoId }: { projetoId: string }) {
  const list = useList(
    listLotesGravacao,
    {},
    (asked) => ({ query: { projeto_id: projetoId, limit: PAGE_SIZE, ...asked } }),
    { refetchInterval: usePollWhileOffline(5000) },
  );
  return (
    <section aria-labelledby="envios-anteriores" className="grid grid-cols-1 gap-3">
      <h2 id="envios-anteriores" className="font-semibold text-base">
        Envios anteriores
      </h2>
      <ListPanel
        list={list}
        errorTitle="Não foi possível carregar os envios anteriores."
        noun="envios"
        nothing="Nenhum envio encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhum envio neste projeto',
          description: 'As gravações enviadas em lote ficam aqui, com o que foi anexado a cada ligação.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Envios anteriores"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ id }) => ({ to: `?lote=${id}` })}
          />
        )}
      </ListPanel>
    </section>
  );
}
