/** Rehearses a draft on the interviewers' screens. Everything is only in memory and lost when the page is closed. */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { getQuestionario, type QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { CONSENTIMENTO_PADRAO } from '@escuta/shared/domain/interview/device/consent';
import { CircleAlert, CircleCheck, FlaskConical, RotateCcw, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call, isMissing } from '../../lib/network/api.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Field, FieldProvider } from '../device/field.ts';
import { reasonOf } from '../device/reason.ts';
import type { LiveInterview } from '../device/sound/live-interview.ts';
import { memoryStore } from '../device/storage/memory-store.ts';
import { RunnerHeader } from './interview/header.tsx';
import { Interview } from './interview/interview.tsx';
import { StartForm } from './interview/start-form.tsx';
import { LoadFailure, Loading, Message, Missing } from './messages.tsx';

/** Converts the draft to what a device would download if the draft were published. */
function draftOf(detalhe: QuestionarioDetalhe): QuestionarioBaixado {
  return {
    id: detalhe.id,
    nome: detalhe.nome,
    descricao: detalhe.descricao,
    pesquisa: { id: detalhe.pesquisa_id, titulo: detalhe.pesquisa.titulo },
    fechado: null,
    versao: {
      id: detalhe.id,
      numero: detalhe.publicacao.versao,
      publicada_em: new Date().toISOString(),
    },
    consentimento: detalhe.consentimento ?? CONSENTIMENTO_PADRAO,
    sem_gravacao: detalhe.sem_gravacao,
    questoes: detalhe.perguntas.filter(({ ativo }) => ativo),
    creditos: { minutos_por_credito: 1, automatica: false },
  };
}

/** A device that stores only in this page's memory, records no sound and sends nothing. */
function rehearsalField(): Field {
  const store = { ...memoryStore(), addParte: async () => undefined };
  void store.setMeta('aparelho', {
    id: 'ensaio',
    segredo: 'ensaio',
    autorizadoAte: Number.MAX_SAFE_INTEGER,
    situacao: 'ativo',
    membroAtivo: true,
    empresa: { id: '', nome: '' },
    usuario: { id: '', nome: '', email: '' },
  });
  const syncer: Field['syncer'] = {
    get: () => 'parado',
    run: async () => undefined,
    subscribe: () => () => undefined,
  };
  return { owner: 'ensaio', store, syncer, evicted: false, rehearsal: true };
}

const editorAddress = ({ id, pesquisa_id: pesquisaId }: QuestionarioDetalhe): string =>
  `${href(paths.pesquisa, { id: pesquisaId })}?aba=questionario&questionario=${id}`;

export function RehearsalPage({ questionarioId }: { questionarioId: string }) {
  const [state, setState] = useState<{ detalhe?: QuestionarioDetalhe; error?: unknown; busy: boolean }>({
    busy: true,
  });
  const fetchIt = useCallback(async (): Promise<void> => {
    setState((now) => ({ ...now, busy: true }));
    try {
      const { data } = await call(getQuestionario, { params: { id: questionarioId } });
      setState({ detalhe: data, busy: false });
    } catch (error) {
      setState({ error, busy: false });
    }
  }, [questionarioId]);
  useEffect(() => void fetchIt(), [fetchIt]);
  const { detalhe, error, busy } = state;
  useDocumentTitle(detalhe ? `Ensaio – ${detalhe.nome}` : 'Ensaio');
  if (error) {
    return isMissing(error) ? (
      <Missing />
    ) : (
      <LoadFailure
        message={reasonOf(error, 'Erro ao carregar questionário')}
        onRetry={() => void fetchIt()}
        retrying={busy}
      />
    );
  }
  return detalhe ? <Rehearsal detalhe={detalhe} onAgain={() => void fetchIt()} /> : <Loading />;
}

function Rehearsal({ detalhe, onAgain }: { detalhe: QuestionarioDetalhe; onAgain: () => void }) {
  const questionario = useMemo(() => draftOf(detalhe), [detalhe]);
  const field = useMemo(rehearsalField, []);
  const [live, setLive] = useState<LiveInterview | null>(null);
  useEffect(() => () => void live?.leave(), [live]);
  const again = (): void => {
    setLive(null);
    // Reloads the draft, which may have been edited meanwhile.
    onAgain();
  };
  const { impedimento } = detalhe.publicacao;
  return (
    <FieldProvider value={field}>
      <div className="sticky top-0 z-20 -mx-4 -mt-6 mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b bg-info-soft px-4 py-2 text-info-text text-sm max-sm:-mt-4 sm:-mx-6 sm:-mt-10 sm:px-6">
        <p role="status" className="flex items-center gap-2 font-medium">
          <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
          Ensaio: nada é salvo
        </p>
        <Button variant="ghost" size="sm" className="max-sm:min-h-11" asChild>
          <a href={editorAddress(detalhe)}>
            <X aria-hidden="true" />
            Sair do ensaio
          </a>
        </Button>
      </div>
      {impedimento !== null ? (
        <Notice role="alert" icon={<CircleAlert aria-hidden="true" />} className="rounded-xl border p-4">
          {impedimento}
        </Notice>
      ) : live ? (
        <Interview live={live} onEnded={() => <RehearsalEnd detalhe={detalhe} onAgain={again} />} />
      ) : (
        <div className="grid gap-6">
          <RunnerHeader nome={questionario.nome} descricao={questionario.descricao} />
          <StartForm questionario={questionario} onStarted={setLive} />
        </div>
      )}
    </FieldProvider>
  );
}

/** Screen at the end of a rehearsal, which sends nothing. */
function RehearsalEnd({ detalhe, onAgain }: { detalhe: QuestionarioDetalhe; onAgain: () => void }) {
  return (
    <Message
      icon={<CircleCheck />}
      title="Fim do ensaio"
      text="O entrevistador veria aqui o fim da entrevista. Respostas e áudio do ensaio foram descartados."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="outline" onClick={onAgain}>
            <RotateCcw aria-hidden="true" />
            Ensaiar de novo
          </Button>
          <Button asChild>
            <a href={editorAddress(detalhe)}>Voltar ao questionário</a>
          </Button>
        </div>
      }
    />
  );
}
