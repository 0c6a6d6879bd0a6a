import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import {
  OPCOES_ESPECIAIS,
  type OpcaoEspecial,
} from '@escuta/shared/domain/interview/comparison/compare-answer';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../../kit/form/fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { emptyOption, nextValue, optionsOfList, type QuestionValues } from './question-form-rules.ts';

const ESPECIAL_LABEL: Record<OpcaoEspecial, string> = {
  nao_sabe: 'Não sabe',
  recusa: 'Não respondeu / recusa',
  outro: 'Outro',
};

const ESPECIAIS = [
  { value: '', label: 'Resposta comum' },
  ...OPCOES_ESPECIAIS.map((value) => ({ value, label: ESPECIAL_LABEL[value] })),
];

/** What a number's options mean: answers that are no number. */
const CODIGOS = ESPECIAIS.filter(({ value }) => value === 'nao_sabe' || value === 'recusa');

/**
 * The options of a question, in the order in which they are read. A list of lines that is pasted becomes options; Enter
 * goes to the next one; Alt+↑ and Alt+↓ move one.
 */
export function OptionsEditor({
  codes = false,
  synonyms = true,
}: {
  /** The answers to a number that are no number, each with its code. */
  codes?: boolean;
  synonyms?: boolean;
}) {
  const { control, getValues, setFocus } = useFormContext<QuestionValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'respostas_definidas' });
  const full = fields.length >= LIMITES_QUESTIONARIO.opcoes;
  const fresh = () =>
    codes
      ? { ...emptyOption(99), texto_resposta: 'NS/NR', especial: 'nao_sabe' as const }
      : emptyOption(nextValue(getValues('respostas_definidas')));
  const nameOf = (index: number) => `respostas_definidas.${index}.texto_resposta` as const;
  const add = () => append(fresh(), { focusName: nameOf(fields.length) });
  const shift = (from: number, to: number): void => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    // After the rows stand in their new order.
    setTimeout(() => setFocus(nameOf(to)));
  };
  const paste = (index: number, event: ClipboardEvent<HTMLInputElement>): void => {
    const typed = getValues('respostas_definidas');
    const pasted = optionsOfList(event.clipboardData.getData('text'), nextValue(typed.slice(0, index)));
    if (pasted.length === 0) return;
    event.preventDefault();
    if (typed[index]?.texto_resposta === '') remove(index);
    const free = LIMITES_QUESTIONARIO.opcoes - typed.length + 1;
    insert(index, pasted.slice(0, free), { shouldFocus: false });
    // What was seeded and never written gives way to the list.
    const rest = getValues('respostas_definidas');
    const blank = rest.flatMap(({ texto_resposta }, at) => (texto_resposta === '' ? [at] : []));
    if (blank.length > 0 && blank.length < rest.length) remove(blank);
  };
  return (
    <section aria-label={codes ? 'Códigos especiais' : 'Opções'} className="grid grid-cols-1 gap-2.5">
      <h4 className="font-medium text-sm">{codes ? 'Códigos especiais' : 'Opções'}</h4>
      {codes ? (
        <p className="text-muted-foreground text-xs">
          Valores da planilha quando não há número: 99 para “não sabe”, 98 para “recusa”.
        </p>
      ) : null}
      <ol className="grid grid-cols-1 gap-2.5 empty:hidden">
        {fields.map((field, index) => (
          <li key={field.id} className="rounded-lg border p-2.5">
            <OptionFields
              index={index}
              codes={codes}
              synonyms={synonyms}
              only={!codes && fields.length === 1}
              first={index === 0}
              last={index === fields.length - 1}
              onRemove={() => remove(index)}
              onMove={(by) => shift(index, index + by)}
              onPaste={(event) => paste(index, event)}
              onEnter={() => {
                if (index < fields.length - 1) setFocus(nameOf(index + 1));
                else if (!full) add();
              }}
            />
          </li>
        ))}
      </ol>
      <Button variant="outline" size="sm" className="w-fit" disabled={full} onClick={add}>
        <Plus aria-hidden="true" />
        {codes ? 'Adicionar código especial' : 'Adicionar Opção'}
      </Button>
    </section>
  );
}

interface OptionFieldsProps {
  index: number;
  codes: boolean;
  synonyms: boolean;
  only: boolean;
  first: boolean;
  last: boolean;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onEnter: () => void;
}

function OptionFields({ index, codes, synonyms, only, first, last, ...acts }: OptionFieldsProps) {
  const { control } = useFormContext<QuestionValues>();
  const [sinonimos, especial] = useWatch({
    control,
    name: [`respostas_definidas.${index}.sinonimos`, `respostas_definidas.${index}.especial`],
  });
  const [more, setMore] = useState(codes || Boolean((synonyms && sinonimos) || especial));
  const n = index + 1;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      // Else it would send the whole form.
      event.preventDefault();
      acts.onEnter();
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      acts.onMove(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    <div className="grid gap-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto] items-start gap-2">
        <TextField
          control={control}
          name={`respostas_definidas.${index}.texto_resposta`}
          label={codes ? `Resposta ${n}` : `Opção ${n}`}
          required
          maxLength={500}
          onKeyDown={onKeyDown}
          onPaste={acts.onPaste}
        />
        <TextField
          control={control}
          name={`respostas_definidas.${index}.valor`}
          label={codes ? 'Código' : 'Valor'}
          aria-label={codes ? `Código da resposta ${n}` : `Valor da opção ${n}`}
          inputMode="numeric"
          maxLength={11}
          onKeyDown={onKeyDown}
        />
        <div className="flex pt-6">
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
      {more ? (
        <div className="grid gap-2.5 sm:grid-cols-2">
          {synonyms ? (
            <TextField
              control={control}
              name={`respostas_definidas.${index}.sinonimos`}
              label="Sinônimos"
              hint="Outras palavras para ela, separadas por vírgulas."
              maxLength={2000}
            />
          ) : null}
          <SelectField
            control={control}
            name={`respostas_definidas.${index}.especial`}
            label="Tipo de opção"
            options={codes ? CODIGOS : ESPECIAIS}
          />
          {codes ? null : (
            <div className="flex items-end gap-2">
              <Button variant="outline" size="sm" disabled={first} onClick={() => acts.onMove(-1)}>
                <ArrowUp aria-hidden="true" />
                Subir
              </Button>
              <Button variant="outline" size="sm" disabled={last} onClick={() => acts.onMove(1)}>
                <ArrowDown aria-hidden="true" />
                Descer
              </Button>
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}
