import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { Label } from '../../components/ui/label.tsx';
import { TextareaField, TextField } from '../../kit/form/fields.tsx';
import type { TemplateFormOutput, TemplateFormValues } from './form-rules.ts';

const MAX = 100;

/** What the template checks, in order: each with its weight, whether it is critical, and whether silence meets it. */
export function CriteriaEditor() {
  const { control } = useFormContext<TemplateFormValues, unknown, TemplateFormOutput>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'criterios' });
  return (
    <section className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">Critérios</h3>
        <p className="text-muted-foreground text-xs">
          A pontuação é a soma dos pesos cumpridos e comprovados sobre a dos avaliados. Falhar em um crítico
          limita a nota a 40%. “Cumprido pela ausência”: o certo é que algo não seja dito.
        </p>
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
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        disabled={fields.length >= MAX}
        onClick={() => append({ criterioId: '', descricao: '', peso: '1', critico: false, ausencia: false })}
      >
        <Plus aria-hidden="true" />
        Adicionar critério
      </Button>
    </section>
  );
}

function CriterionFields({ index }: { index: number }) {
  const { control } = useFormContext<TemplateFormValues>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] gap-2.5">
      <TextareaField
        control={control}
        name={`criterios.${index}.descricao`}
        label={`Critério ${index + 1}`}
        required
        rows={1}
        maxLength={1000}
        inputClassName="min-h-9"
        placeholder="O agente informa o número do protocolo."
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
