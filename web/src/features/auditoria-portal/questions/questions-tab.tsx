import { correctPerguntas } from '@escuta/shared/contracts/surveys/preparos';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { FileQuestion, FileText, Plus } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePutStaged } from '../../../domain/intake/use-staged.ts';
import { moved } from '../../../domain/survey/question-editor/reorder.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AlertList } from '../alerts.tsx';
import { PREPARO } from '../intake.ts';
import type { Detalhe } from '../words.ts';
import { type OpenQuestion, QuestionDialog } from './question-dialog.tsx';
import {
  changeOf,
  codeOfHeading,
  draftOf,
  isStale,
  placeForCode,
  problemsOfDraft,
  type QuestionDraft,
  rebased,
  withLines,
  withQuestion,
} from './question-draft.ts';
import { conditionOf, QuestionRow } from './question-row.tsx';
import { SaveBar, StaleDraft } from './question-save.tsx';
import type { QuestionDrafting } from './use-question-draft.ts';

// Lazy, so that the panel loads only when a person opens the document.
const DocumentPanel = lazy(() => import('./document-panel.tsx'));

const APRESENTACAO_MAX = 4000;
interface QuestionsTabProps {
  preparo: Detalhe;
  mayCorrect: boolean;
  drafting: QuestionDrafting;
}

/** The questionnaire as read from the document, which a person can correct. */
export function QuestionsTab(props: QuestionsTabProps) {
  const { questionario } = props.preparo;
  return questionario ? (
    <Questions {...props} questionario={questionario} />
  ) : (
    <EmptyState
      icon={<FileQuestion />}
      title="Nenhuma pergunta reconhecida"
      description="Troque o arquivo de perguntas por um com as perguntas numeradas."
    />
  );
}

