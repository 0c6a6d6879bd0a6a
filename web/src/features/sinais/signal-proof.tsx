import { getSinal, type SinalAberto } from '@escuta/shared/contracts/surveys/sinais';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { RecordingBar } from '../../domain/player/recording-bar.tsx';
import { useClips } from '../../domain/player/use-clips.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClockMs, formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SignalOpinions } from './signal-opinions.tsx';

type Trecho = SinalAberto['trechos'][number];

/** An excerpt with its own player, because excerpts may come from different recordings. */
function Excerpt({ sinal, trecho }: { sinal: SinalAberto; trecho: Trecho }) {
  const [asked, setAsked] = useState(false);
  const entrevista = sinal.entrevistas.find(({ id }) => id === trecho.entrevista_id);
  const audio = sinal.gravacoes.find(({ entrevista_id }) => entrevista_id === trecho.entrevista_id);
  const { engine, hear } = useClips(
    asked && entrevista?.item_id && audio ? { itemId: entrevista.item_id, url: audio.audio_url } : null,
  );
  const what = trecho.pergunta ? `${trecho.pergunta.codigo}: ${trecho.pergunta.texto}` : 'Trecho da gravação';
  const clip = { startMs: trecho.inicio_ms, endMs: trecho.fim_ms, sentencaOrdem: null };
  return (
    <li className="grid gap-2 rounded-md border px-3 py-2 text-sm">
      <span className="flex items-start gap-2">
        {audio ? (
          <Button
            variant="ghost"
            size="icon-sm"
            className="-my-1 -ml-1.5"
            aria-label={`Ouvir a entrevista${entrevista?.nome ? ` de ${entrevista.nome}` : ''} em ${formatClockMs(trecho.inicio_ms)}`}
            // Creates the player on the first press, so that a page of signals loads no sound.
            onClick={() => (asked ? hear(clip) : setAsked(true))}
          >
            <Play />
          </Button>
        ) : null}
        <span className="min-w-0 flex-1 break-words">
          <span className="text-muted-foreground text-xs">
            {entrevista?.nome ?? 'Entrevista'} · {formatClockMs(trecho.inicio_ms)}
            {audio ? '' : ' · sem gravação para ouvir'}
          </span>
          <br />
          {what}
        </span>
      </span>
      {asked && engine ? <ExcerptPlayer engine={engine} onReady={() => hear(clip)} /> : null}
    </li>
  );
}

/** Player of an excerpt, which starts to play as soon as it is shown. */
function ExcerptPlayer({
  engine,
  onReady,
}: {
  engine: NonNullable<ReturnType<typeof useClips>['engine']>;
  onReady: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each player, not for each rendering
  useEffect(() => onReady(), [engine]);
  return <RecordingBar engine={engine} />;
}

function Interviews({ sinal }: { sinal: SinalAberto }) {
  const more = sinal.entrevistas_total - sinal.entrevistas.length;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-semibold">Entrevistas</h3>
      <ul className="grid gap-1">
        {sinal.entrevistas.map(({ id, item_id, nome, entrevistador, entrevistador_id, em }) => (
          <li key={id} className="break-words">
            {item_id ? (
              <Link
                to={href(paths.analiseLigacao, { itemId: item_id })}
                className="focus-ring rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
              >
                {nome || 'Sem nome'}
              </Link>
            ) : (
              <span className="font-medium">{nome || 'Sem nome'}</span>
            )}{' '}
            <span className="text-muted-foreground text-xs">
              {entrevistador_id === null ? (
                'sem entrevistador'
              ) : (
                <AgentLink agente={{ id: entrevistador_id, nome: entrevistador }} />
              )}{' '}
              · {formatDateTime(em)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-muted-foreground text-xs">E mais {plural(more, 'entrevista', 'entrevistas')}.</p>
      ) : null}
    </div>
  );
}

/** Requests and shows a signal's proof, whose excerpts play from 2 s before their start, and people's opinions. */
export function SignalProof({ id }: { id: string }) {
  const query = useQuery({ ...apiQuery(getSinal, { params: { id } }), select: (answer) => answer.data });
  const sinal = query.data;
  if (query.error && !sinal) {
    return (
      <ErrorState
        title="Erro ao carregar o sinal."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!sinal) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-4">
      <Interviews sinal={sinal} />
      {sinal.trechos.length > 0 ? (
        <div className="grid gap-1.5">
          <h3 className="font-semibold text-sm">Prova</h3>
          <ul aria-label="Provas do sinal" className="grid gap-2">
            {sinal.trechos.map((trecho) => (
              <Excerpt
                key={`${trecho.entrevista_id} ${trecho.inicio_ms} ${trecho.pergunta?.id ?? ''}`}
                sinal={sinal}
                trecho={trecho}
              />
            ))}
          </ul>
        </div>
      ) : null}
      <SignalOpinions key={sinal.id} sinal={sinal} onStale={() => void query.refetch()} />
    </div>
  );
}
