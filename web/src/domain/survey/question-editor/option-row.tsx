import type { OpcaoEspecial } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { isExclusive, LIMITES_REGRAS } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, GripVertical, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../../kit/form/fields.tsx';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { type OptionValues, suggestedBy } from './option-values.ts';
import type { QuestionValues } from './question-form-rules.ts';

export const TIPO_OPCAO: Record<OpcaoEspecial | '', string> = {
  '': 'Comum',
  outro: 'Outro, com texto',
  nao_sabe: 'Não sabe',
  recusa: 'Não respondeu',
};

const TIPOS = (['', 'outro', 'nao_sabe', 'recusa'] as const).map((value) => ({
  value,
  label: TIPO_OPCAO[value],
}));
/** Kinds of options that a question of numbers may have: codes for answers that are no number. */
const CODIGOS = TIPOS.filter(({ value }) => value === 'nao_sabe' || value === 'recusa');

const BLOCOS = [
  { value: '', label: 'Nenhum' },
  ...Array.from({ length: LIMITES_REGRAS.blocos }, (_, index) => ({
    value: String(index + 1),
    label: `Bloco ${index + 1}`,
  })),
];

export interface OptionRowProps {
  index: number;
  codes: boolean;
  ofSheet: boolean;
  only: boolean;
  first: boolean;
  last: boolean;
  dragged: boolean;
  /** Side on which the dragged row would be dropped. */
  line: 'antes' | 'depois' | null;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onEnter: () => void;
}

