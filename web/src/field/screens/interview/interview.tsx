import { CircleAlert, CirclePause, CircleSlash, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { isEnded } from '../../../lib/field-sync/model.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline, useStored } from '../../device/field.ts';
import { stopsWhenHidden } from '../../device/platform.ts';
import { reasonOf } from '../../device/reason.ts';
import type { LiveInterview } from '../../device/sound/live-interview.ts';
import { recordOn } from '../../device/sound/record-on.ts';
import { note, typeReason } from '../../log/interview.ts';
import type { FieldStore } from '../../log/model.ts';
import { Message, Ways } from '../messages.tsx';
import { Modal } from '../modal.tsx';
import { Consent } from './consent.tsx';
import { FinishedInterview } from './finished.tsx';
import { InterviewProgress, RunningHeader } from './header.tsx';
import { RunningInterview } from './running.tsx';
import { isCalm, RecordingMark, SoundBar } from './sound-bar.tsx';
import { useKept } from './use-kept.ts';

/** Keeps the screen on during an interview. The browser must be asked again each time the page becomes visible. */
function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    // Undefined in old browsers and on pages over plain http, although the type says otherwise.
    const wakeLock = navigator.wakeLock as WakeLock | undefined;
    if (!wanted || !wakeLock) return;
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const taken = await wakeLock.request('screen').catch(() => null);
      if (gone) void taken?.release();
      else lock = taken;
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, [wanted]);
}

/** Logs what happens around the interview: the page is hidden or shown, the network is lost or found. */
function useSurroundings(live: LiveInterview, ended: boolean): void {
  const online = useOnline();
  const before = useRef(online);
  useEffect(() => {
    if (before.current === online) return;
    before.current = online;
    if (ended) return;
    void live
      .act((now, quando) => note(now, quando, 'rede', online ? 'com_rede' : 'sem_rede'))
      .catch(() => undefined);
  }, [live, online, ended]);
  useEffect(() => {
    if (ended) return;
    const seen = (): void => {
      const hidden = document.visibilityState === 'hidden';
      // An interview that another one has paused stays paused when its page becomes visible.
      if (live.get().pausada) return;
      void live.act((now, quando) => note(now, quando, hidden ? 'pausa' : 'retomada')).catch(() => undefined);
      if (!hidden) return;
      live.flush();
      if (stopsWhenHidden(navigator)) void live.silence('tela_oculta');
    };
    const gone = (): void => live.flush();
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pagehide', gone);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pagehide', gone);
    };
  }, [live, ended]);
}

/** Form that ends the interview before its last question, because the respondent gave up or had to go. */
function InterruptForm({ live, onClose }: { live: LiveInterview; onClose: () => void }) {
  const [motivo, setMotivo] = useState(() => live.get().entrevista.motivoDigitado ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const typed = useRef(motivo);
  const kept = useKept(async () => {
    if (!isEnded(live.get().entrevista)) await live.act((now) => typeReason(now, typed.current));
  });
  const interrupt = async (): Promise<void> => {
    if (motivo.trim() === '') {
      setError('Informe o motivo.');
      return;
    }
    setBusy(true);
    try {
      await live.end(motivo);
    } catch {
      toast.error('Erro ao finalizar entrevista.', { description: 'Falha ao finalizar entrevista.' });
      setBusy(false);
    }
  };
  return (
    <Modal
      title="Interromper a entrevista?"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="destructive" loading={busy} onClick={() => void interrupt()}>
            Interromper
          </Button>
          <Button size="lg" variant="outline" onClick={onClose}>
            Continuar a entrevista
          </Button>
        </>
      }
    >
      <p>
        {live.get().entrevista.consentimento === null
          ? 'O nome, o telefone e o áudio não são salvos sem o consentimento. '
          : 'As respostas dadas até aqui são mantidas. '}
        Uma entrevista interrompida não pode ser retomada depois.
      </p>
      <Field label="Motivo" required error={error}>
        <Textarea
          rows={3}
          maxLength={500}
          className="text-base"
          placeholder="O entrevistado precisou sair."
          value={motivo}
          onChange={(event) => {
            typed.current = event.target.value;
            setMotivo(typed.current);
            kept.typed();
          }}
        />
      </Field>
    </Modal>
  );
}

