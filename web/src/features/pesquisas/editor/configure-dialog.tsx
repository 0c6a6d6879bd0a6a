import {
  baixarXlsform,
  createPergunta,
  deletePergunta,
  getQuestionario,
  type PerguntaWire,
  type QuestionarioDetalhe,
  updatePergunta,
} from '@escuta/shared/contracts/questionarios';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, ListPlus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { QuestionForm } from '../../../domain/survey/question-editor/question-form.tsx';
import { changeBody } from '../../../domain/survey/question-editor/question-form-rules.ts';
import { FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiFile, useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { useCan } from '../../../lib/permissions.ts';
import { apiQuery } from '../../../lib/query.ts';
import { TYPED } from '../../../lib/unsaved.ts';
import { ConfirmDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../../ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx';
import { ChangesTab, countChanges, versionText } from './changes-tab.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { QuestionList } from './question-list.tsx';
import { useOrder } from './use-order.ts';

/** 'Configurar': the questions of a questionnaire, how they are read aloud, and what became of them since its version. */
export function ConfigureDialog({
  questionarioId,
  onClose,
}: {
  /** Null closes it. */
  questionarioId: string | null;
  onClose: () => void;
}) {
  const shown = useLast(questionarioId);
  return (
    <FormDialog
      open={questionarioId !== null}
      onClose={onClose}
      className="flex h-[calc(100dvh-2rem)] max-w-5xl flex-col gap-4 overflow-y-auto lg:overflow-hidden max-sm:p-4"
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
              {versionText(questionario.mudancas)}
            </>
          ) : (
            'Perguntas e opções de resposta.'
          )}
        </DialogDescription>
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
      {questionario ? <Loaded questionario={questionario} /> : null}
      {query.isPending ? (
        <div aria-busy="true" className="grid gap-3 lg:grid-cols-2">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      ) : null}
    </>
  );
}

function Loaded({ questionario }: { questionario: QuestionarioDetalhe }) {
  const { shown, move } = useOrder(questionario.id, questionario.perguntas);
  const changes = countChanges(questionario.mudancas);
  return (
    <Tabs defaultValue="perguntas" className="min-h-0 lg:flex-1">
      <TabsList aria-label="Partes do questionário">
        <TabsTrigger value="perguntas">Perguntas ({shown.length})</TabsTrigger>
        <TabsTrigger value="leitura">Como o entrevistador lê</TabsTrigger>
        <TabsTrigger value="mudancas">Mudanças{changes > 0 ? ` (${changes})` : ''}</TabsTrigger>
      </TabsList>
      {/* Kept while another tab is looked at: a question that is being written is not lost. */}
      <TabsContent value="perguntas" forceMount className="min-h-0 data-[state=inactive]:hidden lg:flex-1">
        <Questions questionario={questionario} perguntas={shown} onMove={move} />
      </TabsContent>
      <TabsContent value="leitura" className="min-h-0 lg:flex-1 lg:overflow-y-auto">
        <PreviewTab perguntas={shown} />
      </TabsContent>
      <TabsContent value="mudancas" className="min-h-0 lg:flex-1 lg:overflow-y-auto">
        <ChangesTab mudancas={questionario.mudancas} perguntas={shown} />
      </TabsContent>
    </Tabs>
  );
}

function Questions({
  questionario,
  perguntas,
  onMove,
}: {
  questionario: QuestionarioDetalhe;
  perguntas: readonly PerguntaWire[];
  onMove: (from: number, to: number) => boolean;
}) {
  const { id, mudancas } = questionario;
  const mayEdit = useCan()('project', 'update');
  const { close } = useFormDialog();
  const create = useApiMutation(createPergunta, { done: 'Pergunta adicionada.', failed: null });
  const update = useApiMutation(updatePergunta, { done: 'Pergunta atualizada.', failed: null });
  // `n` makes the form anew: after each question that was added, and for one that is edited again.
  const [form, setForm] = useState<{ editing: PerguntaWire | null; n: number }>({ editing: null, n: 0 });
  const dirty = useRef(false);
  const [asking, setAsking] = useState<{ next: PerguntaWire | null } | null>(null);
  const [removing, setRemoving] = useState<PerguntaWire | null>(null);
  const [reading, setReading] = useState(false);
  const show = useCallback((editing: PerguntaWire | null) => {
    dirty.current = false;
    setForm((now) => ({ editing, n: now.n + 1 }));
  }, []);
  /** Another question into the form, after asking where something was typed. */
  const turnTo = useCallback(
    (next: PerguntaWire | null) => {
      if (dirty.current) setAsking({ next });
      else show(next);
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
  return (
    <div className="grid min-h-0 gap-5 lg:h-full lg:grid-cols-2">
      <div className="flex min-h-0 flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          {mayEdit ? (
            <Button variant="outline" size="sm" onClick={() => setReading(true)}>
              <FileText aria-hidden="true" />
              Ler de um arquivo
            </Button>
          ) : null}
          {perguntas.length > 0 ? <DownloadForm questionarioId={id} /> : null}
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
          />
        )}
      </div>
      {mayEdit ? (
        <div className="min-h-0 lg:overflow-y-auto lg:border-l lg:pl-5 lg:pr-1">
          <QuestionForm
            key={`${form.editing?.id ?? 'nova'}:${form.n}`}
            pergunta={form.editing}
            perguntas={perguntas}
            // A question was saved or left: the next one is written.
            autoFocus={form.n > 0}
            send={(body, opened) =>
              opened
                ? update.run({ params: { id: opened.id }, body: changeBody(opened, body) })
                : create.run({ body: { ...body, questionario_id: id, ordem: perguntas.length + 1 } })
            }
            draftKey={id}
            onSaved={() => show(null)}
            onLeave={() => (form.editing ? turnTo(null) : close())}
            onDirty={onDirty}
          />
        </div>
      ) : null}
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
        onConfirm={() => show(asking?.next ?? null)}
      />
      <RemoveDialog
        target={removing}
        dependants={perguntas.filter(({ mostrar_se }) => mostrar_se?.pergunta_id === removing?.id).length}
        onClose={() => setRemoving(null)}
        onRemoved={(removed) => {
          if (form.editing?.id === removed) show(null);
        }}
      />
    </div>
  );
}

/** The questionnaire as a workbook that programs of collection take. */
function DownloadForm({ questionarioId }: { questionarioId: string }) {
  const { save, busy } = useApiFile(baixarXlsform, {
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
  /** Questions whose condition is about it. */
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
          <span>As entrevistas que já a têm ficam como estão.</span>
          {dependants > 0 ? (
            <span>
              {dependants === 1
                ? 'Uma pergunta depende da resposta dela e deixa de ser feita até que a condição seja editada.'
                : `${dependants} perguntas dependem da resposta dela e deixam de ser feitas até que a condição seja editada.`}
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
