import {
  addPerguntas,
  DOCUMENTO_QUESTIONARIO,
  readQuestionario,
} from '@escuta/shared/contracts/surveys/questionarios';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { plural } from '@escuta/shared/domain/text/in-words';
import { FileSearch, FileText, LoaderCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTask } from '../../../domain/tasks/use-task.ts';
import { FileDrop } from '../../../kit/file-drop.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { errorMessage, upload } from '../../../lib/network/api.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { newId } from '../../../lib/text/ids.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ReadQuestions } from './read-questions.tsx';
import { inclusionOf, type Selection, startOf } from './read-selection.ts';

// Lazy, so that the component loads only when a person opens the document.
const ReadBeside = lazy(() => import('./read-beside.tsx'));

const { extensoes, mb } = DOCUMENTO_QUESTIONARIO;

function problemOf(file: File): string | null {
  if (!extensoes.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return 'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).';
  return file.size > mb * 1024 * 1024 ? `O documento passa de ${mb} MB.` : null;
}

interface DocumentDialogProps {
  questionarioId: string;
  /** Number of questions in the questionnaire. */
  perguntas: number;
  open: boolean;
  onClose: () => void;
}

/**
 * 'Ler de um arquivo': reads a document, shows the recognised questions, and adds the chosen ones to the questionnaire.
 */
export function DocumentDialog({ open, onClose, ...rest }: DocumentDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      className="flex max-h-[calc(100dvh-2rem)] max-w-5xl flex-col gap-4 max-sm:p-4"
    >
      <DialogHeader>
        <DialogTitle>Ler perguntas de um arquivo</DialogTitle>
        <DialogDescription>
          A Escuta lê o documento, e você confere as perguntas reconhecidas. Nada entra no questionário sem a
          sua confirmação.
        </DialogDescription>
      </DialogHeader>
      <Steps {...rest} />
    </FormDialog>
  );
}

type Reading = { share: number } | { tarefaId: string };

