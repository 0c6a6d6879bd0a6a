import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { brokenTest } from '@escuta/shared/domain/interview/questionnaire/applicability';
import {
  conditionFromWire,
  LIMITES_CONDICAO,
  testsOf,
} from '@escuta/shared/domain/interview/questionnaire/conditions';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { Plus, Trash2, TriangleAlert } from 'lucide-react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../../kit/form/fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { conditionOf, type FormaDeTeste, formsFor, newTest, type TestValues } from './condition-values.ts';
import type { QuestionValues } from './question-form-rules.ts';

const FORMA: Record<FormaDeTeste, string> = {
  opcoes: 'É uma destas',
  exceto: 'Não é nenhuma destas',
  faixa: 'É um número',
  contem: 'Contém o trecho',
};

/** Words for each reason why an answer can never pass a test. */
const QUEBRADO = {
  pergunta_ausente: 'Esta pergunta não existe mais. Selecione outra, ou remova a condição.',
  pergunta_depois: 'Esta pergunta vem depois. Mova uma das duas, ou selecione outra.',
  opcao_ausente: 'Uma resposta marcada não existe mais. Marque de novo.',
  forma: 'O teste não serve para o tipo desta pergunta. Selecione outro.',
} as const;

interface ConditionBuilderProps {
  perguntas: readonly PerguntaWire[];
  /** Index of the edited question in the questionnaire, from 0. */
  place: number;
  /** True: the condition is a single test on options, because answers collected in a sheet need no more. */
  simple: boolean;
}

