import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { TIPO_PERGUNTA } from './question-kinds.ts';

interface QuestionAsReadProps {
  pergunta: PerguntaLida;
  /** Wraps the question's words, for example in the label of a checkbox. */
  heading?: (words: ReactNode) => ReactNode;
  /** Words for the condition under which the question is asked; null if everybody is asked. */
  condition: string | null;
  /** Warnings to show after those in `pergunta`. */
  warnings?: readonly string[];
}

/** A question as recognised in a document: its words, options, instructions, and warnings for a person. */
export function QuestionAsRead({
  pergunta,
  heading = (words) => <p className="min-w-0 flex-1 break-words font-medium">{words}</p>,
  condition,
  warnings = [],
}: QuestionAsReadProps) {
  const { codigo, texto, tipo, opcoes, instrucao, ler_opcoes, minimo, maximo, unidade, avisos } = pergunta;
  const kind = TIPO_PERGUNTA[tipo];
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        {heading(
          <>
            <span className="text-muted-foreground">{codigo}</span> {texto || '(sem texto)'}
          </>,
        )}
        <Badge variant={kind.variant}>{kind.label}</Badge>
      </div>
      {opcoes.length > 0 ? (
        <ul className="grid gap-0.5 text-muted-foreground">
          {opcoes.map((opcao, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat
            <li key={index} className="break-words">
              <span className="tabular-nums">{opcao.valor}</span> – {opcao.texto}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-muted-foreground text-xs empty:hidden">
        {[
          minimo !== null && maximo !== null ? `De ${minimo} a ${maximo}` : null,
          unidade,
          opcoes.length > 0 && !ler_opcoes ? 'As opções não são lidas' : null,
          instrucao ? `Não ler: ${instrucao}` : null,
          condition,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {[...new Set([...warnings, ...avisos])].map((words) => (
        <p key={words} className="flex items-start gap-1.5 text-warning-text text-xs">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{words}</span>
        </p>
      ))}
    </div>
  );
}
