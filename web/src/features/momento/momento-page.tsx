import { downloadMomento, openMomento } from '@escuta/shared/contracts/operation/momentos';
import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { AudioLines, Link2Off, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError, call, callFile, type Data } from '../../lib/network/api.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { formatClockMs, formatDateTime, formatDurationMs, formatStart } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

type Momento = Data<typeof openMomento>;
type State =
  | { step: 'abrindo' }
  | { step: 'aberto'; momento: Momento }
  | { step: 'morto' }
  | { step: 'falha'; error: unknown };

/** Polling interval of a moment whose sound is being cut, ms. */
const PREPARING_MS = 2500;

/** True if the error means an unknown, expired or revoked link; the server answers all three alike. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/**
 * Page of a moment of a call, for people with its link (docs/decisions/0033-moments.md). The secret follows '#' in the
 * address, so that no server sees it.
 */
export default function MomentoPage() {
  useDocumentTitle('Trecho de uma gravação');
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <main
      id="conteudo"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-xl content-center gap-6 px-5 py-10 outline-none"
    >
      <p className="flex items-center gap-2 font-semibold tracking-tight">
        <LogoMark className="size-7" /> Escuta
      </p>
      {token === '' ? <DeadLink /> : <OpenedMoment key={token} token={token} />}
    </main>
  );
}

function OpenedMoment({ token }: { token: string }) {
  const [state, setState] = useState<State>({ step: 'abrindo' });
  const [round, setRound] = useState(0);
  const preparing = state.step === 'aberto' && state.momento.som === 'preparando';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const controller = new AbortController();
    call(openMomento, { body: { token }, signal: controller.signal }).then(
      ({ data }) => setState({ step: 'aberto', momento: data }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState(isDead(error) ? { step: 'morto' } : { step: 'falha', error });
      },
    );
    return () => controller.abort();
  }, [token, round]);
  useEffect(() => {
    if (!preparing) return;
    const timer = setInterval(() => setRound((value) => value + 1), PREPARING_MS);
    return () => clearInterval(timer);
  }, [preparing]);

  if (state.step === 'morto') return <DeadLink />;
  if (state.step === 'abrindo') return <Skeleton className="h-56" />;
  if (state.step === 'falha') {
    const again = (): void => {
      setState({ step: 'abrindo' });
      setRound((value) => value + 1);
    };
    return <ErrorState title="Não foi possível abrir o trecho" error={state.error} onRetry={again} />;
  }
  const { momento } = state;
  return (
    <Card className="grid gap-4 p-5">
      <header className="grid gap-1">
        <h1 data-route-heading tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          Trecho de uma gravação
        </h1>
        <p className="text-muted-foreground text-sm">
          {[
            `Compartilhado por ${momento.empresa}`,
            momento.inicio_da_ligacao && formatStart(momento.inicio_da_ligacao, momento.inicio_precisao),
            formatDurationMs(momento.duracao_ms),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <Sound token={token} som={momento.som} onDead={() => setState({ step: 'morto' })} />
      {momento.frases.length > 0 ? (
        <ol aria-label="Frases do trecho" className="grid gap-2 border-t pt-4 text-sm">
          {momento.frases.map(({ inicio_ms, falante, texto }) => (
            <li key={`${inicio_ms}-${texto}`} className="grid gap-0.5">
              <span className="text-muted-foreground text-xs tabular-nums">
                {FALANTE_LABEL[falante]} · {formatClockMs(inicio_ms)}
              </span>
              <span className="break-words">{texto}</span>
            </li>
          ))}
        </ol>
      ) : null}
      <p className="border-t pt-4 text-muted-foreground text-xs">
        Este link vale até {formatDateTime(momento.expira_em)}, e cada reprodução fica registrada. Não repasse
        o link: a gravação tem dados de outras pessoas.
      </p>
    </Card>
  );
}

/** The sound, requested only on a press, because each request counts as a play. */
function Sound({ token, som, onDead }: { token: string; som: Momento['som']; onDead: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const hear = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { blob } = await callFile(downloadMomento, { body: { token } });
      setUrl(URL.createObjectURL(blob));
    } catch (error) {
      if (isDead(error)) onDead();
      else
        setProblem(
          error instanceof ApiError ? error.message : 'Não foi possível ouvir o trecho. Tente de novo.',
        );
    } finally {
      setBusy(false);
    }
  };
  if (url !== null) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what is said is listed below where the link shows it
      <audio
        controls
        controlsList="nodownload"
        autoPlay
        src={url}
        aria-label="Som do trecho"
        className="w-full"
      />
    );
  }
  if (som !== 'pronto') {
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        {som === 'preparando' ? (
          <>
            <LoaderCircle className="size-4 animate-spin" aria-hidden="true" /> Preparando o som…
          </>
        ) : (
          'O som deste trecho não pôde ser preparado. Peça outro link à pessoa que enviou este.'
        )}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <Button size="lg" loading={busy} onClick={() => void hear()}>
        <AudioLines aria-hidden="true" /> Ouvir o trecho
      </Button>
      {problem ? (
        <p role="alert" className="text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

function DeadLink() {
  return (
    <Card className="flex items-start gap-3 p-5" role="alert">
      <Link2Off className="mt-0.5 size-6 shrink-0 text-muted-foreground" aria-hidden="true" />
      <div className="grid gap-1">
        <h1 data-route-heading tabIndex={-1} className="font-semibold text-lead outline-none">
          Este link não existe, venceu ou foi revogado
        </h1>
        <p className="text-muted-foreground text-sm">Peça outro link à pessoa que enviou este.</p>
      </div>
    </Card>
  );
}
