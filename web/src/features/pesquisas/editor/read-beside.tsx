import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { useCallback, useMemo } from 'react';
import DocumentBeside from '../../../domain/survey/document-beside/document-beside.tsx';
import type { SeenLine } from '../../../domain/survey/document-beside/seen-line.ts';

interface ReadBesideProps {
  lido: QuestionarioLido;
  file: File;
  /** Shows a question in the list, given its index, from 0. */
  onQuestion: (place: number) => void;
}

const nothing = () => undefined;

/** A document beside the questions read from it; read-only, because the questions are not in the questionnaire yet. */
export default function ReadBeside({ lido, file, onQuestion }: ReadBesideProps) {
  const bytes = useCallback(() => file.arrayBuffer(), [file]);
  const linhas = useMemo(
    () =>
      lido.linhas?.map(({ texto, uso, lugar, pergunta }, n): SeenLine => {
        const codigo = lido.perguntas[pergunta ?? -1]?.codigo;
        return {
          ...{ n, texto, uso, lugar },
          pergunta: pergunta !== null && codigo !== undefined ? { id: String(pergunta), codigo } : null,
        };
      }) ?? null,
    [lido],
  );
  return (
    <DocumentBeside
      documento={{
        nome: file.name,
        tipo: file.name.toLowerCase().endsWith('.pdf') ? 'pdf' : 'texto',
        guardado: true,
      }}
      linhas={linhas}
      bytes={bytes}
      perguntas={[]}
      mayEdit={false}
      wanted={null}
      onQuestion={(id) => onQuestion(Number(id))}
      onMake={nothing}
      onAdd={nothing}
    />
  );
}
