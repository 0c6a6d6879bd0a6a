import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/questionarios';
import { OPCOES_ESPECIAIS, type OpcaoEspecial } from '@escuta/shared/domain/interview/compare-answer';
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../../kit/form/fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { emptyOption, nextValue, type QuestionValues } from './question-form-rules.ts';

const ESPECIAL_LABEL: Record<OpcaoEspecial, string> = {
  nao_sabe: 'Não sabe',
  recusa: 'Não respondeu / recusa',
  outro: 'Outro',
};

const ESPECIAIS = [
  { value: '', label: 'Resposta comum' },
  ...OPCOES_ESPECIAIS.map((value) => ({ value, label: ESPECIAL_LABEL[value] })),
];

/** The options of a question, in the order in which they are read. */
export function OptionsEditor() {
  const { control, getValues } = useFormContext<QuestionValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'respostas_definidas' });
  return (
    <section aria-label="Opções" className="grid grid-cols-1 gap-2.5">
      <h4 className="font-medium text-sm">Opções</h4>
      <ol className="grid grid-cols-1 gap-2.5">
        {fields.map((field, index) => (
          <li key={field.id} className="rounded-lg border p-2.5">
            <OptionFields index={index} only={fields.length === 1} onRemove={() => remove(index)} />
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        disabled={fields.length >= LIMITES_QUESTIONARIO.opcoes}
        onClick={() =>
          append(emptyOption(nextValue(getValues('respostas_definidas'))), {
            focusName: `respostas_definidas.${fields.length}.texto_resposta`,
          })
        }
      >
        <Plus aria-hidden="true" />
        Adicionar Opção
      </Button>
    </section>
  );
}

function OptionFields({ index, only, onRemove }: { index: number; only: boolean; onRemove: () => void }) {
  const { control } = useFormContext<QuestionValues>();
  const [sinonimos, especial] = useWatch({
    control,
    name: [`respostas_definidas.${index}.sinonimos`, `respostas_definidas.${index}.especial`],
  });
  const [more, setMore] = useState(Boolean(sinonimos || especial));
  const n = index + 1;
  return (
    <div className="grid gap-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto] items-start gap-2">
        <TextField
          control={control}
          name={`respostas_definidas.${index}.texto_resposta`}
          label={`Opção ${n}`}
          required
          maxLength={500}
        />
        <TextField
          control={control}
          name={`respostas_definidas.${index}.valor`}
          label="Valor"
          aria-label={`Valor da opção ${n}`}
          inputMode="numeric"
          maxLength={11}
        />
        <div className="flex pt-6">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Mais sobre a opção ${n}`}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            {more ? <ChevronUp /> : <ChevronDown />}
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remover opção ${n}`}
            disabled={only}
            onClick={onRemove}
          >
            <Trash2 />
          </Button>
        </div>
      </div>
      {more ? (
        <div className="grid gap-2.5 sm:grid-cols-2">
          <TextField
            control={control}
            name={`respostas_definidas.${index}.sinonimos`}
            label="Sinônimos"
            hint="Outras palavras para ela, separadas por vírgulas."
            maxLength={2000}
          />
          <SelectField
            control={control}
            name={`respostas_definidas.${index}.especial`}
            label="Tipo de opção"
            options={ESPECIAIS}
          />
        </div>
      ) : null}
    </div>
  );
}
