import { listLotesGravacao } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, Plus, Regex } from 'lucide-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { StagedList } from '../../domain/intake/staged-list.tsx';
import { StagedPage } from '../../domain/intake/staged-page.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatMinutes } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { BatchStage } from './batch-stage.tsx';
import { ChooseCard } from './choose-card.tsx';
import { LOTE } from './intake.ts';
import { PatternDialog } from './pattern-dialog.tsx';

const PAGE_SIZE = 10;

/** 'Enviar gravações': the page that uploads a folder or an archive of recordings for existing calls. */
export default function GravacoesPage() {
  const { id: projetoId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const lote = params.get('lote');
  const can = useCan();
  const mayAct = can('audit_item', 'create');
  const [naming, setNaming] = useState(false);
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projetoId } }),
    select: (answer) => answer.data,
  });
  useDocumentTitle(project.data ? `Gravações de ${project.data.nome}` : null);
  const actions = (
    <>
      {can('user', 'update') ? (
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
  );
  return (
    <>
      {lote ? (
        <StagedPage
          key={lote}
          kind={LOTE}
          id={lote}
          back={{ to: href(paths.gravacoes, { id: projetoId }), label: 'Enviar gravações' }}
          title={({ nome }) => nome}
          documentTitle={({ projeto }) => `Gravações de ${projeto.nome}`}
          facts={({ duracao_ms }) => [duracao_ms > 0 ? formatMinutes(duracao_ms / 60_000) : null]}
          actions={actions}
        >
          {(found) => <BatchStage lote={found} mayAct={mayAct} />}
        </StagedPage>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <PageHeader
            title="Enviar gravações"
            description="As gravações são conferidas com as ligações do projeto antes de serem anexadas."
            back={{
              to: href(paths.ligacoes, { projectId: projetoId }),
              label: project.data ? `Ligações de ${project.data.nome}` : 'Ligações',
            }}
            actions={actions}
            className="mb-0"
          />
          {mayAct ? (
            <ChooseCard projetoId={projetoId} lote={null} onBegun={(id) => setParams({ lote: id })} />
          ) : null}
          <EarlierBatches projetoId={projetoId} />
        </div>
      )}
      <PatternDialog projetoId={projetoId} loteId={lote} open={naming} onClose={() => setNaming(false)} />
    </>
  );
}

/** Lists the project's batches. Each can be opened, and can be undone while that is allowed. */
function EarlierBatches({ projetoId }: { projetoId: string }) {
  const list = useList(
    listLotesGravacao,
    {},
    (asked) => ({ query: { projeto_id: projetoId, limit: PAGE_SIZE, ...asked } }),
    { refetchInterval: usePollWhileOffline(5000) },
  );
  return (
    <StagedList
      kind={LOTE}
      list={list}
      title="Envios anteriores"
      name={{ label: 'Envio', of: ({ nome }) => nome }}
      rowHref={({ id }) => ({ to: `?lote=${id}` })}
      empty={{
        icon: <FileAudio />,
        title: 'Nenhum envio neste projeto',
        description: 'As gravações enviadas em lote ficam aqui, com a ligação de cada uma.',
      }}
    />
  );
}
