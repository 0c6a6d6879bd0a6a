import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { isChoice, isOffered } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { EarOff, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { DATE } from '../../../../lib/text/masks.ts';
import { cn } from '../../../../lib/utils.ts';
import { Button } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/inputs/input.tsx';
import { MaskedInput } from '../../../../ui/inputs/masked-input.tsx';
import { Textarea } from '../../../../ui/inputs/textarea.tsx';
import { clearedBy, isBesideNumber, takesWords, withOption } from '../../../log/answer-keys.ts';
import { type Answer, isBlank, NO_ANSWER, scaleSteps } from '../../../log/answers.ts';
import { PlaceAnswer } from './place-answer.tsx';

interface AnswerInputProps {
  question: PerguntaDaVersao;
  answer: Answer;
  onChange: (answer: Answer) => void;
}

/** Input for an answer by the kind of question (a scale, a typed answer, options), and a button that clears it. */
export function AnswerInput(props: AnswerInputProps) {
  const { question, answer, onChange } = props;
  const options = question.respostas_definidas;
  const steps = question.tipo === 'escala' ? scaleSteps(question) : [];
  return (
    <div className="grid gap-3">
      {steps.length > 0 ? <Scale {...props} steps={steps} /> : null}
      {steps.length === 0 && (options.length === 0 || isBesideNumber(question)) ? (
        <TypedAnswer {...props} />
      ) : null}
      {options.length > 0 ? <Options {...props} /> : null}
      {options.length + steps.length > 0 && !question.campo_texto && !isBlank(answer) ? (
        <Button variant="ghost" size="sm" className="w-fit" onClick={() => onChange(NO_ANSWER)}>
          Limpar resposta
        </Button>
      ) : null}
    </div>
  );
}

const choiceClasses =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border bg-card px-3.5 py-2.5 transition-colors hover:border-ring has-[:checked]:border-primary has-[:checked]:bg-primary-soft has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring';

/**
 * The options: first those that the interviewer offers and, apart from them, those that are never offered ('Não sabe',
 * 'Recusa').
 */
function Options({ question, answer, onChange }: AnswerInputProps) {
  const several = question.tipo === 'multipla';
  // An option's position in the question is also the key that chooses it.
  const placed = question.respostas_definidas.map((opcao, place) => ({ opcao, place }));
  const offered = placed.filter(({ opcao }) => isOffered(opcao));
  const apart = placed.filter(({ opcao }) => !isOffered(opcao));
  const aloud = question.ler_opcoes && offered.length > 0;
  const row = ({ opcao, place }: (typeof placed)[number]) => (
    <label key={opcao.id} className={choiceClasses}>
      <input
        type={several ? 'checkbox' : 'radio'}
        name={question.id}
        value={opcao.id}
        checked={answer.opcoes.includes(opcao.id)}
        onChange={() => onChange(withOption(question, answer, opcao.id))}
        className="size-4.5 shrink-0 accent-primary outline-none"
      />
      <span className="min-w-0 flex-1 break-words">{opcao.texto_resposta}</span>
      <span aria-hidden="true" className="text-muted-foreground text-xs tabular-nums max-sm:hidden">
        {place + 1}
      </span>
    </label>
  );
  return (
    <div className="grid gap-2">
      {isChoice(question.tipo) ? <ReadingHint aloud={aloud} /> : null}
      {several ? <p className="text-muted-foreground text-sm">Marque todas as que se aplicam.</p> : null}
      {offered.map(row)}
      {takesWords(question, answer) ? (
        <Input
          aria-label="Qual?"
          placeholder="Qual?"
          autoComplete="off"
          maxLength={5000}
          className="h-12 text-base"
          value={answer.texto}
          onChange={(event) => onChange({ ...answer, texto: event.target.value })}
        />
      ) : null}
      <ClearedAnswer question={question} answer={answer} />
      {apart.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more question inside the question's own
        <div role="group" aria-label="Nunca leia" className="mt-1 grid gap-2 border-t pt-3">
          <p aria-hidden="true" className="text-muted-foreground text-xs">
            Não leia estas opções: marque só se o entrevistado disser.
          </p>
          {apart.map(row)}
        </div>
      ) : null}
    </div>
  );
}

/** Names the options that a choice removed, until the next choice. */
function ClearedAnswer({ question, answer }: Pick<AnswerInputProps, 'question' | 'answer'>) {
  const [told, setTold] = useState({ opcoes: answer.opcoes, cleared: null as ReturnType<typeof clearedBy> });
  if (told.opcoes !== answer.opcoes && told.opcoes.join() !== answer.opcoes.join()) {
    const cleared = question.tipo === 'multipla' ? clearedBy(question, told.opcoes, answer.opcoes) : null;
    setTold({ opcoes: answer.opcoes, cleared });
  }
  return (
    <p role="status" className="text-info-text text-sm empty:hidden">
      {told.cleared
        ? `A resposta “${told.cleared.por}” desmarcou ${told.cleared.desmarcadas.map((one) => `“${one}”`).join(', ')}.`
        : null}
    </p>
  );
}

/** Shows the interviewer whether to read the options. */
function ReadingHint({ aloud }: { aloud: boolean }) {
  const Icon = aloud ? Volume2 : EarOff;
  return (
    <p
      className={cn(
        'flex items-center gap-2 font-medium text-sm',
        aloud ? 'text-primary-text' : 'text-muted-foreground',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {aloud ? 'Leia as opções' : 'Não leia as opções'}
    </p>
  );
}

function Scale({ question, answer, onChange, steps }: AnswerInputProps & { steps: readonly number[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((step) => (
        <label
          key={step}
          className={cn(choiceClasses, 'min-w-12 justify-center px-2 text-base tabular-nums')}
        >
          <input
            type="radio"
            name={question.id}
            value={step}
            checked={answer.texto === String(step)}
            onChange={() => onChange({ opcoes: [], texto: String(step) })}
            className="sr-only"
          />
          {step}
        </label>
      ))}
    </div>
  );
}

function TypedAnswer({ question, answer, onChange }: AnswerInputProps) {
  const put = (texto: string) => onChange({ opcoes: [], texto });
  switch (question.tipo) {
    case 'lugar':
      return <PlaceAnswer answer={answer} onChange={onChange} />;
    case 'data':
      return (
        <MaskedInput
          mask={DATE}
          aria-label="Resposta"
          inputMode="numeric"
          autoComplete="off"
          placeholder="dd/mm/aaaa"
          className="h-12 max-w-56 text-base tabular-nums"
          value={answer.texto}
          onValueChange={put}
        />
      );
    case 'numero':
    case 'escala':
      return (
        <div className="flex items-center gap-3">
          <Input
            type="text"
            aria-label={question.unidade ? `Resposta, em ${question.unidade}` : 'Resposta'}
            inputMode={question.regras?.inteiro ? 'numeric' : 'decimal'}
            autoComplete="off"
            maxLength={30}
            className="h-12 max-w-56 text-base tabular-nums"
            value={answer.texto}
            onChange={(event) => put(event.target.value)}
          />
          {question.unidade ? <span className="text-muted-foreground">{question.unidade}</span> : null}
        </div>
      );
    default:
      return (
        <Textarea
          aria-label="Resposta"
          rows={4}
          maxLength={5000}
          className="text-base"
          placeholder="Escreva a resposta."
          value={answer.texto}
          onChange={(event) => put(event.target.value)}
        />
      );
  }
}