/** An option's row: words, code and kind. A button unfolds its synonyms and rules below. */
export function OptionRow({ index, codes, ofSheet, only, first, last, ...acts }: OptionRowProps) {
  const { control, getValues, setValue } = useFormContext<QuestionValues>();
  const [more, setMore] = useState(false);
  const before = useRef('');
  const n = index + 1;
  const place = <K extends keyof OptionValues>(field: K) => `respostas_definidas.${index}.${field}` as const;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Prevents Enter from sending the whole form.
      event.preventDefault();
      acts.onEnter();
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      acts.onMove(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  /** Suggests a kind for an option that has none, from its changed words; a kind that a person chose stays. */
  const suggest = (): void => {
    const now = getValues(`respostas_definidas.${index}`);
    if (codes || now.texto_resposta === before.current || now.especial !== '') return;
    const found = suggestedBy(now.texto_resposta);
    for (const field of ['especial', 'exclusiva', 'fixa'] as const) {
      const value = found[field];
      if (value !== undefined && (field === 'especial' || !ofSheet))
        setValue(place(field), value, { shouldDirty: true });
    }
  };
  return (
    <li
      className={cn(
        '@container relative grid gap-2 rounded-lg border bg-card p-2',
        acts.dragged && 'border-dashed bg-muted',
        acts.line && 'before:absolute before:inset-x-0 before:h-0.5 before:rounded-full before:bg-primary',
        acts.line === 'antes' && 'before:-top-1.5',
        acts.line === 'depois' && 'before:-bottom-1.5',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_4rem_auto] items-start gap-2 @lg:grid-cols-[auto_minmax(0,1fr)_4rem_11rem_auto]">
        {codes ? (
          <span />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            title="Arraste, ou use Alt+↑ e Alt+↓ no texto"
            className="grid h-9 w-6 cursor-grab touch-none place-items-center rounded-sm text-muted-foreground hover:bg-accent active:cursor-grabbing"
            onPointerDown={acts.onGrab}
          >
            <GripVertical className="size-4" aria-hidden="true" />
          </button>
        )}
        <TextField
          control={control}
          name={place('texto_resposta')}
          label={<span className="sr-only">{codes ? `Resposta ${n}` : `Opção ${n}`}</span>}
          className="gap-0 [&>p]:pt-1"
          placeholder={codes ? `Resposta ${n}` : `Opção ${n}`}
          maxLength={500}
          onKeyDown={onKeyDown}
          onPaste={acts.onPaste}
          onFocus={(event) => {
            before.current = event.target.value;
          }}
          onBlur={suggest}
        />
        <TextField
          control={control}
          name={place('valor')}
          label={<span className="sr-only">{codes ? `Código da resposta ${n}` : `Valor da opção ${n}`}</span>}
          className="gap-0 [&>p]:pt-1"
          title={codes ? 'Código' : 'Valor'}
          inputClassName="px-2 text-center tabular-nums"
          inputMode="numeric"
          maxLength={11}
          onKeyDown={onKeyDown}
        />
        <SelectField
          control={control}
          name={place('especial')}
          label={<span className="sr-only">{`Tipo da ${codes ? 'resposta' : 'opção'} ${n}`}</span>}
          options={codes ? CODIGOS : TIPOS}
          className="gap-0 @max-lg:col-span-3 @max-lg:col-start-2 @max-lg:row-start-2"
        />
        <div className="flex @max-lg:col-start-4 @max-lg:row-start-1">
          {codes ? null : (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Mais sobre a opção ${n}`}
              aria-expanded={more}
              onClick={() => setMore(!more)}
            >
              {more ? <ChevronUp /> : <ChevronDown />}
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={codes ? `Remover resposta ${n}` : `Remover opção ${n}`}
            disabled={only}
            onClick={acts.onRemove}
          >
            <Trash2 />
          </Button>
        </div>
      </div>
      {codes ? null : <OptionMarks index={index} ofSheet={ofSheet} />}
      {more ? (
        <div className="grid gap-3 border-t pt-3">
          {ofSheet ? null : (
            <>
              <OptionRules index={index} />
              <TextField
                control={control}
                name={place('sinonimos')}
                label="Sinônimos"
                hint="Outras palavras para esta opção, separadas por vírgulas."
                maxLength={2000}
              />
            </>
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" disabled={first} onClick={() => acts.onMove(-1)}>
              <ArrowUp aria-hidden="true" />
              Subir
            </Button>
            <Button variant="outline" size="sm" disabled={last} onClick={() => acts.onMove(1)}>
              <ArrowDown aria-hidden="true" />
              Descer
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  );
}

/** Rules that an option can have, given the present values of its question. */
function useOptionRules(index: number) {
  const { control } = useFormContext<QuestionValues>();
  const [option, tipo, rodizio] = useWatch({
    control,
    name: [`respostas_definidas.${index}`, 'tipo', 'rodizio'],
  });
  return { option, several: tipo === 'multipla', rotates: rodizio !== '' };
}

/** Badges for the properties that stay hidden while the row is folded. */
function OptionMarks({ index, ofSheet }: { index: number; ofSheet: boolean }) {
  const { option, several, rotates } = useOptionRules(index);
  if (ofSheet || !option) return null;
  const marks = [
    several && (option.exclusiva || isExclusive({ especial: option.especial || null })) ? 'Exclusiva' : null,
    rotates && option.fixa ? 'Fixa no rodízio' : null,
    rotates && option.bloco !== '' ? `Bloco ${option.bloco}` : null,
    option.encerra ? 'Encerra a entrevista' : null,
  ].filter((mark) => mark !== null);
  return marks.length === 0 ? null : (
    <p className="flex flex-wrap gap-1 pl-8">
      {marks.map((mark) => (
        <Badge key={mark} variant={mark.startsWith('Encerra') ? 'warning' : 'neutral'}>
          {mark}
        </Badge>
      ))}
    </p>
  );
}

function OptionRules({ index }: { index: number }) {
  const { control } = useFormContext<QuestionValues>();
  const { option, several, rotates } = useOptionRules(index);
  const always = isExclusive({ especial: option?.especial || null });
  return (
    <div className="grid gap-2">
      {several ? (
        <Mark
          name={`respostas_definidas.${index}.exclusiva`}
          label="Exclusiva"
          hint={
            always
              ? '“Não sabe” e “Não respondeu” são sempre exclusivas.'
              : 'Quando marcada na entrevista, desmarca as outras (“Nenhum”).'
          }
          always={always}
        />
      ) : null}
      <Mark
        name={`respostas_definidas.${index}.encerra`}
        label="Encerra a entrevista"
        hint="A pessoa com esta resposta está fora do perfil da pesquisa."
      />
      {rotates ? (
        <>
          <Mark
            name={`respostas_definidas.${index}.fixa`}
            label="Fixa no rodízio"
            hint="Não muda de lugar quando as outras mudam."
          />
          <SelectField
            control={control}
            name={`respostas_definidas.${index}.bloco`}
            label="Bloco do rodízio"
            hint="Opções do mesmo bloco ficam juntas."
            options={BLOCOS}
            className="max-w-56"
          />
        </>
      ) : null}
    </div>
  );
}

function Mark({
  name,
  label,
  hint,
  always = false,
}: {
  name: FieldPath<QuestionValues>;
  label: string;
  hint: string;
  always?: boolean;
}) {
  const { control } = useFormContext<QuestionValues>();
  const { field } = useController({ control, name });
  return (
    <Label className="flex items-start gap-2 font-normal text-sm max-sm:min-h-11">
      <Checkbox
        ref={field.ref}
        className="mt-0.5"
        checked={always || field.value === true}
        disabled={always}
        onCheckedChange={(on) => field.onChange(on === true)}
      />
      <span className="grid min-w-0">
        {label}
        <span className="text-muted-foreground text-xs">{hint}</span>
      </span>
    </Label>
  );
}
