import type { BodyOf } from '@escuta/shared/contracts/contract';
import { corrigirPerguntas } from '@escuta/shared/contracts/preparos';
import type { PerguntaWire } from '@escuta/shared/contracts/questionarios';
import type { PerguntaLida, QuestionarioLido } from '@escuta/shared/domain/survey-file/read-questionnaire';
import { ArrowDown, ArrowUp, FileQuestion, Pencil, Plus, Save, Trash2, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { QuestionAsRead } from '../../domain/survey/question-as-read.tsx';
import { moved } from '../../domain/survey/question-editor/reorder.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { plural } from '../../lib/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Label } from '../../ui/label.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AlertList } from './alerts.tsx';
import { type OpenQuestion, QuestionDialog } from './question-dialog.tsx';
import {
  changeOf,
  codeOfHeading,
  countChanges,
  draftOf,
  isStale,
  placeForCode,
  problemsOfDraft,
  type QuestionDraft,
  questionsOf,
  rebased,
  withQuestion,
} from './question-draft.ts';
import { usePutPreparo } from './use-preparo.ts';
import type { QuestionDrafting } from './use-question-draft.ts';
import type { Detalhe } from './words.ts';

const APRESENTACAO_MAX = 4000;
const AO_SALVAR = 'Ao salvar, as colunas são ligadas e lidas de novo; os pares que você escolheu ficam.';
const BARRA = cn(
  'sticky bottom-2 z-10 flex flex-wrap items-center justify-between gap-3',
  'rounded-xl border bg-card p-3 shadow-card',
);

/** Who is asked a question, in words; null: everybody. */
function conditionOf(
  perguntas: readonly PerguntaWire[],
  { mostrar_se: condition }: PerguntaWire,
): string | null {
  const asked = condition && perguntas.find(({ id }) => id === condition.pergunta_id);
  if (!condition || !asked) return null;
  const options = asked.respostas_definidas
    .filter(({ id }) => condition.opcoes.includes(id))
    .map(({ texto_resposta }) => `“${texto_resposta}”`);
  return `Só se ${asked.codigo} for ${options.join(' ou ')}`;
}

/** As a question is drawn; what was noted while it was read stands among the warnings. */
const asRead = (pergunta: PerguntaWire): PerguntaLida => ({
  codigo: pergunta.codigo,
  texto: pergunta.texto_pergunta,
  tipo: pergunta.tipo,
  obrigatoria: pergunta.campo_texto,
  ler_opcoes: pergunta.ler_opcoes,
  instrucao: pergunta.instrucao,
  minimo: pergunta.minimo,
  maximo: pergunta.maximo,
  unidade: pergunta.unidade,
  opcoes: pergunta.respostas_definidas.map(({ texto_resposta, valor, especial }) => ({
    texto: texto_resposta,
    valor,
    especial,
  })),
  mostrar_se: null,
  avisos: [],
});

interface QuestionsTabProps {
  preparo: Detalhe;
  mayCorrect: boolean;
  drafting: QuestionDrafting;
}

