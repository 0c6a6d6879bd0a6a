import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/read-questionnaire';
import { FileQuestion } from 'lucide-react';
import { QuestionAsRead } from '../../domain/survey/question-as-read.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Detalhe } from './words.ts';

/** Who is asked a question, in words; null: everybody. */
function conditionOf(
  { perguntas }: QuestionarioLido,
  { mostrar_se: condition }: QuestionarioLido['perguntas'][number],
): string | null {
  const asked = condition && perguntas[condition.pergunta];
  if (!condition || !asked) return null;
  const options = condition.opcoes.map((place) => `“${asked.opcoes[place]?.texto ?? ''}”`);
  return `Só se ${asked.codigo} for ${options.join(' ou ')}`;
}

/** The questionnaire as it was read. */
export function QuestionsTab({ preparo }: { preparo: Detalhe }) {
  const { questionario } = preparo;
  if (!questionario || questionario.perguntas.length === 0) {
    return (
      <EmptyState
        icon={<FileQuestion />}
        title="Nenhuma pergunta reconhecida"
        description="Troque o arquivo de perguntas por um com as perguntas numeradas."
      />
    );
  }
  return (
    <Card className="p-4 sm:p-5">
      {questionario.titulo ? <h3 className="pb-3 font-semibold text-base">{questionario.titulo}</h3> : null}
      <ol aria-label="Perguntas reconhecidas" className="divide-y text-sm">
        {questionario.perguntas.map((pergunta, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and codes may repeat
          <li key={place} className="py-3 first:pt-0 last:pb-0">
            <QuestionAsRead pergunta={pergunta} condition={conditionOf(questionario, pergunta)} />
          </li>
        ))}
      </ol>
      {questionario.apresentacao ? (
        <div className="mt-4 rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
          <p className="font-medium">Apresentação (consentimento)</p>
          <p className="whitespace-pre-line break-words text-muted-foreground">{questionario.apresentacao}</p>
        </div>
      ) : null}
      {questionario.sobras.length > 0 ? (
        <div className="mt-4 rounded-lg border bg-muted/40 px-3 py-2.5 text-sm">
          <p className="font-medium">Linhas não aproveitadas</p>
          <ul className="break-words text-muted-foreground">
            {questionario.sobras.map((linha, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
              <li key={index}>{linha}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}
