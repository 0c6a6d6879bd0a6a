import { type EntrevistaWire, getEntrevista } from '@escuta/shared/contracts/entrevistas';
import { getQuestionario, type QuestionarioDetalhe } from '@escuta/shared/contracts/questionarios';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ClipboardX, FileQuestion, UserLock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { anId } from '../../kit/list/filter-params.ts';
import { errorMessage, isMissing } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery, queryKey } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RunnerHeader } from './header.tsx';
import { Running } from './running.tsx';
import { StartForm } from './start-form.tsx';
import { sendRecordingPath } from './use-interview.ts';

/** The interview's id in the address: a reload goes on with it. */
const PARAM = 'entrevista';

/** After finishing, the start page comes this long after, ms (specification 2, §9). */
const RETURN_MS = 2000;

/** The interview runner, in a tab of its own (specification 2, §2). */
export default function EntrevistaPage() {
  const { questionarioId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const id = anId(search.get(PARAM) ?? '');
  const [finished, setFinished] = useState(false);
  const navigate = useNavigate();
  const mayManage = useCan()('project', 'delete');
  // Whoever begins another interview, or goes elsewhere, stays there.
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(returning.current), []);
  const questionario = useQuery({
    ...apiQuery(getQuestionario, { params: { id: questionarioId } }),
    enabled: questionarioId !== '',
    select: (answer) => answer.data,
  });
  const entrevista = useQuery({
    ...apiQuery(getEntrevista, { params: { id } }),
    enabled: id !== '',
    select: (answer) => answer.data,
    // What is on the screen is newer than the server's: nothing is taken over after the beginning.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useDocumentTitle(questionario.data ? `Entrevista – ${questionario.data.nome}` : 'Entrevista');

  if (questionarioId === '') return <LoadFailure message="ID do questionário não fornecido" />;
  const error = questionario.data ? (entrevista.data ? null : entrevista.error) : questionario.error;
  if (error) {
    return isMissing(error) ? (
      <Missing />
    ) : (
      <LoadFailure
        message={errorMessage(error, 'Erro ao carregar questionário')}
        onRetry={() => {
          if (questionario.error) void questionario.refetch();
          if (entrevista.error) void entrevista.refetch();
        }}
        retrying={questionario.isFetching || entrevista.isFetching}
      />
    );
  }
  if (!questionario.data || (id !== '' && !entrevista.data)) return <Loading />;
  if (entrevista.data) {
    if (entrevista.data.questionario_id !== questionarioId) return <Missing />;
    if (!entrevista.data.propria && !mayManage) return <SomebodyElses />;
    if (finished || entrevista.data.situacao === 'concluida') {
      return (
        <Finished
          entrevista={entrevista.data}
          onAnother={() => {
            clearTimeout(returning.current);
            setSearch({});
          }}
        />
      );
    }
    return (
      <Running
        key={entrevista.data.id}
        entrevista={entrevista.data}
        onFinished={() => {
          setFinished(true);
          returning.current = setTimeout(() => navigate(paths.dashboard), RETURN_MS);
        }}
      />
    );
  }
  return (
    <Beginning
      questionario={questionario.data}
      onStarted={(started) => {
        setFinished(false);
        client.setQueryData(queryKey(getEntrevista, { params: { id: started.id } }), {
          success: true,
          data: started,
        });
        setSearch({ [PARAM]: started.id }, { replace: true });
      }}
    />
  );
}

function Beginning({
  questionario,
  onStarted,
}: {
  questionario: QuestionarioDetalhe;
  onStarted: (entrevista: EntrevistaWire) => void;
}) {
  const { fechado, perguntas } = questionario;
  const asked = perguntas.filter((pergunta) => pergunta.ativo);
  return (
    <div className="grid gap-6">
      <RunnerHeader nome={questionario.nome} descricao={questionario.descricao} />
      {asked.length === 0 ? (
        <Message
          icon={<FileQuestion />}
          title="Este questionário ainda não possui perguntas configuradas."
          text="Entre em contato com o administrador para configurar as perguntas."
          action={<Back />}
        />
      ) : fechado === null ? (
        <StartForm questionarioId={questionario.id} onStarted={onStarted} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <Notice
            role="status"
            icon={<CircleAlert aria-hidden="true" />}
            className="w-full rounded-xl border p-4"
          >
            {fechado}
          </Notice>
          <Back />
        </div>
      )}
    </div>
  );
}

/** After the last question: thanked, then back to the start. */
function Finished({ entrevista, onAnother }: { entrevista: EntrevistaWire; onAnother: () => void }) {
  return (
    <Message
      icon={<CircleCheck className="text-success" />}
      title="Entrevista finalizada!"
      text={`Obrigado. As respostas de ${entrevista.nome_entrevistado} foram salvas.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="outline" onClick={onAnother}>
            Nova entrevista
          </Button>
          <Button variant="outline" asChild>
            <Link to={sendRecordingPath(entrevista.pesquisa_id)}>Enviar gravação</Link>
          </Button>
          <Back />
        </div>
      }
    />
  );
}

function Back() {
  return (
    <Button asChild>
      <Link to={paths.dashboard}>Voltar ao Dashboard</Link>
    </Button>
  );
}

function Message({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <section className="flex flex-col items-center gap-4 rounded-xl border bg-card px-6 py-12 text-center shadow-card">
      <span className="flex size-12 items-center justify-center rounded-full bg-muted text-muted-foreground [&>svg]:size-6">
        {icon}
      </span>
      <div className="grid max-w-md gap-1.5">
        <h1 data-route-heading tabIndex={-1} className="font-semibold text-lg">
          {title}
        </h1>
        <p className="text-muted-foreground">{text}</p>
      </div>
      {action}
    </section>
  );
}

const Missing = () => (
  <Message
    icon={<ClipboardX />}
    title="Questionário não encontrado"
    text="O questionário solicitado não foi encontrado ou você não tem permissão para acessá-lo."
    action={<Back />}
  />
);

/** Refused before anything is asked: each answer would be. */
const SomebodyElses = () => (
  <Message
    icon={<UserLock />}
    title="Esta entrevista é de outra pessoa"
    text="Só quem a faz, gerentes e administradores a preenchem."
    action={<Back />}
  />
);

function LoadFailure({
  message,
  onRetry,
  retrying,
}: {
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert">
      <Message
        icon={<CircleAlert className="text-destructive-text" />}
        title="Erro ao Carregar Entrevista"
        text={message}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {onRetry ? (
              <Button variant="outline" loading={retrying ?? false} onClick={onRetry}>
                Tentar novamente
              </Button>
            ) : null}
            <Back />
          </div>
        }
      />
    </div>
  );
}

const Loading = () => (
  <div aria-busy="true" className="grid gap-6">
    <div className="grid gap-2">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </div>
    <Skeleton className="h-56 w-full rounded-xl" />
  </div>
);