function Questions({
  preparo,
  mayCorrect,
  drafting,
  questionario,
}: QuestionsTabProps & { questionario: QuestionarioLido }) {
  const { draft: changed, change } = drafting;
  const put = usePutStaged(PREPARO);
  const save = useApiMutation(correctPerguntas, {
    failed: 'Não foi possível salvar as perguntas',
    onDone: (answer) => {
      change(null);
      put(answer);
    },
  });
  const draft = changed ?? draftOf(questionario);
  const { perguntas } = draft;
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const [said, setSaid] = useState('');
  const [beside, setBeside] = useState(false);
  const [wanted, setWanted] = useState<{ pergunta: string } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Shows a question in the list. On screens too narrow for list and document, the document is hidden first. */
  const lead = (id: string): void => {
    if (!window.matchMedia('(min-width: 1024px)').matches) setBeside(false);
    requestAnimationFrame(() => showQuestion(list.current?.querySelector(`[data-pergunta="${id}"]`)));
  };
  useAsked(list, preparo, open, setOpen, draft);
  const problems = changed ? problemsOfDraft(changed) : [];
  const general = preparo.alertas.filter(({ pergunta, coluna }) => pergunta === null && coluna === null);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= perguntas.length) return;
    change({ ...draft, perguntas: moved(perguntas, from, to) });
    setSaid(`${perguntas[from]?.codigo} movida para a posição ${to + 1} de ${perguntas.length}.`);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {changed && isStale(changed, questionario) ? (
        <StaleDraft onDiscard={() => change(null)} onKeep={() => change(rebased(changed, questionario))} />
      ) : null}
      {/* Disabled while saving, because the answer discards the draft. */}
      <fieldset disabled={save.busy} className="contents">
        <div className={cn('grid grid-cols-1 items-start gap-4', beside && 'lg:grid-cols-[2fr_3fr]')}>
          <Card className={cn('grid gap-4 p-4 sm:p-5', beside && 'max-lg:hidden')}>
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div className="grid min-w-0 gap-1">
                <h2 className="break-words font-semibold text-base">
                  {questionario.titulo ?? 'Questionário'}
                </h2>
                {questionario.corrigido ? (
                  <p className="text-muted-foreground text-xs">Corrigido depois da leitura.</p>
                ) : null}
              </div>
              <div className="flex flex-wrap gap-2">
                {mayCorrect ? (
                  <Button
                    variant="outline"
                    size="sm"
                    onClick={() => setOpen({ pergunta: null, place: perguntas.length })}
                  >
                    <Plus aria-hidden="true" />
                    Adicionar pergunta
                  </Button>
                ) : null}
                <Button variant="outline" size="sm" aria-pressed={beside} onClick={() => setBeside(!beside)}>
                  <FileText aria-hidden="true" />
                  {beside ? 'Fechar o documento' : 'Ver o documento'}
                </Button>
              </div>
            </div>
            <AlertList label="Avisos do questionário" alertas={general} />
            <Presentation
              value={draft.apresentacao}
              mayCorrect={mayCorrect}
              onChange={(apresentacao) => change({ ...draft, apresentacao })}
            />
            {perguntas.length === 0 ? (
              <EmptyState
                icon={<FileQuestion />}
                title="Nenhuma pergunta reconhecida"
                description={
                  mayCorrect
                    ? 'Adicione as perguntas ou aproveite as linhas do documento. Você também pode trocar o arquivo por um com as perguntas numeradas.'
                    : 'O responsável pela auditoria precisa adicionar as perguntas ou trocar o arquivo.'
                }
              />
            ) : null}
            <ol ref={list} aria-label="Perguntas reconhecidas" className="divide-y text-sm">
              {perguntas.map((pergunta, place) => {
                const origin = questionario.perguntas.findIndex((_, at) => pergunta.id === `p${at}`);
                const state = changed ? changeOf(changed, pergunta) : null;
                return (
                  <QuestionRow
                    key={pergunta.id}
                    pergunta={pergunta}
                    place={place}
                    origin={origin}
                    narrow={beside}
                    last={place === perguntas.length - 1}
                    condition={conditionOf(perguntas, pergunta)}
                    state={state}
                    mayCorrect={mayCorrect}
                    problems={problems
                      .filter((one) => one.pergunta === place)
                      .map(({ mensagem }) => mensagem)}
                    // A changed question shows no warnings until it is saved, because saving computes them again.
                    alertas={
                      state === null
                        ? preparo.alertas.filter((one) => one.pergunta === origin && origin >= 0)
                        : []
                    }
                    onDocument={
                      origin >= 0 || draft.linhas?.[pergunta.id]
                        ? () => {
                            setBeside(true);
                            setWanted({ pergunta: pergunta.id });
                          }
                        : null
                    }
                    onMove={(by) => move(place, place + by)}
                    onEdit={() => setOpen({ pergunta, place })}
                    onAdd={() => setOpen({ pergunta: null, place: place + 1 })}
                    onRemove={() => {
                      change({ ...draft, perguntas: perguntas.filter(({ id }) => id !== pergunta.id) });
                      setSaid(`${pergunta.codigo} removida. Ela volta se você descartar as alterações.`);
                    }}
                  />
                );
              })}
            </ol>
            {questionario.sobras.length > 0 ? (
              <div className="rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
                <p className="font-medium">Linhas não aproveitadas</p>
                <ul className="break-words text-muted-foreground">
                  {questionario.sobras.map((linha, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
                    <li key={index}>{linha}</li>
                  ))}
                </ul>
              </div>
            ) : null}
            <p role="status" className="sr-only">
              {said}
            </p>
          </Card>
          {beside ? (
            <Card className="grid gap-3 p-4 sm:p-5 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto">
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
                  preparoId={preparo.id}
                  draft={draft}
                  mayCorrect={mayCorrect}
                  wanted={wanted}
                  onDraft={change}
                  onQuestion={lead}
                  onOpen={setOpen}
                />
              </Suspense>
            </Card>
          ) : null}
        </div>
      </fieldset>
      {changed ? (
        <SaveBar
          preparo={preparo}
          draft={changed}
          problem={problems[0]?.mensagem ?? null}
          busy={save.busy}
          onSave={(body) => void save.attempt({ params: { id: preparo.id }, body })}
          onDiscard={() => change(null)}
        />
      ) : null}
      <QuestionDialog
        open={open}
        preparoId={preparo.id}
        perguntas={perguntas}
        onTake={(pergunta, place, linhas) =>
          change(withLines(withQuestion(draft, pergunta, place), pergunta.id, linhas))
        }
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

function showQuestion(row: HTMLElement | null | undefined): void {
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

/** Follows the address's parameters: shows a question (`pergunta`), or opens a new question for a column (`nova`). */
function useAsked(
  list: RefObject<HTMLOListElement | null>,
  { colunas }: Detalhe,
  open: OpenQuestion | null,
  setOpen: (next: OpenQuestion) => void,
  { perguntas }: QuestionDraft,
): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('pergunta');
  const column = colunas.find(({ n }) => String(n) === search.get('nova'));
  const done = (name: string) =>
    setSearch(
      (before) => {
        before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  useEffect(() => {
    if (asked === null) return;
    showQuestion(list.current?.querySelector<HTMLElement>(`[data-lida="${Number(asked)}"]`));
    done('pergunta');
  });
  useEffect(() => {
    if (!column || open) return;
    const codigo = codeOfHeading(column.cabecalho);
    const texto = column.cabecalho.includes('?') ? column.cabecalho.trim() : '';
    setOpen({ pergunta: null, place: placeForCode(perguntas, codigo), codigo, texto });
    done('nova');
  });
}

function Presentation({
  value,
  mayCorrect,
  onChange,
}: {
  value: string;
  mayCorrect: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  if (!mayCorrect) {
    return value === '' ? null : (
      <div className="rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
        <p className="font-medium">Apresentação (consentimento)</p>
        <p className="whitespace-pre-line break-words text-muted-foreground">{value}</p>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Apresentação (consentimento)</Label>
      <Textarea
        id={id}
        rows={value.length > 200 ? 5 : 3}
        maxLength={APRESENTACAO_MAX}
        value={value}
        placeholder="Texto lido ao entrevistado antes da primeira pergunta"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
