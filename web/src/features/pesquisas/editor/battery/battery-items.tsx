import { LIMITES_REGRAS } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { linesOf } from '../../../../domain/survey/question-editor/option-values.ts';
import { TextField } from '../../../../kit/form/fields.tsx';
import { Button } from '../../../../ui/button.tsx';
import { type BatteryValues, itemsOfLines } from './battery-rules.ts';

/** Greatest number of items of a battery; limited because no respondent answers more. */
const ITENS_MAX = 60;

/** A battery's items. A pasted list becomes an item per line; Alt+↑ and Alt+↓ move an item; Enter adds the next. */
export function BatteryItems({ removed: saved }: { removed: number }) {
  const { control, getValues, setFocus } = useFormContext<BatteryValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'itens' });
  const nameOf = (index: number) => `itens.${index}.texto` as const;
  const full = fields.length >= ITENS_MAX;
  const add = () => append({ perguntaId: '', texto: '' }, { focusName: nameOf(fields.length) });
  const shift = (from: number, to: number): void => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    setTimeout(() => setFocus(nameOf(to)));
  };
  const paste = (index: number, event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = itemsOfLines(linesOf(event.clipboardData.getData('text')));
    if (pasted.length === 0) return;
    event.preventDefault();
    const typed = getValues('itens');
    const room = ITENS_MAX - typed.length + 1;
    if (typed[index]?.texto === '' && typed[index].perguntaId === '') remove(index);
    insert(index, pasted.slice(0, room), { shouldFocus: false });
    const rest = getValues('itens');
    const blank = rest.flatMap((item, at) => (item.texto === '' && item.perguntaId === '' ? [at] : []));
    if (blank.length > 0 && blank.length < rest.length) remove(blank);
  };
  const onKeyDown = (index: number, event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (index < fields.length - 1) setFocus(nameOf(index + 1));
      else if (!full) add();
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      shift(index, index + (event.key === 'ArrowUp' ? -1 : 1));
    }
  };
  const gone = saved - fields.filter((_, index) => getValues(`itens.${index}.perguntaId`) !== '').length;
  return (
    <section aria-label="Itens" className="grid grid-cols-1 gap-2.5">
      <div className="grid gap-1">
        <h3 className="font-medium text-sm">Itens</h3>
        <p className="text-muted-foreground text-xs">Cole uma lista ou escreva um item por linha.</p>
      </div>
      <ol className="grid grid-cols-1 gap-2">
        {fields.map((field, index) => (
          <li key={field.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
            <TextField
              control={control}
              name={nameOf(index)}
              label={<span className="sr-only">{`Item ${index + 1}`}</span>}
              className="gap-0 [&>p]:pt-1"
              placeholder={`Item ${index + 1}`}
              maxLength={LIMITES_REGRAS.bateria}
              onKeyDown={(event) => onKeyDown(index, event)}
              onPaste={(event) => paste(index, event)}
            />
            <div className="flex">
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Subir item ${index + 1}`}
                disabled={index === 0}
                onClick={() => shift(index, index - 1)}
              >
                <ArrowUp />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Descer item ${index + 1}`}
                disabled={index === fields.length - 1}
                onClick={() => shift(index, index + 1)}
              >
                <ArrowDown />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remover item ${index + 1}`}
                disabled={fields.length === 1}
                onClick={() => remove(index)}
              >
                <Trash2 />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {gone > 0 ? (
        <p role="status" className="text-warning-text text-xs">
          {gone === 1
            ? 'Ao salvar, um item sai do questionário. As entrevistas que já têm a pergunta não mudam.'
            : `Ao salvar, ${gone} itens saem do questionário. As entrevistas que já têm as perguntas não mudam.`}
        </p>
      ) : null}
      <Button variant="outline" size="sm" className="w-fit" disabled={full} onClick={add}>
        <Plus aria-hidden="true" />
        Adicionar item
      </Button>
    </section>
  );
}
