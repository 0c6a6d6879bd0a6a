import { listLotesGravacao } from '@escuta/shared/contracts/lotes-gravacao';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { ESTADO_LOTE_LABEL } from '@escuta/shared/domain/recording-batch';
import { useQuery } from '@tanstack/react-query';
import { Plus, Regex } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { BatchView } from './batch-view.tsx';
import { ChooseCard } from './choose-card.tsx';
import { PatternDialog } from './pattern-dialog.tsx';

/** Earlier batches of the project that are shown. */
const SHOWN = 10;

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
          <Earlier projetoId={projetoId} />
        </>
      )}
      <PatternDialog projetoId={projetoId} loteId={lote} open={naming} onClose={() => setNaming(false)} />
    </div>
  );
}

function Earlier({ projetoId }: { projetoId: string }) {
  const { data } = useQuery(apiQuery(listLotesGravacao, { query: { projeto_id: projetoId, limit: SHOWN } }));
  if (!data?.data.length) return null;
  return (
    <section aria-label="Envios anteriores" className="grid gap-3">
      <h2 className="font-semibold">Envios anteriores</h2>
      <ul className="divide-y rounded-xl border bg-card">
        {data.data.map(({ id, nome, estado, created_at, autor }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 p-3">
            <div className="min-w-0">
              <Link
                className="focus-ring break-words rounded-sm font-medium text-sm underline underline-offset-4"
                to={`?lote=${id}`}
              >
                {nome}
              </Link>
              <p className="text-muted-foreground text-xs">
                {[formatDateTime(created_at), autor?.nome].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Badge>{ESTADO_LOTE_LABEL[estado]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
