import {
  type EntrevistaWire,
  finalizarEntrevista,
  type PerguntaDaVersao,
  salvarResposta,
} from '@escuta/shared/contracts/entrevistas';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { ApiError, errorMessage } from '../../lib/api.ts';
import { draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts';
import { href, paths } from '../../lib/paths.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import type { Loss } from '../../lib/unsaved.ts';
import {
  type Answer,
  type Answers,
  answerBody,
  answerProblem,
  asked,
  isBlank,
  NO_ANSWER,
  resumeAt,
  sameAnswer,
  savedAnswers,
} from './answers.ts';

const NAO_SALVA = 'Erro ao salvar resposta. Tente novamente.';
/** Waits before a save that the network lost is tried again, ms. After the last the person decides. */
const AGAIN_MS = [600, 1800] as const;

/** How long the way to sending the recording stays after the end, ms. */
const SEND_MS = 30_000;

/** Where the recording of an interview of a survey is sent. */
export const sendRecordingPath = (pesquisaId: string): string =>
  `${href(paths.pesquisa, { id: pesquisaId })}?aba=entrevistas`;

const LOSS: Loss = {
  title: 'Sair da entrevista?',
  description:
    'Há uma resposta que ainda não foi salva. As outras ficam, e a entrevista pode ser continuada.',
  confirmLabel: 'Sair',
  cancelLabel: 'Continuar a entrevista',
};

/** Whether another try may help: nothing came, or something on the way was down. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'texto' in value &&
  typeof value.texto === 'string' &&
  'opcoes' in value &&
  Array.isArray(value.opcoes);

/**
 * An interview under way: what is answered and what of it the server has, where one stands, and the ways on. An answer is
 * saved on 'Próxima'; one that is typed and not saved outlives a reload of the tab and the end of the session.
 */
export function useInterview(entrevista: EntrevistaWire, onFinished: () => void) {
  const { id, questoes } = entrevista;
  const navigate = useNavigate();
  const recordingPath = sendRecordingPath(entrevista.pesquisa_id);
  const owner = draftOwner(useRequiredSession());
  const draftKey = `entrevista:${id}`;
  const [saved, setSaved] = useState<Answers>(() => savedAnswers(entrevista.respostas));
  const [answers, setAnswers] = useState<Answers>(() => {
    const kept = Object.entries(readDraft(owner, draftKey)?.values ?? {}).filter(([, value]) =>
      isAnswer(value),
    );
    return { ...saved, ...(Object.fromEntries(kept) as Answers) };
  });
  const [current, setCurrent] = useState(() => resumeAt(questoes, saved) ?? '');
  const [busy, setBusy] = useState<'salvando' | 'repetindo' | 'finalizando' | null>(null);
  /** The respondent did not want to be recorded: said when finishing. */
  const [recusada, setRecusada] = useState(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const list = asked(questoes, answers);
  const place = Math.max(
    0,
    list.findIndex((question) => question.id === current),
  );
  const question = list[place];
  const answerOf = (of: PerguntaDaVersao): Answer => answers[of.id] ?? NO_ANSWER;
  const isUnsaved = (of: PerguntaDaVersao): boolean => !sameAnswer(answerOf(of), saved[of.id] ?? NO_ANSWER);
  const unsaved = list.filter(isUnsaved);
  const finished = useRef(false);
  useUnsaved(() => (unsaved.length > 0 && !finished.current ? LOSS : null));
  useEffect(() => {
    const pending = Object.entries(answers).filter(
      ([key, value]) => !sameAnswer(value, saved[key] ?? NO_ANSWER),
    );
    if (pending.length === 0) dropDraft(owner, draftKey);
    else
      keepDraft(owner, draftKey, { title: 'Entrevista', dialog: false, values: Object.fromEntries(pending) });
  }, [answers, saved, owner, draftKey]);

  // The interview itself is not asked for again: what is on the screen is newer.
  const kept = () => [['getEntrevista']];
  const saving = useApiMutation(salvarResposta, { failed: null, kept });
  const finishing = useApiMutation(finalizarEntrevista, { failed: null, kept });

  /** Saves what changed of a question; tries again by itself what the network lost. @throws what stands in the way */
  const save = async (of: PerguntaDaVersao): Promise<void> => {
    if (!isUnsaved(of)) return;
    const answer = answerOf(of);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await saving.run({ body: answerBody(id, of, answer) });
        setSaved((now) => ({ ...now, [of.id]: answer }));
        toast.settled(NAO_SALVA);
        return;
      } catch (error) {
        const wait = AGAIN_MS[attempt];
        if (wait === undefined || !isPassing(error) || !alive.current) throw error;
        setBusy('repetindo');
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  };

  /** Whether a question's answer stands in the way, and told if so. */
  const refuse = (of: PerguntaDaVersao): boolean => {
    const answer = answerOf(of);
    const problem = answerProblem(of, answer);
    if (problem) {
      toast.error('Resposta inválida', { description: problem });
      return true;
    }
    if (of.campo_texto && isBlank(answer)) {
      toast.error('Resposta obrigatória', {
        description: 'Esta pergunta é obrigatória. Por favor, forneça uma resposta.',
      });
      return true;
    }
    return false;
  };

  const trySave = async (questions: readonly PerguntaDaVersao[]): Promise<boolean> => {
    setBusy('salvando');
    try {
      for (const one of questions) await save(one);
      return true;
    } catch (error) {
      toast.error(NAO_SALVA, { description: errorMessage(error, 'Falha ao salvar resposta.') });
      return false;
    } finally {
      setBusy(null);
    }
  };

  const finish = async (): Promise<void> => {
    const missing = list.find((one) => one.id !== question?.id && refuse(one));
    if (missing) {
      setCurrent(missing.id);
      return;
    }
    if (!(await trySave(unsaved))) return;
    setBusy('finalizando');
    try {
      await finishing.run({ params: { id }, body: recusada ? { gravacao: 'recusada' } : {} });
      finished.current = true;
      dropDraft(owner, draftKey);
      toast.settled('Erro ao finalizar entrevista.');
      toast.success('Entrevista finalizada!', {
        description: 'Obrigado pela participação. As respostas foram salvas.',
        // The page goes back to the start by itself: what is left to do goes with it.
        ...(recusada
          ? {}
          : {
              duration: SEND_MS,
              action: { label: 'Enviar gravação', onClick: () => navigate(recordingPath) },
            }),
      });
      onFinished();
    } catch (error) {
      toast.error('Erro ao finalizar entrevista.', {
        description: errorMessage(error, 'Falha ao finalizar entrevista.'),
      });
    } finally {
      setBusy(null);
    }
  };

  const next = async (): Promise<void> => {
    if (!question || busy || refuse(question)) return;
    const following = list[place + 1];
    if (!following) {
      await finish();
      return;
    }
    if (await trySave([question])) setCurrent(following.id);
  };

  const back = (): void => {
    const before = list[place - 1];
    if (before && !busy) setCurrent(before.id);
  };

  const change = (answer: Answer): void => {
    if (question) setAnswers((now) => ({ ...now, [question.id]: answer }));
  };

  return {
    question,
    answer: question ? answerOf(question) : NO_ANSWER,
    place,
    total: list.length,
    busy,
    change,
    next,
    back,
    recusada,
    setRecusada,
  };
}
