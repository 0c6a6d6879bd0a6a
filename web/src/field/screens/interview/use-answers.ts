import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { isEnded } from '../../../lib/field-sync/model.ts';
import { useField } from '../../device/field.ts';
import { goalFilledAt } from '../../device/goals.ts';
import type { LiveInterview, LiveState } from '../../device/sound/live-interview.ts';
import {
  type Answer,
  answerProblem,
  asked,
  asShown,
  endsHere,
  isBlank,
  NO_ANSWER,
  scaleSteps,
  shownOptions,
  unfinished,
} from '../../log/answers.ts';
import { answer as answered, onScreen, show, back as wentBack } from '../../log/interview.ts';
import { useKept } from './use-kept.ts';

export const NAO_SALVA = 'Erro ao salvar resposta. Tente novamente.';
/**
 * Time after a question appears in which a press is ignored, ms, because the press was meant for the question before,
 * such as the second half of a double tap.
 */
const UNSEEN_MS = 500;
const INVALIDA = 'Resposta inválida';
const OBRIGATORIA = 'Resposta obrigatória';
const NAO_ENCERRADA = 'Erro ao encerrar a entrevista.';
const RESPONDA = 'Responda a esta pergunta para continuar.';

interface Typed {
  /** Id of the question. */
  id: string;
  answer: Answer;
}

/** True if an answer's change is complete, because the person chose the answer instead of typing it. */
const isChosen = (question: PerguntaDaVersao, before: Answer, after: Answer): boolean =>
  before.opcoes.join() !== after.opcoes.join() ||
  question.tipo === 'lugar' ||
  (question.tipo === 'escala' && scaleSteps(question).length > 0) ||
  (after.opcoes.length === 0 && after.texto === '');

/**
 * The questions of an interview in progress, and functions to go on or back. A choice is stored at once; typed text is
 * stored at each pause, at the latest after a second, and before the question or the page is left.
 */
