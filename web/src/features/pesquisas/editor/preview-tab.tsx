import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import type { Bateria } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import {
  isChoice,
  isOffered,
  readingSeconds,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { AGRADECIMENTO } from '@escuta/shared/domain/interview/questionnaire/screening';
import { Clock, EarOff } from 'lucide-react';
import { TIPO_PERGUNTA } from '../../../domain/survey/question-kinds.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { CardPreview } from './card-field.tsx';
import { conditionText, endingText, rulesText } from './condition-text.ts';

/** Spoken text of a question: its text, and its options if they are read. */
export function spokenOf(
  pergunta: Pick<PerguntaWire, 'tipo' | 'texto_pergunta' | 'ler_opcoes' | 'respostas_definidas'>,
) {
  const options =
    isChoice(pergunta.tipo) && pergunta.ler_opcoes ? pergunta.respostas_definidas.filter(isOffered) : [];
  return { text: pergunta.texto_pergunta, options: options.map(({ texto_resposta }) => texto_resposta) };
}

/** Seconds for reading a question aloud with its options. */
export const readingTimeOf = (pergunta: Parameters<typeof spokenOf>[0]): number => {
  const { text, options } = spokenOf(pergunta);
  return readingSeconds([text, ...options].join(' '));
};

/** A duration in words: '45 s', '3 min 20 s'. */
export function readingTimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : '']
    .filter(Boolean)
    .join(' ');
}

/** The active questions as they are read aloud, with the time that the reading takes. */
export function PreviewTab({
  questionarioId,
  perguntas: all,
}: {
  questionarioId: string;
  perguntas: readonly PerguntaWire[];
}) {
  const perguntas = all.filter(({ ativo }) => ativo);
  if (perguntas.length === 0) {
    return (
      <EmptyState title="Nada a ler ainda" description="O texto lido pelo entrevistador aparece aqui." />
    );
  }
  const total = perguntas.reduce(
    (sum, one, index) => sum + (one.observada ? 0 : readingTimeOf(one)) + stemTime(perguntas, index),
    0,
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex items-center gap-2 text-muted-foreground text-sm">
        <Clock className="size-4" aria-hidden="true" />
        Ler o questionário inteiro leva cerca de {readingTimeText(total)}, sem contar as respostas.
      </p>
      <ol aria-label="Como o entrevistador lê" className="grid grid-cols-1 gap-4">
        {perguntas.map((pergunta, index) => (
          <SpokenQuestion
            key={pergunta.id}
            questionarioId={questionarioId}
            pergunta={pergunta}
            n={index + 1}
            stem={stemAt(perguntas, index)}
            condition={conditionText(pergunta, perguntas)}
          />
        ))}
      </ol>
    </div>
  );
}

/** The battery whose first item stands at this index; null if no battery begins there. */
function stemAt(perguntas: readonly PerguntaWire[], index: number): Bateria | null {
  const bateria = perguntas[index]?.regras?.bateria;
  return bateria && perguntas[index - 1]?.regras?.bateria?.id !== bateria.id ? bateria : null;
}
const stemTime = (perguntas: readonly PerguntaWire[], index: number): number => {
  const stem = stemAt(perguntas, index);
  return stem ? readingSeconds(stem.texto) : 0;
};

function SpokenQuestion({
  questionarioId,
  pergunta,
  n,
  stem,
  condition,
}: {
  questionarioId: string;
  pergunta: PerguntaWire;
  n: number;
  stem: Bateria | null;
  condition: string | null;
}) {
  const { text, options } = spokenOf(pergunta);
  const withOptions = isChoice(pergunta.tipo);
  const ending = endingText(pergunta);
  return (
    <li className="grid gap-2 border-primary/40 border-l-2 pl-4">
      {stem ? (
        <div className="grid gap-1">
          <p className="text-muted-foreground text-xs">
            Bateria{stem.rodizio ? ', itens em ordem sorteada' : ''}
          </p>
          <p className="break-words font-medium text-lead leading-relaxed">“{stem.texto}”</p>
        </div>
      ) : null}
      {condition ? <p className="text-muted-foreground text-xs">{condition}</p> : null}
      <p className="break-words text-lead leading-relaxed">
        <span className="font-semibold tabular-nums">{n}.</span> “{text}”
      </p>
      {options.length > 0 ? (
        <p className="break-words text-lead leading-relaxed">“{options.join('; ')}”</p>
      ) : null}
      {withOptions && options.length === 0 ? (
        <p className="flex items-center gap-1.5 text-muted-foreground text-xs">
          <EarOff className="size-3.5" aria-hidden="true" />
          As opções não são lidas: {pergunta.respostas_definidas.map((one) => one.texto_resposta).join('; ')}
        </p>
      ) : null}
      {pergunta.instrucao ? (
        <p className="break-words rounded-md bg-muted px-2.5 py-1.5 text-muted-foreground text-xs">
          <strong className="font-medium">Não ler:</strong> {pergunta.instrucao}
        </p>
      ) : null}
      {pergunta.regras?.cartao ? (
        <CardPreview questionarioId={questionarioId} cartao={pergunta.regras.cartao} />
      ) : null}
      {ending ? (
        <p className="break-words rounded-md bg-warning-soft px-2.5 py-1.5 text-warning-text text-xs">
          <strong className="font-medium">Encerra a entrevista se:</strong> {ending}. “
          {pergunta.regras?.encerra?.mensagem ?? AGRADECIMENTO}”
        </p>
      ) : null}
      <p className="text-muted-foreground text-xs">
        {rulesText(pergunta)
          .filter((rule) => rule !== 'Pode encerrar')
          .map((rule) => `${rule} · `)}
        {withOptions || pergunta.regras?.inteiro ? '' : `${TIPO_PERGUNTA[pergunta.tipo].label} · `}
        {pergunta.observada
          ? 'não é lida: o entrevistador preenche pelo que vê'
          : `${readingTimeText(readingTimeOf(pergunta))} de leitura`}
      </p>
    </li>
  );
}
