import { listModeloOpcoes } from '@escuta/shared/contracts/insights/modelos';
import { FORMATO_SAIDA_LABEL } from '@escuta/shared/domain/insights/insight-template';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../../kit/form/fields.tsx';
import { apiQuery } from '../../../lib/network/query.ts';
import type { TemplateFormValues } from './form-rules.ts';

const FORMATOS = Object.entries(FORMATO_SAIDA_LABEL).map(([value, label]) => ({ value, label }));

/** Fields under 'Avançado': the model and its parameters, with the catalogue's note on the chosen model. */
export function AdvancedFields() {
  const { control } = useFormContext<TemplateFormValues>();
  const models = useQuery({
    ...apiQuery(listModeloOpcoes, { query: { finalidade: 'texto' } }),
    select: ({ data }) => data,
  });
  const chosen = useWatch({ control, name: 'modeloLlm' });
  const model = models.data?.find(({ rotulo }) => rotulo === chosen);
  const labels = [...new Set([...(models.data ?? []).map(({ rotulo }) => rotulo), chosen])];
  const hint = models.isError
    ? 'Não foi possível ler o catálogo de modelos.'
    : model
      ? [model.chama ? `Usa ${model.chama.modelo} (${model.chama.provedor}).` : null, model.aviso]
          .filter(Boolean)
          .join(' ')
      : models.data
        ? 'Este modelo não está no catálogo: selecione outro.'
        : undefined;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <SelectField
        control={control}
        name="modeloLlm"
        label="Modelo LLM"
        hint={hint}
        className="sm:col-span-2"
        options={labels.map((label) => ({ value: label, label }))}
      />
      <TextField
        control={control}
        name="maxTokens"
        label="Max Tokens"
        hint="De 100 a 4000."
        inputMode="numeric"
        maxLength={6}
      />
      <TextField
        control={control}
        name="temperature"
        label="Temperature"
        hint="De 0 a 2. Modelos sem suporte ignoram o valor, e o resultado avisa."
        type="number"
        min={0}
        max={2}
        step={0.1}
      />
      <TextField
        control={control}
        name="thresholdConfianca"
        label="Threshold Confiança"
        hint="De 0 a 1. Com confiança menor, o insight é marcado."
        type="number"
        min={0}
        max={1}
        step={0.1}
      />
      <SelectField control={control} name="formatoSaida" label="Formato de Saída" options={FORMATOS} />
    </div>
  );
}
