import { giveLinhasAPergunta } from '@escuta/shared/contracts/surveys/documentos';
import {
  createPergunta,
  deletePergunta,
  downloadXlsform,
  getQuestionario,
  type PerguntaWire,
  type QuestionarioDetalhe,
  updatePergunta,
} from '@escuta/shared/contracts/surveys/questionarios';
import { conditionFromWire, testsOf } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { useQuery } from '@tanstack/react-query';
import { FileSearch, FileSpreadsheet, FileText, FlaskConical, ListPlus, Rows3, Send } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { QuestionForm } from '../../../domain/survey/question-editor/question-form.tsx';
import {
  changeBody,
  type QuestionBody,
  type QuestionValues,
} from '../../../domain/survey/question-editor/question-form-rules.ts';
import { FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiFile, useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { href, paths } from '../../../lib/paths.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../../ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx';
import { BatteryDialog } from './battery/battery-dialog.tsx';
import { CardField } from './card-field.tsx';
import { ChangesTab, countChanges, versionText } from './changes-tab.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { isPublishable, PublishDialog, publishLabel } from './publish-dialog.tsx';
import { QuestionList } from './question-list.tsx';
import { useOrder } from './use-order.ts';

// Lazy, so that the panel loads only when a person opens the document.
const DocumentPanel = lazy(() => import('./document-panel.tsx'));

/** 'Configurar': a questionnaire's questions, how they are read aloud, and the changes since the published version. */
export function ConfigureDialog({
  questionarioId,
  onClose,
}: {
  /** The questionnaire to edit; null closes the dialog. */
  questionarioId: string | null;
  onClose: () => void;
}) {
  const shown = useLast(questionarioId);
  return (
    <FormDialog
      open={questionarioId !== null}
      onClose={onClose}
      className="flex h-[calc(100dvh-2rem)] max-w-7xl flex-col gap-4 overflow-hidden max-sm:p-4"
    >
      {shown ? <Configure questionarioId={shown} /> : null}
    </FormDialog>
  );
}

function Configure({ questionarioId }: { questionarioId: string }) {
  const query = useQuery({
    ...apiQuery(getQuestionario, { params: { id: questionarioId } }),
    select: (answer) => answer.data,
  });
  const questionario = query.data;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Configurar Questionário</DialogTitle>
        <DialogDescription>
          {questionario ? (
            <>
              <strong className="font-medium text-foreground">{questionario.nome}</strong> ·{' '}
              {versionText(questionario)}
            </>
          ) : (
            'Perguntas e opções de resposta.'
          )}
        </DialogDescription>
        {questionario ? <PublishButton questionario={questionario} /> : null}
      </DialogHeader>
      {query.error ? (
        questionario ? (
          <StaleNotice what="o questionário" onRetry={() => void query.refetch()} />
        ) : (
          <ErrorState
            title="Erro ao carregar perguntas"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : null}
      {questionario ? <QuestionnaireTabs questionario={questionario} /> : null}
      {query.isPending ? (
        <div aria-busy="true" className="grid gap-3 lg:grid-cols-2">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      ) : null}
    </>
  );
}

/** Publishes the draft for new interviews; for people who may edit. */
function PublishButton({ questionario }: { questionario: QuestionarioDetalhe }) {
  const mayEdit = useCan()('project', 'update');
  const [open, setOpen] = useState(false);
  if (!mayEdit || questionario.perguntas.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      <Button variant="outline" size="sm" asChild>
        <a
          href={`${href(paths.entrevista, { questionarioId: questionario.id })}?ensaio=1`}
          target="_blank"
          rel="noopener"
          title="Mostra o rascunho como o entrevistador o vê, sem salvar nada"
        >
          <FlaskConical aria-hidden="true" />
          Ensaiar
          <span className="sr-only">(abre em nova janela)</span>
        </a>
      </Button>
      {isPublishable(questionario) || open ? (
        <Button size="sm" onClick={() => setOpen(true)}>
          <Send aria-hidden="true" />
          {publishLabel(questionario)}
        </Button>
      ) : null}
      <PublishDialog questionarioId={questionario.id} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

function QuestionnaireTabs({ questionario }: { questionario: QuestionarioDetalhe }) {
  const { shown, move } = useOrder(questionario.id, questionario.perguntas);
  const changes = countChanges(questionario.mudancas);
  return (
    <Tabs defaultValue="perguntas" className="min-h-0 flex-1">
      <TabsList aria-label="Partes do questionário">
        <TabsTrigger value="perguntas">Perguntas ({shown.length})</TabsTrigger>
        <TabsTrigger value="leitura">Como o entrevistador lê</TabsTrigger>
        <TabsTrigger value="mudancas">Mudanças{changes > 0 ? ` (${changes})` : ''}</TabsTrigger>
      </TabsList>
      {/* Stays mounted under another tab, so that a half-written question is kept. */}
      <TabsContent
        value="perguntas"
        forceMount
        className="relative min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden lg:overflow-hidden"
      >
        <Questions questionario={questionario} perguntas={shown} onMove={move} />
      </TabsContent>
      <TabsContent value="leitura" className="relative min-h-0 flex-1 overflow-y-auto">
        <PreviewTab questionarioId={questionario.id} perguntas={shown} />
      </TabsContent>
      <TabsContent value="mudancas" className="relative min-h-0 flex-1 overflow-y-auto">
        <ChangesTab questionario={questionario} perguntas={shown} />
      </TabsContent>
    </Tabs>
  );
}

/** Initial values of a question made of document lines, with the lines' indices. */
interface MadeOfLines {
  start: Partial<QuestionValues>;
  linhas: number[];
}

interface OpenForm {
  editing: PerguntaWire | null;
  n: number;
  made?: MadeOfLines;
}

function Questions({
  questionario,
  perguntas,
  onMove,
}: {
  questionario: QuestionarioDetalhe;
  perguntas: readonly PerguntaWire[];
  onMove: (from: number, to: number) => number | null;
}) {
  const { id, mudancas } = questionario;
  const mayEdit = useCan()('project', 'update');
  const { close } = useFormDialog();
  const create = useApiMutation(createPergunta, { done: 'Pergunta adicionada.', failed: null });
  const update = useApiMutation(updatePergunta, { done: 'Pergunta atualizada.', failed: null });
  // `n` remounts the form: after each added question, and when the same question is edited again.
  const [form, setForm] = useState<OpenForm>({ editing: null, n: 0 });
  const dirty = useRef(false);
  const [asking, setAsking] = useState<{ next: PerguntaWire | null; made?: MadeOfLines } | null>(null);
  const [beside, setBeside] = useState(false);
  const [wanted, setWanted] = useState<{ pergunta: string } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const give = useApiMutation(giveLinhasAPergunta, { failed: 'As linhas não foram vinculadas à pergunta' });
  const [removing, setRemoving] = useState<PerguntaWire | null>(null);
  const [reading, setReading] = useState(false);
  const [battery, setBattery] = useState<string | null>(null);
  const show = useCallback((editing: PerguntaWire | null, made?: MadeOfLines) => {
    dirty.current = false;
    setForm((now) => ({ editing, n: now.n + 1, ...(made ? { made } : {}) }));
    setBeside(false);
  }, []);
  /** Loads another question into the form, after a confirmation if something was typed. */
  const turnTo = useCallback(
    (next: PerguntaWire | null, made?: MadeOfLines) => {
      if (dirty.current) setAsking({ next, ...(made ? { made } : {}) });
      else show(next, made);
    },
    [show],
  );
  const onDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  const changed = useMemo(
    () =>
      new Map<string, 'Nova' | 'Alterada'>(
        mudancas.versao === null
          ? []
          : [
              ...mudancas.novas.map((one) => [one, 'Nova'] as const),
              ...mudancas.alteradas.map((one) => [one.id, 'Alterada'] as const),
            ],
      ),
    [mudancas],
  );
  const showDocument = useCallback((pergunta: PerguntaWire) => {
    setBeside(true);
    setWanted({ pergunta: pergunta.id });
  }, []);
  /** Shows a question in the list. On screens too narrow for list and document, the document is hidden first. */
  const lead = (one: string): void => {
    if (!window.matchMedia('(min-width: 1024px)').matches) setBeside(false);
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-pergunta="${one}"]`);
      row?.scrollIntoView({ block: 'center' });
      row?.focus({ preventScroll: true });
    });
  };
  const save = async (body: QuestionBody, opened: PerguntaWire | null): Promise<void> => {
    if (opened) {
      await update.run({ params: { id: opened.id }, body: changeBody(opened, body) });
      return;
    }
    const made = await create.run({ body: { ...body, questionario_id: id, ordem: perguntas.length + 1 } });
    // The question is saved by now: if linking its lines fails, a toast says so, but the question is not created again.
    if (form.made)
      await give.attempt({ params: { id }, body: { linhas: form.made.linhas, pergunta_id: made.data.id } });
  };
  return (
    <div
      className={cn(
        'grid min-h-0 gap-5 lg:h-full',
        // The document needs more room than the list.
        beside ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : 'lg:grid-cols-2',
      )}
    >
      <div ref={list} className={cn('flex min-h-0 flex-col gap-3', beside && 'max-lg:hidden')}>
        <div className="flex flex-wrap gap-2">
          {mayEdit ? (
            <Button variant="outline" size="sm" onClick={() => setReading(true)}>
              <FileText aria-hidden="true" />
              Ler de um arquivo
            </Button>
          ) : null}
          {mayEdit ? (
            <Button variant="outline" size="sm" onClick={() => setBattery('nova')}>
              <Rows3 aria-hidden="true" />
              Adicionar bateria
            </Button>
          ) : null}
          {perguntas.length > 0 ? <DownloadForm questionarioId={id} /> : null}
          <Button variant="outline" size="sm" aria-pressed={beside} onClick={() => setBeside(!beside)}>
            <FileSearch aria-hidden="true" />
            {beside ? 'Fechar o documento' : 'Ver o documento'}
          </Button>
        </div>
        {perguntas.length === 0 ? (
          <EmptyState
            className="py-10"
            icon={<ListPlus />}
            title="Nenhuma pergunta ainda"
            description={
              mayEdit ? 'Escreva a primeira no formulário, ou leia todas de um arquivo.' : undefined
            }
          />
        ) : (
          <QuestionList
            className="max-h-[42dvh] lg:max-h-full lg:flex-1"
            perguntas={perguntas}
            changed={changed}
            editing={form.editing?.id ?? null}
            mayEdit={mayEdit}
            onMove={onMove}
            onEdit={turnTo}
            onRemove={setRemoving}
            onBattery={setBattery}
            onDocument={beside ? showDocument : undefined}
          />
        )}
      </div>
      {beside ? (
        <div className="grid min-h-0 content-start gap-3 lg:overflow-y-auto lg:border-l lg:pl-5 lg:pr-1">
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start lg:hidden"
            onClick={() => setBeside(false)}
          >
            Voltar às perguntas
          </Button>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <DocumentPanel
              questionarioId={id}
              perguntas={perguntas}
              mayEdit={mayEdit}
              wanted={wanted}
              onQuestion={lead}
              onMake={(start, linhas) => turnTo(null, { start, linhas })}
            />
          </Suspense>
        </div>
      ) : null}
      {mayEdit ? (
        // Stays mounted beside the document, so that a half-written question is kept.
        <div
          className={cn(
            'relative min-h-0 lg:overflow-y-auto lg:border-l lg:pl-5 lg:pr-1',
            beside && 'hidden',
          )}
        >
          <QuestionForm
            key={`${form.editing?.id ?? 'nova'}:${form.n}`}
            pergunta={form.editing}
            perguntas={perguntas}
            // Focuses a new question's text if it is the first question, or if another was saved or left before.
            autoFocus={form.n > 0 || perguntas.length === 0}
            start={form.made?.start}
            chosen={form.made !== undefined}
            send={save}
            draftKey={id}
            card={<CardField questionarioId={id} />}
            onSaved={() => show(null)}
            onLeave={() => (form.editing ? turnTo(null) : close())}
            onDirty={onDirty}
          />
        </div>
      ) : null}
      <BatteryDialog
        questionarioId={id}
        perguntas={perguntas}
        open={battery}
        onClose={() => setBattery(null)}
        card={<CardField questionarioId={id} />}
      />
      <DocumentDialog
        questionarioId={id}
        perguntas={perguntas.length}
        open={reading}
        onClose={() => setReading(false)}
      />
      <ConfirmDialog
        {...TYPED}
        open={asking !== null}
        onOpenChange={(open) => (open ? undefined : setAsking(null))}
        destructive
        onConfirm={() => show(asking?.next ?? null, asking?.made)}
      />
      <RemoveDialog
        target={removing}
        dependants={
          perguntas.filter(
            ({ mostrar_se }) =>
              mostrar_se &&
              testsOf(conditionFromWire(mostrar_se)).testes.some((one) => one.perguntaId === removing?.id),
          ).length
        }
        onClose={() => setRemoving(null)}
        onRemoved={(removed) => {
          if (form.editing?.id === removed) show(null);
        }}
      />
    </div>
  );
}

/** Downloads the questionnaire as an XLSForm workbook, for other collection programs. */
function DownloadForm({ questionarioId }: { questionarioId: string }) {
  const { save, busy } = useApiFile(downloadXlsform, {
    name: 'questionario.xlsx',
    done: 'XLSForm baixado',
    failed: 'Erro ao baixar o XLSForm',
    fallback: 'Não foi possível baixar. Tente novamente.',
  });
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={busy}
      title="Para ODK, KoboToolbox ou SurveyCTO"
      onClick={() => save({ params: { id: questionarioId } })}
    >
      <FileSpreadsheet aria-hidden="true" />
      Baixar XLSForm
    </Button>
  );
}

function RemoveDialog({
  target,
  dependants,
  onClose,
  onRemoved,
}: {
  target: PerguntaWire | null;
  /** Number of questions whose condition tests this question. */
  dependants: number;
  onClose: () => void;
  onRemoved: (id: string) => void;
}) {
  const shown = useLast(target);
  const { run } = useApiMutation(deletePergunta, {
    done: 'Pergunta removida.',
    failed: 'Erro ao remover pergunta',
    onDone: (_answer, { params }) => onRemoved(params.id),
  });
  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Remover pergunta"
      description={
        <span className="grid gap-2">
          <span className="break-words">“{shown?.texto_pergunta}”</span>
          <span>As entrevistas que já têm a pergunta não mudam.</span>
          {dependants > 0 ? (
            <span>
              {dependants === 1
                ? 'Outra pergunta depende desta e não será feita até você editar a condição dela.'
                : `${dependants} perguntas dependem desta e não serão feitas até você editar a condição de cada uma.`}
            </span>
          ) : null}
        </span>
      }
      confirmLabel="Remover"
      destructive
      onConfirm={() => (shown ? run({ params: { id: shown.id } }) : undefined)}
    />
  );
}
