import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useId } from 'react';
import { QuestionAsRead } from '../../../domain/survey/question-as-read.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { conditionOf, explainUnusable, type Selection } from './read-selection.ts';

interface ReadQuestionsProps {
  lido: QuestionarioLido;
  selection: Selection;
  onChange: (selection: Selection) => void;
  disabled: boolean;
}

/** The questions read from a document; a person chooses which to add. */
export function ReadQuestions({ lido, selection, onChange, disabled }: ReadQuestionsProps) {
  const id = useId();
  const { perguntas, sobras, apresentacao } = lido;
  const { chosen, todasObrigatorias } = selection;
  const able = perguntas.flatMap((one, place) => (explainUnusable(one) === null ? [place] : []));
  const toLookAt = perguntas.filter(({ avisos }) => avisos.length > 0).length;
  const turn = (place: number): void => {
    const next = new Set(chosen);
    if (!next.delete(place)) next.add(place);
    onChange({ ...selection, chosen: next });
  };
  return (
    <div className="grid min-h-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <label htmlFor={`${id}-todas`} className="flex items-center gap-2">
          <Checkbox
            id={`${id}-todas`}
            disabled={disabled}
            checked={chosen.size === 0 ? false : chosen.size === able.length ? true : 'indeterminate'}
            onCheckedChange={(on) => onChange({ ...selection, chosen: new Set(on === true ? able : []) })}
          />
          <span>
            {plural(perguntas.length, 'pergunta reconhecida', 'perguntas reconhecidas')}
            {toLookAt > 0 ? `, ${toLookAt} para conferir` : ''}
          </span>
        </label>
        <label htmlFor={`${id}-obrigatorias`} className="flex items-center gap-2">
          <Checkbox
            id={`${id}-obrigatorias`}
            disabled={disabled}
            checked={todasObrigatorias}
            onCheckedChange={(on) => onChange({ ...selection, todasObrigatorias: on === true })}
          />
          Todas obrigatórias
        </label>
      </div>
      <ol aria-label="Perguntas reconhecidas" className="grid min-h-0 gap-2 overflow-y-auto pr-1">
        {perguntas.map((pergunta, place) => (
          <ReadQuestion
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and codes may repeat
            key={place}
            id={`${id}-${place}`}
            pergunta={pergunta}
            condition={conditionOf(lido, pergunta, selection)}
            checked={chosen.has(place)}
            disabled={disabled}
            onTurn={() => turn(place)}
          />
        ))}
        {apresentacao ? (
          <li className="rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
            <p className="font-medium">Texto de apresentação</p>
            <p className="break-words text-muted-foreground">{apresentacao}</p>
            <p className="mt-1 text-muted-foreground text-xs">
              Este texto não é incluído automaticamente. Se for o caso, copie-o para o consentimento, em
              “Editar questionário”.
            </p>
          </li>
        ) : null}
        {sobras.length > 0 ? (
          <li className="rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
            <p className="font-medium">Linhas não aproveitadas</p>
            <ul className="break-words text-muted-foreground">
              {sobras.map((linha, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
                <li key={index}>{linha}</li>
              ))}
            </ul>
          </li>
        ) : null}
      </ol>
    </div>
  );
}

function ReadQuestion({
  id,
  pergunta,
  condition,
  checked,
  disabled,
  onTurn,
}: {
  id: string;
  pergunta: PerguntaLida;
  condition: ReturnType<typeof conditionOf>;
  checked: boolean;
  disabled: boolean;
  onTurn: () => void;
}) {
  const impossible = explainUnusable(pergunta);
  const warnings = [
    ...(impossible ? [impossible] : []),
    ...(condition?.lost && checked
      ? [
          'Esta pergunta depende de outra que não foi selecionada. Por isso, será feita a todos os entrevistados.',
        ]
      : []),
  ];
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 rounded-lg border px-3 py-2.5 text-sm">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled || impossible !== null}
        onCheckedChange={onTurn}
      />
      <QuestionAsRead
        pergunta={pergunta}
        heading={(words) => (
          <label htmlFor={id} className="min-w-0 flex-1 break-words font-medium">
            {words}
          </label>
        )}
        condition={condition && !condition.lost ? condition.words : null}
        warnings={warnings}
      />
    </li>
  );
}