export function useAnswers(live: LiveInterview, { entrevista, naTela }: LiveState, onFinished: () => void) {
  const { questoes } = live.questionario;
  const { rehearsal, store } = useField();
  const [typed, setTyped] = useState<Typed | null>(null);
  /** The same as `typed`, but up to date even between two renders. */
  const pending = useRef<Typed | null>(null);
  const [busy, setBusy] = useState(false);
  /** Reason why a question's answer was refused, shown at the question. */
  const [refused, setRefused] = useState<{ id: string; why: string } | null>(null);
  /** While the farewell is on screen: question whose answer ends the interview, and its complete profile (`perfil`). */
  const [leaving, setLeaving] = useState<{ id: string; perfil: string[] | null } | null>(null);
  const moving = useRef(false);
  const answers = { ...onScreen(entrevista), ...(typed ? { [typed.id]: typed.answer } : {}) };
  const list = asked(questoes, answers, entrevista.id);
  const place = Math.max(
    0,
    list.findIndex(({ id }) => id === naTela),
  );
  const there = list[place];
  const question = useMemo(() => there && asShown(there, entrevista.id), [there, entrevista.id]);
  const answerTo = (of: PerguntaDaVersao): Answer => answers[of.id] ?? NO_ANSWER;
  const shownAt = useRef(0);
  const shownId = question?.id;
  useLayoutEffect(() => {
    if (shownId) shownAt.current = performance.now();
  }, [shownId]);
  /** True while the question has been on screen for too short a time to be read. */
  const unseen = (): boolean => performance.now() - shownAt.current < UNSEEN_MS;

  const put = (of: PerguntaDaVersao, given: Answer): Promise<void> =>
    live.act((now, quando) => answered(now, quando, of, given));

  /**
   * Stores the typed answer that is not stored yet.
   * @throws if the write fails
   */
  const settle = async (): Promise<void> => {
    const now = pending.current;
    const of = now && questoes.find(({ id }) => id === now.id);
    if (isEnded(live.get().entrevista)) return;
    await (of ? put(of, now.answer) : live.saved());
    // The person may have typed more during the write; that text is still to be stored.
    if (pending.current !== now) return;
    pending.current = null;
    setTyped(null);
  };
  const kept = useKept(settle, () => failed());

  const failed = (): void => toast.error(NAO_SALVA);

  const change = (given: Answer): void => {
    if (!question) return;
    setRefused(null);
    const before = answerTo(question);
    if (isChosen(question, before, given)) {
      kept.drop();
      pending.current = null;
      setTyped(null);
      void put(question, given).then(() => toast.settled(NAO_SALVA), failed);
      return;
    }
    pending.current = { id: question.id, answer: given };
    setTyped(pending.current);
    kept.typed();
  };

  /** Returns true, and shows the reason, if a question's answer forbids going on. */
  const refuse = (of: PerguntaDaVersao): boolean => {
    const given = answerTo(of);
    const problem = answerProblem(of, given) ?? unfinished(of, given);
    if (problem) toast.error(INVALIDA, { description: problem });
    else if (of.campo_texto && isBlank(given)) {
      toast.error(OBRIGATORIA, {
        description: 'Esta pergunta é obrigatória. Por favor, forneça uma resposta.',
      });
    } else return false;
    setRefused({ id: of.id, why: problem ? `Corrija a resposta. ${problem}` : RESPONDA });
    window.scrollTo(0, 0);
    return true;
  };

  const finish = async (): Promise<void> => {
    try {
      await live.end(null);
      toast.settled('Erro ao finalizar entrevista.');
      if (!rehearsal) {
        toast.success('Entrevista finalizada!', {
          description: 'Obrigado pela participação. As respostas foram salvas.',
        });
      }
      onFinished();
    } catch {
      toast.error('Erro ao finalizar entrevista.', { description: 'Falha ao finalizar entrevista.' });
    }
  };

  /**
   * Goes on or back, one step at a time. `onward` runs only when all answers are on the disk, so that the next question
   * is never shown while an answer can still be lost.
   */
  const move = async (onward: () => Promise<void>): Promise<void> => {
    if (moving.current) return;
    moving.current = true;
    setBusy(true);
    try {
      await settle();
      toast.settled(NAO_SALVA);
      await onward();
    } catch {
      failed();
    } finally {
      moving.current = false;
      setBusy(false);
    }
  };
  const showing = (of: PerguntaDaVersao, act: typeof wentBack = show): Promise<void> =>
    live.act((now, quando) => act(now, quando, of.id, shownOptions(of, entrevista.id)));

  const next = async (): Promise<void> => {
    if (!question) return;
    // An optional question can be left blank, but not before the person can have seen it.
    if (!question.campo_texto && isBlank(answerTo(question)) && unseen()) return;
    if (refuse(question)) return;
    toast.settled(INVALIDA);
    toast.settled(OBRIGATORIA);
    const following = list[place + 1];
    await move(async () => {
      if (endsHere(question, answerTo(question))) {
        setLeaving({ id: question.id, perfil: null });
        return;
      }
      const perfil = await goalFilledAt(
        store,
        { questionario: live.questionario, entrevistaId: entrevista.id, perguntaId: question.id },
        onScreen(live.get().entrevista),
      );
      if (perfil) {
        setLeaving({ id: question.id, perfil });
        return;
      }
      if (following) return showing(following);
      const missing = list.find((one) => one.id !== question.id && refuse(one));
      await (missing ? showing(missing) : finish());
    });
  };

  const dismiss = async (): Promise<void> => {
    if (!question) return;
    await move(async () => {
      try {
        await live.dismiss(question.id, leaving?.perfil ? 'cota' : 'filtro');
        toast.settled(NAO_ENCERRADA);
      } catch {
        toast.error(NAO_ENCERRADA, {
          description: 'A entrevista não pôde ser salva como encerrada. Tente de novo.',
        });
      }
    });
  };

  const back = async (): Promise<void> => {
    const before = list[place - 1];
    if (before) await move(() => showing(before, wentBack));
  };

  return {
    question,
    answer: question ? answerTo(question) : NO_ANSWER,
    problem: refused !== null && refused.id === question?.id ? refused.why : null,
    place,
    list,
    busy,
    unseen,
    change,
    keep: kept.keep,
    next,
    back,
    /** The farewell on screen, or null. `stay` returns to the question; `dismiss` ends the interview. */
    farewell:
      question && leaving?.id === question.id
        ? { perfil: leaving.perfil, stay: () => setLeaving(null), dismiss }
        : null,
    /** True if the answer on screen ends the interview. */
    ends: question !== undefined && endsHere(question, answerTo(question)),
  };
}
