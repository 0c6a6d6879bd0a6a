/** Fields of a question's rules in the interview: order of options, answers that end the interview, bounds, place. */
import { LIMITES_REGRAS } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { AGRADECIMENTO } from '@escuta/shared/domain/interview/questionnaire/screening';
import { MapPin } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, SwitchField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { isMeasured } from './numbers.ts';
import { endsSome, type QuestionValues } from './question-form-rules.ts';

const RODIZIO = [
  { value: '', label: 'Sempre a mesma ordem' },
  { value: 'sorteio', label: 'Sorteada em cada entrevista' },
  { value: 'rotacao', label: 'Rodízio: começa em uma opção diferente' },
  { value: 'inversao', label: 'Normal ou invertida, por sorteio' },
];

/** Field for the order in which the interviewer's screen shows the options. */
export function OrderField() {
  const { control } = useFormContext<QuestionValues>();
  return (
    <SelectField
      control={control}
      name="rodizio"
      label="Ordem das opções na entrevista"
      hint="A ordem usada fica registrada. “Não sabe” e “Não respondeu” ficam no fim; em “Mais sobre a opção” você fixa outras opções ou junta opções em blocos."
      options={RODIZIO}
    />
  );
}

/** Fields for the answers that end the interview politely, and for the farewell text. */
export function ScreeningFields() {
  const { control } = useFormContext<QuestionValues>();
  const [tipo, encerra_de, encerra_ate, respostas_definidas] = useWatch({
    control,
    name: ['tipo', 'encerra_de', 'encerra_ate', 'respostas_definidas'],
  });
  if (!isChoice(tipo) && !isMeasured(tipo)) return null;
  const ends = endsSome({ tipo, encerra_de, encerra_ate, respostas_definidas });
  return (
    <details open={ends || undefined} className="rounded-lg border p-3 [&[open]>summary]:mb-3">
      <summary className="focus-ring cursor-pointer rounded-sm font-medium text-sm">
        Encerrar a entrevista se…
      </summary>
      <div className="grid gap-4">
        {isChoice(tipo) ? (
          <fieldset className="grid gap-1.5">
            <legend className="pb-1.5 text-muted-foreground text-sm">
              Respostas de pessoas fora do perfil da pesquisa:
            </legend>
            {respostas_definidas.map(({ texto_resposta }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an option has no id before it is saved
              <EndingOption key={index} index={index} texto={texto_resposta || `Opção ${index + 1}`} />
            ))}
          </fieldset>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              control={control}
              name="encerra_de"
              label="Número a partir de"
              inputMode="decimal"
              maxLength={15}
            />
            <TextField control={control} name="encerra_ate" label="Até" inputMode="decimal" maxLength={15} />
          </div>
        )}
        {ends ? (
          <TextareaField
            control={control}
            name="mensagem"
            label="Despedida"
            rows={3}
            maxLength={LIMITES_REGRAS.mensagem}
            placeholder={AGRADECIMENTO}
            hint="O entrevistador lê estas palavras e encerra. Em branco, ele lê o agradecimento que aparece no campo."
          />
        ) : null}
      </div>
    </details>
  );
}

function EndingOption({ index, texto }: { index: number; texto: string }) {
  const { control } = useFormContext<QuestionValues>();
  const { field } = useController({ control, name: `respostas_definidas.${index}.encerra` });
  return (
    <Label className="flex items-center gap-2 font-normal text-sm max-sm:min-h-11">
      <Checkbox
        ref={field.ref}
        checked={field.value === true}
        onCheckedChange={(on) => field.onChange(on === true)}
      />
      <span className="min-w-0 break-words">{texto}</span>
    </Label>
  );
}

/** Fields for the bounds and the unit of a number or a scale, and for whether only whole numbers are accepted. */
export function MeasureFields({ ofSheet }: { ofSheet: boolean }) {
  const { control } = useFormContext<QuestionValues>();
  const tipo = useWatch({ control, name: 'tipo' });
  const required = tipo === 'escala';
  return (
    <>
      {tipo === 'numero' && !ofSheet ? (
        <SwitchField
          control={control}
          name="inteiro"
          row
          label="Só números inteiros"
          hint="Para idade ou número de pessoas, por exemplo: a entrevista recusa “3,5”."
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          control={control}
          name="minimo"
          label="Mínimo"
          inputMode="decimal"
          maxLength={15}
          required={required}
        />
        <TextField
          control={control}
          name="maximo"
          label="Máximo"
          inputMode="decimal"
          maxLength={15}
          required={required}
        />
        {tipo === 'numero' ? (
          <TextField
            control={control}
            name="unidade"
            label="Unidade"
            placeholder="anos, reais…"
            maxLength={40}
            className="max-sm:col-span-2"
          />
        ) : null}
      </div>
    </>
  );
}

/** Explains to the questionnaire's author how a question about the place records the place. */
export function PlaceNotice() {
  return (
    <Notice variant="info" icon={<MapPin aria-hidden="true" />}>
      O entrevistador pede licença em voz alta e registra o local pelo GPS do aparelho só nesta pergunta, uma
      vez. Sem autorização, ele marca “Não autorizou” e a entrevista segue. O local aparece nas respostas e na
      base de dados, e é apagado com a entrevista.
    </Notice>
  );
}
