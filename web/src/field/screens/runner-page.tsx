import type { QuestionarioMostrado } from '@escuta/shared/contracts/surveys/campo';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleAlert, Copy, FileQuestion } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../../lib/field-sync/field-error.ts';
import { isEnded } from '../../lib/field-sync/model.ts';
import { ApiError, isMissing } from '../../lib/network/api.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { sinceText } from '../../lib/text/since.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { explainNoNew } from '../device/device.ts';
import { openQuestionnaire } from '../device/download.ts';
import { type Field, useDevice, useField, useStored } from '../device/field.ts';
import { goalsHere } from '../device/goals.ts';
import { goTo, type Place } from '../device/place.ts';
import { reasonOf } from '../device/reason.ts';
import { LiveInterview } from '../device/sound/live-interview.ts';
import { recordOn } from '../device/sound/record-on.ts';
import { SEM_ESPACO } from '../device/sound/room.ts';
import { isFull } from '../device/storage/db.ts';
import { hold } from '../device/storage/locks.ts';
import { pauseOthers } from '../device/turn.ts';
import { completeProfile, isTotalFull, screeningQuestions } from '../log/goals.ts';
import type { EntrevistaLocal, FieldStore } from '../log/model.ts';
import { RASCUNHO } from './draft-words.ts';
import { OpenInterview } from './going.tsx';
import { RunnerHeader } from './interview/header.tsx';
import { Interview } from './interview/interview.tsx';
import { StartForm } from './interview/start-form.tsx';
import { PinProposal } from './lock/pin.tsx';
import { LoadFailure, Loading, Message, Missing, Ways } from './messages.tsx';
import { PlainHttp } from './notices.tsx';

const readKept = (store: FieldStore) => store.questionarios();

/** Questionnaire loaded at `em` (ms since 1970). `velho`: download time if the stored version is used, else null. */
type Loaded = { questionario: QuestionarioMostrado; velho: { em: number } | null; em: number };

/**
 * The questionnaire as the server has it now; if the server does not respond, the version stored on the device.
 * @throws the server's refusal, or the error if there is no stored version either
 */
async function load(field: Field, id: string): Promise<Loaded> {
  try {
    return { questionario: await openQuestionnaire(field, id), velho: null, em: Date.now() };
  } catch (error) {
    // After a refusal by the server, the stored version must not be used instead.
    if (failureOf(error) === 'recusada') throw error;
    const kept = (await field.store.questionarios()).find((one) => one.id === id);
    const questionario = kept && (await field.store.versao(kept.versaoId));
    if (!questionario) throw error;
    return { questionario, velho: { em: kept.baixadoEm }, em: Date.now() };
  }
}

const SEM_PERGUNTAS = 'Este questionário ainda não possui perguntas configuradas.';

const NoQuestions = () => (
  <Message
    icon={<FileQuestion />}
    title={SEM_PERGUNTAS}
    text="Entre em contato com o administrador para configurar as perguntas."
    action={<Ways />}
  />
);

/** Reason why no interview can begin, shown before asking for a name. */
const Closed = ({ why }: { why: string }) => (
  <div className="grid justify-items-start gap-4">
    <Notice role="status" icon={<CircleAlert aria-hidden="true" />} className="w-full rounded-xl border p-4">
      {why}
    </Notice>
    <Ways />
  </div>
);

/** Start page of a questionnaire: unfinished interviews are offered first. */
function InterviewStart(props: { questionarioId: string; onStarted: (live: LiveInterview) => void }) {
  const { questionarioId } = props;
  const { store } = useField();
  // Interviews that were unfinished when the page opened; an interview that begins on this page is not among them.
  const [open, setOpen] = useState<readonly EntrevistaLocal[] | null>(null);
  const [another, setAnother] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    store.entrevistas().then(
      (all) => {
        if (!gone) setOpen(all.filter((one) => one.questionarioId === questionarioId && !isEnded(one)));
      },
      // If the store cannot be read, the form is shown, which then reports the error.
      () => setOpen([]),
    );
    return () => {
      gone = true;
    };
  }, [store, questionarioId]);
  if (!open) return <Loading />;
  if (another || open.length === 0) return <BeginAnother {...props} />;
  const begin = async (): Promise<void> => {
    setBusy(true);
    await pauseOthers();
    setAnother(true);
  };
  return (
    <div className="grid gap-5">
      <RunnerHeader nome={open[0]?.questionarioNome ?? ''} descricao={null} />
      <section aria-labelledby="em-andamento" className="grid gap-3">
        <h2 id="em-andamento" className="font-semibold text-base">
          {plural(open.length, 'entrevista em andamento', 'entrevistas em andamento')}
        </h2>
        <ul className="grid gap-2">
          {open.map((entrevista) => (
            <OpenInterview key={entrevista.id} entrevista={entrevista} named />
          ))}
        </ul>
      </section>
      <div className="grid gap-2">
        <Button size="lg" variant="outline" className="h-13" loading={busy} onClick={() => void begin()}>
          Começar outra
        </Button>
        <p className="text-muted-foreground text-sm">
          Ao começar outra, a entrevista em gravação neste aparelho é pausada. As respostas ficam salvas.
        </p>
      </div>
    </div>
  );
}

