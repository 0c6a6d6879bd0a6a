import { listModeloOpcoes } from '@escuta/shared/contracts/modelos';
import { FORMATO_SAIDA_LABEL } from '@escuta/shared/domain/insight-template';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { apiQuery } from '../../lib/query.ts';
import type { TemplateFormOutput, TemplateFormValues } from './form-rules.ts';

/** 'Avançado': the model and how it is asked. */
export function AdvancedFields() {
  const { control, register, formState, watch } = useFormContext<
    TemplateFormValues,
    unknown,
    TemplateFormOutput
  >();
  const { errors } = formState;
  const models = useQuery({
    ...apiQuery(listModeloOpcoes, { query: { finalidade: 'texto' } }),
    select: ({ data }) => data,
  });
  const chosen = watch('modeloLlm');
  const model = models.data?.find(({ rotulo }) => rotulo === chosen);
  const labels = [...new Set([...(models.data ?? []).map(({ rotulo }) => rotulo), chosen])];
  const hint = models.isError
    ? 'Não foi possível ler o catálogo de modelos.'
    : model
      ? [model.chama ? `Chama ${model.chama.modelo} (${model.chama.provedor}).` : null, model.aviso]
          .filter(Boolean)
          .join(' ')
      : models.data
        ? 'Este modelo não está no catálogo: escolha outro.'
        : undefined;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Controller
        control={control}
        name="modeloLlm"
        render={({ field }) => (
          <Field label="Modelo LLM" error={errors.modeloLlm?.message} hint={hint} className="sm:col-span-2">
            <PickOne
              value={field.value}
              onValueChange={field.onChange}
              options={labels.map((label) => ({ value: label, label }))}
            />
          </Field>
        )}
      />
      <Field label="Max Tokens" error={errors.maxTokens?.message} hint="De 100 a 4000.">
        <Input {...register('maxTokens')} inputMode="numeric" autoComplete="off" maxLength={6} />
      </Field>
      <Field
        label="Temperature"
        error={errors.temperature?.message}
        hint="De 0 a 2. Modelos que não a aceitam a deixam de fora, e o resultado diz."
      >
        <Input {...register('temperature')} inputMode="decimal" autoComplete="off" maxLength={6} />
      </Field>
      <Field
        label="Threshold Confiança"
        error={errors.thresholdConfianca?.message}
        hint="De 0 a 1. Abaixo dele, o insight é marcado."
      >
        <Input {...register('thresholdConfianca')} inputMode="decimal" autoComplete="off" maxLength={6} />
      </Field>
      <Controller
        control={control}
        name="formatoSaida"
        render={({ field }) => (
          <Field label="Formato de Saída">
            <PickOne
              value={field.value}
              onValueChange={field.onChange}
              options={Object.entries(FORMATO_SAIDA_LABEL).map(([value, label]) => ({ value, label }))}
            />
          </Field>
        )}
      />
    </div>
  );
}

/** A select that a Field can label. */
export function PickOne({
  value,
  onValueChange,
  options,
  ...props
}: {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  id?: string;
}) {
  return (
    <Select value={value} onValueChange={onValueChange}>
      <SelectTrigger {...props}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