function Steps({ questionarioId, perguntas }: Omit<DocumentDialogProps, 'open' | 'onClose'>) {
  const { close } = useFormDialog();
  /** True once the person has changed the selection. */
  const [chosen, setChosen] = useState(false);
  useReportToDialog(false, chosen);
  useUnsaved(() => (chosen ? TYPED : null));
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(undefined);
  // Closing aborts the upload.
  useEffect(() => () => stop.current?.abort(), []);
  const tarefaId = reading && 'tarefaId' in reading ? reading.tarefaId : null;
  const task = useTask(tarefaId);
  const tarefa = task.data?.tipo === 'ler_questionario' ? task.data : null;
  const lido = tarefa?.status === 'concluida' ? tarefa.resultado?.lido : undefined;
  const ended = tarefa?.status === 'erro' || tarefa?.status === 'cancelada';
  const failure =
    problem ?? (ended ? (tarefa.erro ?? 'A leitura foi cancelada.') : null) ?? lookedFor(task.error);

  const read = async (chosen: File): Promise<void> => {
    stop.current = new AbortController();
    setProblem(null);
    setReading({ share: 0 });
    try {
      const answer = await upload(readQuestionario, chosen, {
        params: { id: questionarioId },
        signal: stop.current.signal,
        onProgress: ({ share }) => setReading({ share }),
      });
      setReading({ tarefaId: answer.data.tarefaId });
    } catch (error) {
      if (stop.current.signal.aborted) return;
      setReading(null);
      setProblem(errorMessage(error));
    }
  };
  const again = (): void => {
    setChosen(false);
    setFile(null);
    setReading(null);
    setProblem(null);
  };

  if (lido && tarefaId) {
    return (
      <ReadingConfirmation
        {...{ questionarioId, lido, tarefaId, file, perguntas }}
        onChosen={() => setChosen(true)}
        onAgain={again}
      />
    );
  }
  const busy = reading !== null && failure === null;
  return (
    <>
      <FileDrop
        file={file}
        onChange={(next) => {
          setFile(next);
          setReading(null);
          setProblem(null);
        }}
        disabled={busy}
        accept={extensoes.join(',')}
        problemOf={problemOf}
        what="o questionário"
        hint={`PDF com texto, DOC, DOCX, ODT, TXT ou XLSForm (XLSX, XLS), até ${mb} MB`}
        icon={FileText}
        testId="documento-do-questionario"
      />
      {failure ? (
        <Notice variant="destructive" role="alert">
          {failure}
        </Notice>
      ) : null}
      {busy ? (
        <div className="grid gap-2" role="status">
          <span className="flex items-center gap-2 text-sm">
            <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />
            {tarefaId ? 'Lendo o documento…' : 'Enviando…'}
          </span>
          <Progress
            value={tarefaId ? null : reading && 'share' in reading ? reading.share : null}
            label="Andamento da leitura"
          />
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={close}>
          {busy ? 'Cancelar' : 'Fechar'}
        </Button>
        <Button disabled={!file || busy} onClick={() => (file ? void read(file) : undefined)}>
          Ler arquivo
        </Button>
      </DialogFooter>
    </>
  );
}

/** Message if the reading task could not be requested from the server; null without an error. */
const lookedFor = (error: Error | null): string | null => (error ? errorMessage(error) : null);

function ReadingConfirmation({
  questionarioId,
  lido,
  tarefaId,
  file,
  perguntas,
  onChosen,
  onAgain,
}: {
  questionarioId: string;
  lido: QuestionarioLido;
  tarefaId: string;
  /** The document, if it was chosen on this page; null after a reload. */
  file: File | null;
  perguntas: number;
  onChosen: () => void;
  onAgain: () => void;
}) {
  const { done } = useFormDialog();
  const [beside, setBeside] = useState(false);
  const questions = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection>(() => startOf(lido));
  const { run, busy } = useApiMutation(addPerguntas, {
    done: (answer) =>
      `${plural(answer.data.length - perguntas, 'pergunta incluída', 'perguntas incluídas')}.`,
    failed: 'Erro ao incluir as perguntas',
    onDone: done,
  });
  const n = selection.chosen.size;
  const include = (): void => {
    const body = { leitura: tarefaId, perguntas: inclusionOf(lido, selection, newId) };
    void run({ params: { id: questionarioId }, body }).catch(() => undefined);
  };
  return (
    <>
      <div className={cn('grid min-h-0 gap-4', beside && 'lg:grid-cols-2')}>
        <div ref={questions} className={cn('grid min-h-0', beside && 'max-lg:hidden')}>
          <ReadQuestions
            lido={lido}
            selection={selection}
            onChange={(next) => {
              setSelection(next);
              onChosen();
            }}
            disabled={busy}
          />
        </div>
        {beside && file ? (
          <div className="min-h-0 overflow-y-auto lg:border-l lg:pl-4">
            <Suspense fallback={<Skeleton className="h-64" />}>
              <ReadBeside
                lido={lido}
                file={file}
                onQuestion={(place) => {
                  if (!window.matchMedia('(min-width: 1024px)').matches) setBeside(false);
                  requestAnimationFrame(() => {
                    const row = questions.current?.querySelectorAll<HTMLElement>('ol > li')[place];
                    row?.scrollIntoView({ block: 'center' });
                  });
                }}
              />
            </Suspense>
          </div>
        ) : null}
      </div>
      <DialogFooter>
        {file ? (
          <Button variant="outline" aria-pressed={beside} onClick={() => setBeside(!beside)}>
            <FileSearch aria-hidden="true" />
            {beside ? 'Só as perguntas' : 'Ver o documento'}
          </Button>
        ) : null}
        <Button variant="outline" disabled={busy} onClick={onAgain}>
          Outro arquivo
        </Button>
        <Button disabled={n === 0} loading={busy} onClick={include}>
          {n === 0 ? 'Incluir perguntas' : `Incluir ${plural(n, 'pergunta', 'perguntas')}`}
        </Button>
      </DialogFooter>
    </>
  );
}