/** Loads a questionnaire and shows the form that begins an interview, or the reason why none can begin. */
function BeginAnother({
  questionarioId,
  onStarted,
}: {
  questionarioId: string;
  onStarted: (live: LiveInterview) => void;
}) {
  const field = useField();
  const device = useDevice();
  const goals = useStored(goalsHere);
  const [state, setState] = useState<{ loaded?: Loaded; error?: unknown; busy: boolean }>({ busy: true });
  const fetchIt = useCallback(async (): Promise<void> => {
    setState((now) => ({ ...now, busy: true }));
    try {
      setState({ loaded: await load(field, questionarioId), busy: false });
    } catch (error) {
      setState({ error, busy: false });
    }
  }, [field, questionarioId]);
  useEffect(() => void fetchIt(), [fetchIt]);
  const { loaded, error, busy } = state;
  const kept = useStored(readKept)?.find(({ id }) => id === questionarioId);
  const arrived =
    loaded && kept && kept.baixadoEm > loaded.em && kept.versaoId !== loaded.questionario.versao?.id
      ? kept.versaoId
      : null;
  useEffect(() => {
    if (arrived === null) return;
    // Takes over a newer version that was downloaded meanwhile; a half-typed name stays.
    void field.store.versao(arrived).then((questionario) => {
      if (questionario) setState({ loaded: { questionario, velho: null, em: Date.now() }, busy: false });
    });
  }, [field.store, arrived]);
  useDocumentTitle(loaded ? `Entrevista – ${loaded.questionario.nome}` : 'Entrevista');
  if (error) {
    if (isMissing(error)) return <Missing />;
    if (error instanceof ApiError && error.message === SEM_PERGUNTAS) return <NoQuestions />;
    if (error instanceof ApiError && error.code === 'regra_violada') return <Closed why={error.message} />;
    return (
      <LoadFailure
        message={reasonOf(error, 'Erro ao carregar questionário')}
        onRetry={() => void fetchIt()}
        retrying={busy}
      />
    );
  }
  if (!loaded || !device) return <Loading />;
  const { questionario, velho } = loaded;
  const { versao } = questionario;
  // An interviewer whose own goal is reached may not begin another interview.
  const metas = goals?.find((one) => one.questionario_id === questionarioId) ?? null;
  const own = completeProfile(metas, {});
  const totalFull = isTotalFull(metas);
  // If the total is reached, an interview may begin only if screening questions remain to be asked.
  const screens = totalFull && screeningQuestions(questionario.questoes, metas).size > 0;
  const refused =
    questionario.fechado ??
    explainNoNew(device.aparelho) ??
    (own ? `A sua cota nesta pesquisa está completa (${own.join(', ')}). Fale com o coordenador.` : null) ??
    (totalFull && !screens
      ? 'A meta total de entrevistas deste questionário está completa. Fale com o coordenador.'
      : null);
  return (
    <div className="grid gap-6">
      <RunnerHeader nome={questionario.nome} descricao={questionario.descricao} />
      {refused === null ? (
        <>
          {versao ? (
            <p role="status" className="text-muted-foreground text-sm">
              Versão {versao.numero} {versao.publicada_em ? sinceText(versao.publicada_em) : ''}
            </p>
          ) : (
            <Notice role="status" icon={<CircleAlert aria-hidden="true" />}>
              {RASCUNHO} A versão 1 será publicada quando a primeira entrevista começar, com as perguntas
              desse momento.
            </Notice>
          )}
          {velho ? (
            <Notice variant="info" role="status" icon={<CircleAlert aria-hidden="true" />}>
              Sem conexão: este é o questionário baixado em {formatDateTime(velho.em)}.
            </Notice>
          ) : null}
          {screens ? (
            <Notice role="status" icon={<CircleAlert aria-hidden="true" />}>
              A meta total de entrevistas está completa. Uma nova entrevista termina depois das perguntas de
              filtro. Fale com o coordenador antes de começar outra.
            </Notice>
          ) : null}
          <PlainHttp />
          <StartForm questionario={questionario} onStarted={onStarted} />
          <PinProposal />
        </>
      ) : (
        <Closed why={refused} />
      )}
    </div>
  );
}