/** The questionnaire as it was read, and as a person corrects it. */
export function QuestionsTab(props: QuestionsTabProps) {
  const { questionario } = props.preparo;
  return questionario && questionario.perguntas.length > 0 ? (
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
  const put = usePutPreparo();
  const save = useApiMutation(corrigirPerguntas, {
    failed: 'Não foi possível salvar as perguntas',
    onDone: ({ data }) => {
      change(null);
      put(data as Detalhe);
    },
  });
  const draft = changed ?? draftOf(questionario);
  const { perguntas } = draft;
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
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
        <Stale onDiscard={() => change(null)} onKeep={() => change(rebased(changed, questionario))} />
      ) : null}
      {/* While questions are saved nothing changes: the answer forgets the draft. */}
      <fieldset disabled={save.busy} className="contents">
        <Card className="grid gap-4 p-4 sm:p-5">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="grid min-w-0 gap-1">
              <h3 className="break-words font-semibold text-base">{questionario.titulo ?? 'Questionário'}</h3>
              {questionario.corrigido ? (
                <p className="text-muted-foreground text-xs">Corrigido depois da leitura.</p>
              ) : null}
            </div>
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
          </div>
          <AlertList label="Avisos do questionário" alertas={general} />
          <Presentation
            value={draft.apresentacao}
            mayCorrect={mayCorrect}
            onChange={(apresentacao) => change({ ...draft, apresentacao })}
          />
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
                  last={place === perguntas.length - 1}
                  condition={conditionOf(perguntas, pergunta)}
                  state={state}
                  mayCorrect={mayCorrect}
                  problems={problems.filter((one) => one.pergunta === place).map(({ mensagem }) => mensagem)}
                  // Of what is changed the warnings are found out anew once it is saved.
                  alertas={
                    state === null
                      ? preparo.alertas.filter((one) => one.pergunta === origin && origin >= 0)
                      : []
                  }
                  onMove={(by) => move(place, place + by)}
                  onEdit={() => setOpen({ pergunta, place })}
                  onAdd={() => setOpen({ pergunta: null, place: place + 1 })}
                  onRemove={() => {
                    change({ ...draft, perguntas: perguntas.filter(({ id }) => id !== pergunta.id) });
                    setSaid(`${pergunta.codigo} removida. Ela volta se você descartar as mudanças.`);
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
        onTake={(pergunta, place) => change(withQuestion(draft, pergunta, place))}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

/** Does what the address asks for: shows a question (`pergunta`), or opens a new one for a column (`nova`). */
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
    const row = list.current?.querySelector<HTMLElement>(`[data-lida="${Number(asked)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
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

interface QuestionRowProps {
  pergunta: PerguntaWire;
  place: number;
  /** Its place in the questionnaire as it was read; -1 of a new one. */
  origin: number;
  last: boolean;
  condition: string | null;
  state: 'nova' | 'alterada' | null;
  mayCorrect: boolean;
  problems: readonly string[];
  alertas: Detalhe['alertas'];
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

function QuestionRow(props: QuestionRowProps) {
  const { pergunta, place, origin, last, state, mayCorrect, alertas } = props;
  const { codigo } = pergunta;
  const act = (label: string, Icon: typeof Plus, onClick: () => void, disabled = false) => (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`${label} ${codigo}`}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon />
    </Button>
  );
  return (
    <li
      data-lida={origin}
      tabIndex={-1}
      className={cn(
        'focus-ring grid gap-2 rounded-sm py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]',
        alertas.some(({ gravidade }) => gravidade === 'impede') &&
          'rounded-none border-l-2 border-l-destructive pl-3',
      )}
    >
      <div className="grid min-w-0 content-start gap-1.5">
        <QuestionAsRead pergunta={asRead(pergunta)} condition={props.condition} warnings={props.problems} />
        {state ? <Badge variant={state === 'nova' ? 'violeta' : 'primary'}>{state}, não salva</Badge> : null}
        <AlertList label={`Avisos de ${codigo}`} alertas={alertas} />
      </div>
      {mayCorrect ? (
        <div className="flex shrink-0 items-start">
          {act('Corrigir', Pencil, props.onEdit)}
          {act('Subir', ArrowUp, () => props.onMove(-1), place === 0)}
          {act('Descer', ArrowDown, () => props.onMove(1), last)}
          {act('Adicionar pergunta depois de', Plus, props.onAdd)}
          {act('Remover', Trash2, props.onRemove)}
        </div>
      ) : null}
    </li>
  );
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
        placeholder="O que se lê ao entrevistado antes da primeira pergunta"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function Stale({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Notice variant="destructive" role="alert" icon={<TriangleAlert aria-hidden="true" />}>
      <p>
        Alguém corrigiu as perguntas enquanto você as mudava. Abaixo estão as suas. Se salvar, as dessa pessoa
        se perdem.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onDiscard}>
          Descartar as minhas
        </Button>
        <Button variant="outline" size="sm" onClick={onKeep}>
          Ficar com as minhas
        </Button>
      </div>
    </Notice>
  );
}

function SaveBar({
  preparo,
  draft,
  problem,
  busy,
  onSave,
  onDiscard,
}: {
  preparo: Detalhe;
  draft: QuestionDraft;
  problem: string | null;
  busy: boolean;
  onSave: (body: BodyOf<typeof corrigirPerguntas>) => void;
  onDiscard: () => void;
}) {
  const stale = isStale(draft, preparo.questionario);
  const n = countChanges(draft);
  return (
    <div className={BARRA}>
      <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
        {problem ?? `${plural(n, 'mudança não salva', 'mudanças não salvas')}. ${AO_SALVAR}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={busy} onClick={onDiscard}>
          Descartar
        </Button>
        <Button
          loading={busy}
          disabled={problem !== null || stale}
          onClick={() =>
            onSave({
              versao: preparo.versao,
              apresentacao: draft.apresentacao.trim() || null,
              perguntas: questionsOf(draft),
            })
          }
        >
          {busy ? null : <Save aria-hidden="true" />}
          Salvar perguntas
        </Button>
      </div>
    </div>
  );
}
