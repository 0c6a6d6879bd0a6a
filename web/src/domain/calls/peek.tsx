import { getResultadoCompleto, type ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { overallScore } from '@escuta/shared/domain/insights/scores';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { apiQuery } from '../../lib/network/query.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AgentFacts } from '../agents/agent-facts.tsx';
import { AnalysisContext } from '../insights/analysis-context.ts';
import { Alertas, CriterioItem, NotDone, Score } from '../insights/insight-parts.tsx';
import { sortCriterios, underVerdict } from '../insights/insights.ts';
import { RecordingBar } from '../player/recording-bar.tsx';
import { useClips } from '../player/use-clips.ts';

export interface PeekProps {
  /** The call to show; null: nothing is shown. */
  call: {
    id: string;
    title: string;
    agente: { id: string; nome: string } | null;
    /** A line of facts; unknown facts are left out. */
    about: readonly (string | null | undefined)[];
    /** Address of the call's analysis. */
    to: string;
  } | null;
  onClose: () => void;
}

/**
 * Panel beside a list with a call's score, criteria with quotes, and sound. The list keeps the focus, so that its keys
 * still work.
 */
export function Peek({ call, onClose }: PeekProps) {
  if (!call) return null;
  return (
    <aside
      aria-label={`Ligação ${call.title}`}
      className="fixed top-14 right-0 bottom-0 z-30 flex w-[min(27rem,100vw)] flex-col border-l bg-card shadow-lg print:hidden"
    >
      <header className="flex items-start gap-1.5 border-b p-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold text-lead tabular-nums">{call.title}</h2>
          <p className="truncate text-muted-foreground text-xs">
            <AgentFacts agente={call.agente} facts={call.about} />
          </p>
        </div>
        <Button variant="outline" size="sm" asChild>
          <Link to={call.to} target="_blank" rel="noopener">
            Abrir
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">a análise em nova janela</span>
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Fechar o painel"
          title="Fechar (Esc)"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </Button>
      </header>
      <Contents key={call.id} itemId={call.id} />
    </aside>
  );
}

function Contents({ itemId }: { itemId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(getResultadoCompleto, { params: { id: itemId } }),
    select: (answer) => answer.data,
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3" aria-busy={!data && !error}>
      {data ? (
        <PeekedCall itemId={itemId} resultado={data} />
      ) : error ? (
        <ErrorState
          title="Não foi possível carregar os dados."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      ) : (
        <div className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function PeekedCall({ itemId, resultado }: { itemId: string; resultado: ResultadoCompleto }) {
  const { auditoriaItem: item, fatosAudio, analiseTexto, audioUrl, insightTemplatesUsados: used } = resultado;
  const { engine, actions } = useClips({
    itemId,
    key: `${itemId}:${item.arquivoPath}`,
    url: audioUrl,
    durationMs: fatosAudio?.durationMs ?? null,
    stereo: (fatosAudio?.canais.length ?? 0) > 1,
  });
  const done = used.flatMap(({ resultado: { insight } }) =>
    insight.statusProcessamento === 'concluido' ? [insight] : [],
  );
  const alerts = done.reduce((sum, { alertasIdentificados }) => sum + alertasIdentificados.length, 0);
  if (item.dadosApagadosEm) return <Note>Os dados desta ligação foram apagados.</Note>;
  return (
    <AnalysisContext.Provider value={actions}>
      <div className="grid grid-cols-1 gap-4">
        {engine ? <RecordingBar engine={engine} /> : <Note>Sem gravação para ouvir.</Note>}
        {done.length > 0 ? (
          <div className="flex items-baseline gap-3">
            <Score
              value={overallScore(done.map(({ pontuacao }) => pontuacao))}
              ia={overallScore(done.map(({ pontuacao_ia }) => pontuacao_ia))}
            />
            <p
              className={cn(
                'text-sm',
                alerts > 0 ? 'font-medium text-destructive-text' : 'text-muted-foreground',
              )}
            >
              {alerts > 0 ? plural(alerts, 'alerta da IA', 'alertas da IA') : 'Sem alertas da IA'}
            </p>
          </div>
        ) : null}
        {analiseTexto?.resumo ? <p className="text-sm leading-relaxed">{analiseTexto.resumo}</p> : null}
        {used.length === 0 ? (
          <Note>
            {item.status === 'concluido'
              ? 'Nenhum insight: vincule um template ao projeto para avaliar as ligações.'
              : (item.motivo ?? 'Esta ligação ainda não foi processada.')}
          </Note>
        ) : null}
        {used.map(({ id, nome, resultado: { insight } }) => (
          <section key={id} aria-label={nome} className="grid grid-cols-1 gap-2.5 border-t pt-3">
            <div className="flex items-start justify-between gap-2">
              <h3 className="min-w-0 break-words font-medium text-sm">{nome}</h3>
              {used.length > 1 && insight.statusProcessamento === 'concluido' ? (
                <Score value={insight.pontuacao} ia={insight.pontuacao_ia} />
              ) : null}
            </div>
            {insight.statusProcessamento === 'concluido' ? (
              <>
                <Alertas alertas={insight.alertasIdentificados} />
                <ul aria-label={`Critérios de ${nome}`} className="grid gap-3">
                  {sortCriterios(underVerdict(insight.criterios, insight.validacao)).map((criterio) => (
                    <CriterioItem key={criterio.id} criterio={criterio} />
                  ))}
                </ul>
              </>
            ) : (
              <NotDone status={insight.statusProcessamento} motivo={insight.motivo} />
            )}
          </section>
        ))}
      </div>
    </AnalysisContext.Provider>
  );
}

function Note({ children }: { children: string }) {
  return <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">{children}</p>;
}