const readQueue = (store: FieldStore) => store.filas();

/** Tells during the interview which of the interview's data the server refuses; nothing if it refuses none. */
function RefusalNotice({ id }: { id: string }) {
  const falha = useStored(readQueue)?.find((fila) => fila.id === id)?.falha;
  return falha ? (
    <Notice role="alert" variant="destructive" icon={<CircleAlert aria-hidden="true" />}>
      {falha.mensagem} As respostas continuam salvas neste aparelho.
    </Notice>
  ) : null;
}

/** Shown after another interview began here: the paused interview neither records nor asks until it is continued. */
function PausedInterview({ live, nome }: { live: LiveInterview; nome: string }) {
  const [busy, setBusy] = useState(false);
  const goOn = async (): Promise<void> => {
    setBusy(true);
    try {
      await live.unpause();
      await recordOn(live);
    } catch (error) {
      toast.error('A entrevista não pôde ser retomada.', {
        description: reasonOf(error, 'Tente de novo.'),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Message
      icon={<CirclePause />}
      title={`A entrevista de ${nome} está pausada`}
      text={
        <p role="alert">
          Outra entrevista começou neste aparelho. Esta não está sendo gravada, e as respostas dadas estão
          salvas. Ao continuar esta, a outra é pausada.
        </p>
      }
      action={
        <Button size="lg" className="whitespace-normal" loading={busy} onClick={() => void goOn()}>
          Continuar {nome}
        </Button>
      }
    />
  );
}

/** Screens of an interview, from the consent to its end. Leaving them ends the recording and logs a pause. */
export function Interview({
  live,
  onEnded,
}: {
  live: LiveInterview;
  /** Renders the screen after the end; by default the screen of an interview that is stored and sent. */
  onEnded?: () => ReactNode;
}) {
  const state = useSyncExternalStore(live.subscribe, live.get);
  const { entrevista } = state;
  const { nome, descricao } = live.questionario;
  const ended = isEnded(entrevista);
  const [stopping, setStopping] = useState(false);
  const [standing, setStanding] = useState<{ place: number; total: number } | null>(null);
  useWakeLock(!ended && !state.apagada);
  useSurroundings(live, ended || state.apagada);
  useEffect(() => () => void live.leave(), [live]);
  const onPlace = useCallback((place: number, total: number) => setStanding({ place, total }), []);
  if (state.apagada) {
    return (
      <Message
        icon={<Trash2 />}
        title="Esta entrevista foi apagada"
        text={
          <p role="alert">
            O servidor apagou os dados da entrevista neste aparelho. Nenhuma fala será salva: fale com o
            coordenador da pesquisa.
          </p>
        }
        action={<Ways />}
      />
    );
  }
  if (ended) return onEnded ? onEnded() : <FinishedInterview entrevista={entrevista} />;
  if (state.pausada) return <PausedInterview live={live} nome={entrevista.nome} />;
  return (
    <div className="grid gap-5 max-sm:gap-3">
      <RunningHeader
        nome={nome}
        descricao={descricao}
        action={
          <Button variant="ghost" size="sm" className="-mr-2 shrink-0" onClick={() => setStopping(true)}>
            <CircleSlash aria-hidden="true" />
            Interromper
          </Button>
        }
      >
        <InterviewProgress
          at={entrevista.fase === 'perguntas' ? standing : null}
          elapsed={live.elapsed}
          nome={entrevista.nome}
          telefone={entrevista.telefone}
          sound={state.som === 'gravando' ? <RecordingMark live={live} /> : null}
        />
      </RunningHeader>
      {isCalm(state) ? null : <SoundBar live={live} state={state} />}
      <RefusalNotice id={entrevista.id} />
      {entrevista.fase === 'consentimento' ? (
        <Consent live={live} state={state} />
      ) : (
        <RunningInterview live={live} state={state} onPlace={onPlace} onFinished={() => undefined} />
      )}
      {stopping ? <InterruptForm live={live} onClose={() => setStopping(false)} /> : null}
    </div>
  );
}