/** Words for why a stored interview cannot be opened. */
const whyNotOpened = (error: unknown): string =>
  isFull(error)
    ? `${SEM_ESPACO} A entrevista está salva: apague arquivos do aparelho e tente de novo.`
    : 'A entrevista não pôde ser lida neste aparelho.';

/**
 * Runs `work` when the page is visible, because a hidden tab must not record anybody.
 * @returns a function that stops waiting
 */
function whenSeen(work: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    document.removeEventListener('visibilitychange', look);
    work();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => document.removeEventListener('visibilitychange', look);
}

/** Continues a stored interview where it stopped. Only one tab can continue it; the other tabs say so. */
function ResumedInterview({ id }: { id: string }) {
  const { store } = useField();
  const [state, setState] = useState<
    'carregando' | 'outra_aba' | 'ausente' | { falhou: string } | LiveInterview
  >('carregando');
  useEffect(() => {
    let gone = false;
    let opened: LiveInterview | null = null;
    let stopWaiting = (): void => undefined;
    const open = (): void => {
      LiveInterview.resume(store, id).then(
        (live) => {
          opened = live;
          if (gone) {
            void live?.leave();
            return;
          }
          setState(live ?? 'ausente');
          if (live) void recordOn(live);
        },
        (error: unknown) => setState({ falhou: whyNotOpened(error) }),
      );
    };
    const release = hold(
      `escuta-campo-entrevista:${id}`,
      () => setState('outra_aba'),
      () => {
        stopWaiting = whenSeen(open);
      },
    );
    return () => {
      gone = true;
      stopWaiting();
      if (opened) void opened.leave().finally(release);
      else release();
    };
  }, [store, id]);
  if (state === 'carregando') return <Loading />;
  if (typeof state === 'object' && 'falhou' in state)
    return <LoadFailure message={state.falhou} onRetry={() => window.location.reload()} />;
  if (state === 'ausente') {
    return (
      <Message
        icon={<CircleAlert />}
        title="Esta entrevista não está neste aparelho"
        text="Uma entrevista continua no aparelho em que começou. Se já foi enviada, ela aparece na pesquisa."
        action={<Ways />}
      />
    );
  }
  if (state === 'outra_aba') {
    return (
      <Message
        icon={<Copy />}
        title="Esta entrevista está aberta em outra aba"
        text="Só uma aba pode continuar a entrevista. Feche a outra aba, e a entrevista continua aqui."
        action={<Ways />}
      />
    );
  }
  return <Interview live={state} />;
}

/**
 * Page of a questionnaire (specification 2, §2): the interview in progress, a stored interview to resume, or the start.
 */
export function RunnerPage({ place }: { place: Place & { questionarioId: string } }) {
  const { questionarioId, entrevistaId } = place;
  const [started, setStarted] = useState<{ live: LiveInterview; release: () => void } | null>(null);
  const current = started?.live.get().entrevista.id === entrevistaId ? started : null;
  useEffect(
    () => () => {
      if (started) void started.live.leave().finally(started.release);
    },
    [started],
  );
  if (questionarioId.trim() === '') return <LoadFailure message="ID do questionário não fornecido" />;
  if (current) return <Interview key={entrevistaId} live={current.live} />;
  if (entrevistaId !== null) return <ResumedInterview key={entrevistaId} id={entrevistaId} />;
  return (
    <InterviewStart
      key={questionarioId}
      questionarioId={questionarioId}
      onStarted={(live) => {
        const { id } = live.get().entrevista;
        const nothing = (): void => undefined;
        setStarted({ live, release: hold(`escuta-campo-entrevista:${id}`, nothing, nothing) });
        // Puts the interview's id into the address, so that a reload continues the interview.
        goTo({ questionarioId, entrevistaId: id }, { replace: true });
      }}
    />
  );
}