/** Chooses who is asked a question: all, or those whose earlier answers pass tests joined by 'e' (and) or 'ou' (or). */
export function ConditionBuilder({ perguntas, place, simple }: ConditionBuilderProps) {
  const { control } = useFormContext<QuestionValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'testes' });
  const testes = useWatch({ control, name: 'testes' });
  const askable = perguntas.filter(
    (one, index) => index < place && one.ativo && (simple ? isChoice(one.tipo) : formsFor(one).length > 0),
  );
  if (askable.length === 0 && fields.length === 0) return null;
  const usual = askable.findLast(({ tipo }) => isChoice(tipo)) ?? askable.at(-1) ?? null;
  const most = simple ? 1 : LIMITES_CONDICAO.testes;
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="pb-2 font-medium text-sm">Quando perguntar</legend>
      {fields.length === 0 ? <p className="text-muted-foreground text-sm">Sempre.</p> : null}
      <ol className="grid gap-2.5 empty:hidden">
        {fields.map((field, index) => (
          <li key={field.id} className="grid gap-2.5">
            {index > 0 ? <Joint first={index === 1} /> : null}
            <div className="grid gap-2.5 rounded-lg border p-2.5">
              <TestRow
                index={index}
                perguntas={perguntas}
                place={place}
                askable={askable}
                simple={simple}
                onRemove={() => remove(index)}
              />
            </div>
          </li>
        ))}
      </ol>
      {fields.length < most && usual ? (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          onClick={() =>
            append(newTest(testes.length === 0 ? usual : null), {
              focusName: `testes.${fields.length}.pergunta`,
            })
          }
        >
          <Plus aria-hidden="true" />
          {fields.length === 0 ? 'Perguntar só se…' : 'Adicionar condição'}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** The word between two tests. The first such word is a choice; the others repeat the chosen word. */
function Joint({ first }: { first: boolean }) {
  const { control } = useFormContext<QuestionValues>();
  const liga = useWatch({ control, name: 'liga' });
  return first ? (
    <SelectField
      control={control}
      name="liga"
      label={<span className="sr-only">Como combinar as condições</span>}
      className="w-fit gap-0"
      options={[
        { value: 'e', label: 'e (todas as condições)' },
        { value: 'ou', label: 'ou (uma das condições basta)' },
      ]}
    />
  ) : (
    <p className="px-1 font-medium text-muted-foreground text-sm">{liga}</p>
  );
}

/** Words for the reason why no answer can pass a row's test; null if an answer can, or if the row is incomplete. */
function brokenWords(test: TestValues, perguntas: readonly PerguntaWire[], place: number): string | null {
  if (test.pergunta === '') return null;
  const sent = conditionOf({ liga: 'e', testes: [test] });
  const whole = test.forma === 'faixa' || test.forma === 'contem' || test.opcoes.length > 0;
  if (!sent || !whole) return null;
  const asked = perguntas.map(({ id, tipo, ativo, respostas_definidas }) => ({
    // An inactive question is never asked, so a test of it counts as a test of a missing question.
    id: ativo ? id : '',
    tipo,
    mostrarSe: null,
    opcoes: respostas_definidas,
  }));
  const [one] = testsOf(conditionFromWire(sent)).testes;
  const motivo = one ? brokenTest(one, place, asked) : null;
  // For contradicting bounds the reason is 'forma' too, but the fields of the bounds already report the contradiction.
  const fits = perguntas.find(({ id }) => id === test.pergunta);
  if (motivo === 'forma' && fits && formsFor(fits).includes(test.forma)) return null;
  return motivo && QUEBRADO[motivo];
}

function TestRow({
  index,
  perguntas,
  place,
  askable,
  simple,
  onRemove,
}: Omit<ConditionBuilderProps, 'simple'> & {
  index: number;
  askable: readonly PerguntaWire[];
  simple: boolean;
  onRemove: () => void;
}) {
  const { control, setValue } = useFormContext<QuestionValues>();
  const test = useWatch({ control, name: `testes.${index}` });
  if (!test) return null;
  const asked = perguntas.find(({ id }) => id === test.pergunta);
  const forms = asked ? formsFor(asked) : [];
  const listed = asked && !askable.includes(asked) ? [asked, ...askable] : askable;
  const broken = brokenWords(test, perguntas, place);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <SelectField
          control={control}
          name={`testes.${index}.pergunta`}
          label="Se a resposta da pergunta"
          options={[
            ...(test.pergunta === '' ? [{ value: '', label: 'Selecione' }] : []),
            ...listed.map((one) => ({
              value: one.id,
              label: `${one.codigo}. ${one.texto_pergunta}`,
            })),
            ...(test.pergunta !== '' && !asked
              ? [{ value: test.pergunta, label: 'Uma pergunta removida' }]
              : []),
          ]}
          onChosen={(id) =>
            setValue(`testes.${index}`, newTest(perguntas.find((one) => one.id === id) ?? null), {
              shouldDirty: true,
            })
          }
        />
        <Button
          variant="ghost"
          size="icon-sm"
          className="mb-0.5"
          aria-label={`Remover condição ${index + 1}`}
          onClick={onRemove}
        >
          <Trash2 />
        </Button>
      </div>
      {asked && forms.length > 1 && !simple ? (
        <SelectField
          control={control}
          name={`testes.${index}.forma`}
          label={<span className="sr-only">{`Teste da condição ${index + 1}`}</span>}
          className="gap-0"
          options={forms.map((value) => ({ value, label: FORMA[value] }))}
          onChosen={() => setValue(`testes.${index}.opcoes`, [], { shouldDirty: true })}
        />
      ) : null}
      {asked ? <TestValue index={index} asked={asked} forma={test.forma} /> : null}
      {broken ? (
        <p className="flex items-start gap-1.5 text-warning-text text-xs">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          {broken}
        </p>
      ) : null}
    </>
  );
}

function TestValue({ index, asked, forma }: { index: number; asked: PerguntaWire; forma: FormaDeTeste }) {
  const { control } = useFormContext<QuestionValues>();
  if (forma === 'contem') {
    return (
      <TextField
        control={control}
        name={`testes.${index}.contem`}
        label="Contém"
        hint="Maiúsculas e acentos não contam."
        maxLength={LIMITES_CONDICAO.contem}
      />
    );
  }
  if (forma === 'faixa') {
    return (
      <div className="grid grid-cols-2 gap-2">
        <TextField
          control={control}
          name={`testes.${index}.de`}
          label="A partir de"
          inputMode="decimal"
          maxLength={15}
        />
        <TextField
          control={control}
          name={`testes.${index}.ate`}
          label="Até"
          inputMode="decimal"
          maxLength={15}
        />
      </div>
    );
  }
  return (
    <Controller
      control={control}
      name={`testes.${index}.opcoes`}
      render={({ field: { value, onChange }, fieldState }) => (
        <fieldset className="grid gap-1.5">
          <legend className="pb-1.5 font-medium text-sm">
            {forma === 'exceto' ? 'Só se a resposta não for' : 'Só se a resposta for'}
            <span aria-hidden="true"> *</span>
          </legend>
          {asked.respostas_definidas.map(({ id, texto_resposta }) => (
            <Label key={id} className="flex items-center gap-2 font-normal text-sm max-sm:min-h-11">
              <Checkbox
                checked={value.includes(id)}
                onCheckedChange={(on) =>
                  onChange(on === true ? [...value, id] : value.filter((one) => one !== id))
                }
              />
              <span className="min-w-0 break-words">{texto_resposta}</span>
            </Label>
          ))}
          {fieldState.error ? (
            <p role="alert" className="text-destructive-text text-xs">
              {fieldState.error.message}
            </p>
          ) : null}
        </fieldset>
      )}
    />
  );
}
