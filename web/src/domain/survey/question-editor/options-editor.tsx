import { LIMITES_QUESTIONARIO } from '@escuta/shared/contracts/surveys/questionarios';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Plus } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { OptionRow } from './option-row.tsx';
import { emptyOption, nextValue, optionsOfList } from './option-values.ts';
import type { QuestionValues } from './question-form-rules.ts';
import { useDrag } from './use-drag.ts';

/**
 * The options of a question, in reading order. A pasted list becomes one option per line. Enter goes to the next
 * option; the handle, Alt+↑ and Alt+↓ move an option.
 */
export function OptionsEditor({
  codes = false,
  ofSheet = false,
}: {
  /** True: the question is a number, and its options are codes for answers that are not a number. */
  codes?: boolean;
  /** True: the answers come from a sheet, so options have neither synonyms nor interview rules. */
  ofSheet?: boolean;
}) {
  const { control, getValues, setFocus } = useFormContext<QuestionValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'respostas_definidas' });
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const full = fields.length >= LIMITES_QUESTIONARIO.opcoes;
  const fresh = () =>
    codes
      ? {
          ...emptyOption(fields.length === 0 ? 99 : 98),
          texto_resposta: fields.length === 0 ? 'Não sabe' : 'Não respondeu',
          especial: fields.length === 0 ? ('nao_sabe' as const) : ('recusa' as const),
        }
      : emptyOption(nextValue(getValues('respostas_definidas')));
  const nameOf = (index: number) => `respostas_definidas.${index}.texto_resposta` as const;
  const add = () => append(fresh(), { focusName: nameOf(fields.length) });
  const shift = (from: number, to: number): void => {
    if (to < 0 || to >= fields.length) {
      setSaid(to < 0 ? 'Já é a primeira opção.' : 'Já é a última opção.');
      return;
    }
    move(from, to);
    setSaid(`Opção movida para a posição ${to + 1} de ${fields.length}.`);
    // The timeout sets the focus after the rows are drawn in their new order.
    setTimeout(() => setFocus(nameOf(to)));
  };
  const { drag, begin } = useDrag(list, shift);
  const paste = (index: number, event: ClipboardEvent<HTMLInputElement>): void => {
    const typed = getValues('respostas_definidas');
    const pasted = optionsOfList(event.clipboardData.getData('text'), nextValue(typed.slice(0, index)));
    if (pasted.length === 0) return;
    event.preventDefault();
    if (typed[index]?.texto_resposta === '') remove(index);
    const free = LIMITES_QUESTIONARIO.opcoes - typed.length + 1;
    insert(index, pasted.slice(0, free), { shouldFocus: false });
    setSaid(`${plural(Math.min(free, pasted.length), 'opção colada', 'opções coladas')}.`);
    // Removes options that still have no text, such as the initial ones, because the pasted list replaces them.
    const rest = getValues('respostas_definidas');
    const blank = rest.flatMap(({ texto_resposta }, at) => (texto_resposta === '' ? [at] : []));
    if (blank.length > 0 && blank.length < rest.length) remove(blank);
  };
  return (
    <section aria-label={codes ? 'Códigos especiais' : 'Opções'} className="grid grid-cols-1 gap-2.5">
      <div className="grid gap-1">
        <h4 className="font-medium text-sm">{codes ? 'Códigos especiais' : 'Opções'}</h4>
        <p className="text-muted-foreground text-xs">
          {codes
            ? ofSheet
              ? 'Valores da planilha quando não há número: 99 para “não sabe”, 98 para “não respondeu”.'
              : 'Respostas sem número: 99 para “não sabe”, 98 para “não respondeu”.'
            : 'Cole uma lista, com uma opção por linha, para criar várias. Enter vai para a próxima, Ctrl+Enter salva a pergunta.'}
        </p>
      </div>
      <ol ref={list} className="relative grid grid-cols-1 gap-2 empty:hidden">
        {fields.map((field, index) => (
          <OptionRow
            key={field.id}
            index={index}
            codes={codes}
            ofSheet={ofSheet}
            only={!codes && fields.length === 1}
            first={index === 0}
            last={index === fields.length - 1}
            dragged={drag?.from === index}
            line={
              drag && drag.to === index && drag.to !== drag.from
                ? drag.to < drag.from
                  ? 'antes'
                  : 'depois'
                : null
            }
            onGrab={(event) => begin(index, event)}
            onRemove={() => {
              remove(index);
              // The focus goes to the row that follows the removed one, so that the focus stays in the list.
              if (fields.length > 1) setTimeout(() => setFocus(nameOf(Math.min(index, fields.length - 2))));
            }}
            onMove={(by) => shift(index, index + by)}
            onPaste={(event) => paste(index, event)}
            onEnter={() => {
              if (index < fields.length - 1) setFocus(nameOf(index + 1));
              else if (!full) add();
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button variant="outline" size="sm" className="w-fit" disabled={full} onClick={add}>
        <Plus aria-hidden="true" />
        {codes ? 'Adicionar código especial' : 'Adicionar Opção'}
      </Button>
    </section>
  );
}
