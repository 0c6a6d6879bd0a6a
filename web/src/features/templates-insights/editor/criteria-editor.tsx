import { type Sujeito, subjectOf } from '@escuta/shared/domain/insights/insight-criteria';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { type Choice, SelectField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { SuggestCriteria } from '../suggest/suggest-criteria.tsx';
import {
  newCriterion,
  SUJEITO_LABEL,
  type TemplateFormOutput,
  type TemplateFormValues,
} from './form-rules.ts';

const MAX = 100;

/** Criteria in order, each with weight, critical mark, and whether it is met if its subject is not mentioned. */
export function CriteriaEditor({
  empresaId,
  onAsked,
}: {
  empresaId: string | undefined;
  /** Called when suggestions are requested. From then on the form asks before it closes, because closing loses them. */
  onAsked: () => void;
}) {
  const { control } = useFormContext<TemplateFormValues, unknown, TemplateFormOutput>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'criterios' });
  return (
    <section className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">Critérios</h3>
        <details className="text-muted-foreground text-xs">
          <summary className="focus-ring w-fit cursor-pointer rounded-sm">
            Como a pontuação é calculada
          </summary>
          <p className="pt-1">
            A pontuação é a soma dos pesos cumpridos e comprovados dividida pela soma dos pesos avaliados. Um
            critério crítico não cumprido limita a pontuação a 40%. Com “Cumprido pela ausência” marcado, o
            critério é cumprido quando algo não é dito.
          </p>
          <p className="pt-1">
            Só a fala da “Parte avaliada” comprova o critério. Com “Qualquer um”, vale a fala dos dois. Sem
            seleção, a parte é a do começo da descrição (“O agente…”, “O cliente…”). Em gravação de um canal,
            que não separa as vozes, o critério de uma só parte não é pontuado.
          </p>
        </details>
      </div>
      {fields.length > 0 ? (
        <ol className="grid grid-cols-1 gap-3" aria-label="Critérios">
          {fields.map((field, index) => (
            <li key={field.id} className="grid grid-cols-1 gap-2.5 rounded-lg border p-3">
              <CriterionFields index={index} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Flags index={index} />
                <div className="flex items-center gap-0.5">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Mover critério ${index + 1} para cima`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Mover critério ${index + 1} para baixo`}
                    disabled={index === fields.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Remover critério ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    <Trash2 />
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap items-start gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={fields.length >= MAX}
          onClick={() => append(newCriterion())}
        >
          <Plus aria-hidden="true" />
          Adicionar critério
        </Button>
        <SuggestCriteria
          empresaId={empresaId}
          room={MAX - fields.length}
          onAsked={onAsked}
          onAdd={(chosen) => append(chosen.map(newCriterion), { shouldFocus: false })}
        />
      </div>
    </section>
  );
}

/** Choices of the party that a criterion is about. The automatic choice shows which party the description implies. */
function subjectChoices(descricao: string): readonly Choice[] {
  const derived = subjectOf({ descricao });
  return [
    { value: '', label: `Pela descrição: ${SUJEITO_LABEL[derived]}` },
    ...(Object.keys(SUJEITO_LABEL) as Sujeito[]).map((value) => ({ value, label: SUJEITO_LABEL[value] })),
  ];
}

function CriterionFields({ index }: { index: number }) {
  const { control } = useFormContext<TemplateFormValues>();
  const descricao = useWatch({ control, name: `criterios.${index}.descricao` });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] gap-2.5 sm:grid-cols-[minmax(0,1fr)_14rem_4.5rem]">
      <TextareaField
        control={control}
        name={`criterios.${index}.descricao`}
        label={`Critério ${index + 1}`}
        required
        rows={1}
        maxLength={1000}
        className="max-sm:col-span-2"
        inputClassName="min-h-9"
        placeholder="O agente informa o número do protocolo."
      />
      <SelectField
        control={control}
        name={`criterios.${index}.sujeito`}
        label="Parte avaliada"
        options={subjectChoices(descricao)}
      />
      <TextField
        control={control}
        name={`criterios.${index}.peso`}
        label="Peso"
        inputMode="decimal"
        maxLength={6}
      />
    </div>
  );
}

function Flags({ index }: { index: number }) {
  const { control } = useFormContext<TemplateFormValues, unknown, TemplateFormOutput>();
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {(
        [
          ['critico', 'Crítico'],
          ['ausencia', 'Cumprido pela ausência'],
        ] as const
      ).map(([name, label]) => (
        <Controller
          key={name}
          control={control}
          name={`criterios.${index}.${name}`}
          render={({ field }) => (
            <Label className="flex items-center gap-2 font-normal text-sm">
              <Checkbox
                ref={field.ref}
                checked={field.value}
                onCheckedChange={(checked) => field.onChange(checked === true)}
              />
              {label}
            </Label>
          )}
        />
      ))}
    </div>
  );
}
