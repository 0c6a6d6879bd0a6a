import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { GripVertical, Pencil, ScanText, Trash2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useDrag } from '../../../domain/survey/question-editor/use-drag.ts';
import { TIPO_PERGUNTA } from '../../../domain/survey/question-kinds.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { conditionText, ORDEM_QUEBRADA, rulesText } from './condition-text.ts';

interface QuestionListProps {
  perguntas: readonly PerguntaWire[];
  /** Changes since the published version, by question id: new or changed. */
  changed: ReadonlyMap<string, 'Nova' | 'Alterada'>;
  /** Id of the question in the form; null if the form has no saved question. */
  editing: string | null;
  mayEdit: boolean;
  /** Moves a question and returns its new index; null if nothing moves. */
  onMove: (from: number, to: number) => number | null;
  onEdit: (pergunta: PerguntaWire) => void;
  onRemove: (pergunta: PerguntaWire) => void;
  /** Opens the editor of a battery, given its id. */
  onBattery: (id: string) => void;
  /** Shows the question's lines in the document; absent without a document. */
  onDocument?: ((pergunta: PerguntaWire) => void) | undefined;
  className?: string;
}

/** The questions in order, moved by their handles: by pointer, or by Alt+↑ and Alt+↓. */
export function QuestionList(props: QuestionListProps) {
  const { perguntas, changed, editing, mayEdit, onMove, onEdit, onRemove } = props;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  /** Id of the row that was just moved: its handle is focused again, because the browser drops the focus. */
  const carried = useRef<string | null>(null);
  const move = (from: number, to: number): void => {
    const row = perguntas[from];
    if (!row) return;
    if (to < 0 || to >= perguntas.length) {
      setSaid(to < 0 ? 'Já é a primeira pergunta.' : 'Já é a última pergunta.');
      return;
    }
    const place = onMove(from, to);
    if (place === null) return;
    carried.current = row.id;
    setSaid(`Pergunta movida para a posição ${place + 1} de ${perguntas.length}.`);
  };
  const { drag, begin } = useDrag(list, move);
  useLayoutEffect(() => {
    if (!carried.current || perguntas.length === 0) return;
    const handle = list.current?.querySelector<HTMLElement>(`[data-alca="${carried.current}"]`);
    carried.current = null;
    handle?.focus({ preventScroll: true });
    handle?.scrollIntoView({ block: 'nearest' });
  }, [perguntas]);
  // The functions never change, so that a change of one row does not redraw all the others.
  const latest = useRef({ move, begin });
  useLayoutEffect(() => {
    latest.current = { move, begin };
  });
  const [stable] = useState(() => ({
    move: (from: number, to: number) => latest.current.move(from, to),
    begin: (from: number, event: PointerEvent<HTMLElement>) => latest.current.begin(from, event),
  }));
  return (
    <>
      <ol
        ref={list}
        aria-label="Perguntas"
        className={cn('relative grid min-h-0 content-start gap-2 overflow-y-auto p-0.5', props.className)}
      >
        {perguntas.map((pergunta, index) => (
          <QuestionRow
            key={pergunta.id}
            pergunta={pergunta}
            index={index}
            condition={conditionText(pergunta, perguntas)}
            begins={beginsBattery(perguntas, index)}
            changed={changed.get(pergunta.id) ?? null}
            editing={editing === pergunta.id}
            mayEdit={mayEdit}
            dragged={drag?.from === index}
            line={
              drag && drag.to === index && drag.to !== drag.from
                ? drag.to < drag.from
                  ? 'antes'
                  : 'depois'
                : null
            }
            onMove={stable.move}
            onGrab={stable.begin}
            onEdit={onEdit}
            onRemove={onRemove}
            onBattery={props.onBattery}
            onDocument={props.onDocument}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

const beginsBattery = (perguntas: readonly PerguntaWire[], index: number): boolean => {
  const id = perguntas[index]?.regras?.bateria?.id;
  return id !== undefined && perguntas[index - 1]?.regras?.bateria?.id !== id;
};

interface QuestionRowProps {
  pergunta: PerguntaWire;
  index: number;
  condition: string | null;
  /** True for the first item of a battery: the row shows the battery's name above. */
  begins: boolean;
  changed: 'Nova' | 'Alterada' | null;
  editing: boolean;
  mayEdit: boolean;
  dragged: boolean;
  /** Side of this row on which the dragged row would be dropped; null for any other row. */
  line: 'antes' | 'depois' | null;
  onMove: (from: number, to: number) => void;
  onGrab: (from: number, event: PointerEvent<HTMLElement>) => void;
  onEdit: (pergunta: PerguntaWire) => void;
  onRemove: (pergunta: PerguntaWire) => void;
  onBattery: (id: string) => void;
  onDocument: ((pergunta: PerguntaWire) => void) | undefined;
}

const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { pergunta, index, condition, changed, editing, mayEdit, line } = props;
  const { label, variant } = TIPO_PERGUNTA[pergunta.tipo];
  const n = index + 1;
  const bateria = pergunta.regras?.bateria;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!mayEdit || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    props.onMove(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  };
  return (
    <li
      data-pergunta={pergunta.id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={cn(
        'focus-ring relative grid gap-2 rounded-lg border bg-card p-2.5',
        bateria && 'border-l-4 border-l-primary/50',
        editing && 'border-primary bg-primary-soft',
        props.dragged && 'border-dashed bg-muted',
        line && 'before:absolute before:inset-x-0 before:h-0.5 before:rounded-full before:bg-primary',
        line === 'antes' && 'before:-top-1.5',
        line === 'depois' && 'before:-bottom-1.5',
      )}
    >
      {bateria && props.begins ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b pb-2">
          <Badge variant="primary">Bateria</Badge>
          <p className="min-w-0 flex-1 break-words text-muted-foreground text-xs">{bateria.texto}</p>
          {mayEdit ? (
            <Button variant="link" size="inline" onClick={() => props.onBattery(bateria.id)}>
              Editar bateria
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className="flex min-w-0 items-start gap-2">
        {mayEdit ? (
          <button
            type="button"
            data-alca={pergunta.id}
            aria-label={`Mover pergunta ${n}: arraste, ou use Alt+↑ e Alt+↓`}
            className="focus-ring mt-0.5 grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted-foreground hover:bg-accent active:cursor-grabbing max-sm:size-11"
            onPointerDown={(event) => props.onGrab(index, event)}
          >
            <GripVertical className="size-4" aria-hidden="true" />
          </button>
        ) : null}
        <div className="grid min-w-0 flex-1 gap-1.5">
          <p className="break-words text-sm">
            <span className="font-semibold tabular-nums">{n}.</span> {pergunta.texto_pergunta}
          </p>
          <div className="flex flex-wrap gap-1">
            <Badge variant={variant}>{label}</Badge>
            <Badge variant={pergunta.campo_texto ? 'warning' : 'neutral'}>
              {pergunta.campo_texto ? 'Obrigatória' : 'Opcional'}
            </Badge>
            {pergunta.codigo && pergunta.codigo !== `P${n}` ? (
              <Badge variant="outline">{pergunta.codigo}</Badge>
            ) : null}
            {pergunta.ativo ? null : <Badge variant="neutral">Inativa</Badge>}
            {rulesText(pergunta).map((rule) => (
              <Badge key={rule} variant="outline">
                {rule}
              </Badge>
            ))}
            {changed ? <Badge variant="violeta">{changed}</Badge> : null}
          </div>
          {condition ? <p className="break-words text-muted-foreground text-xs">{condition}</p> : null}
          {pergunta.condicao_quebrada ? (
            <p className="flex gap-1 text-warning-text text-xs">
              <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
              {ORDEM_QUEBRADA[pergunta.condicao_quebrada]}
            </p>
          ) : null}
        </div>
        {props.onDocument ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Ver pergunta ${n} no documento`}
            title="Ver no documento"
            onClick={() => props.onDocument?.(pergunta)}
          >
            <ScanText />
          </Button>
        ) : null}
        {mayEdit ? (
          <div className="flex shrink-0 max-sm:flex-col">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Editar pergunta ${n}`}
              onClick={() => (bateria ? props.onBattery(bateria.id) : props.onEdit(pergunta))}
            >
              <Pencil />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remover pergunta ${n}`}
              onClick={() => props.onRemove(pergunta)}
            >
              <Trash2 />
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
});
