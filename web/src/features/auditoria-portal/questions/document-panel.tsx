import {
  discardPropostaDoPreparo,
  downloadDocumentoDoPreparo,
  getDocumentoDoPreparo,
  readPreparoComIa,
} from '@escuta/shared/contracts/surveys/documentos';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import DocumentBeside from '../../../domain/survey/document-beside/document-beside.tsx';
import { questionOfLines } from '../../../domain/survey/document-beside/make-question.ts';
import { useApiMutation, useRefresh } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { callFile } from '../../../lib/network/api.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  linesBeside,
  openProposals,
  placeOfLine,
  withAddedLines,
  withProposal,
} from './draft-from-document.ts';
import type { OpenQuestion } from './question-dialog.tsx';
import type { QuestionDraft } from './question-draft.ts';

interface DocumentPanelProps {
  preparoId: string;
  draft: QuestionDraft;
  mayCorrect: boolean;
  wanted: { pergunta: string } | null;
  onDraft: (draft: QuestionDraft) => void;
  onQuestion: (id: string) => void;
  onOpen: (question: OpenQuestion) => void;
}

/** The portal's document beside its questions: a person's decisions on its lines go into the draft. */
export default function DocumentPanel(props: DocumentPanelProps) {
  const { preparoId, draft, mayCorrect, onDraft } = props;
  const id = { params: { id: preparoId } };
  const query = useQuery({ ...apiQuery(getDocumentoDoPreparo, id), select: ({ data }) => data });
  const refresh = useRefresh('documentos');
  const mayAsk = useCan()('result', 'process') && mayCorrect;
  const ask = useApiMutation(readPreparoComIa, { failed: 'Não foi possível pedir a leitura' });
  const discard = useApiMutation(discardPropostaDoPreparo, { failed: 'Não foi possível descartar' });
  const bytes = useCallback(async () => {
    const { blob } = await callFile(downloadDocumentoDoPreparo, { params: { id: preparoId } });
    return blob.arrayBuffer();
  }, [preparoId]);
  const documento = query.data;
  const linhas = useMemo(
    () => (documento?.linhas ? linesBeside(documento.linhas, draft) : null),
    [documento, draft],
  );
  const onEnded = useCallback(() => void refresh(), [refresh]);
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.error && !documento) {
    return (
      <ErrorState
        title="Erro ao carregar o documento"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const shown = documento && { ...documento, propostas: openProposals(documento.propostas, draft) };
  return (
    <DocumentBeside
      documento={shown ?? null}
      linhas={linhas}
      bytes={documento?.guardado ? bytes : null}
      perguntas={draft.perguntas.map(({ id: one, codigo, texto_pergunta, tipo }) => ({
        ...{ id: one, codigo, texto: texto_pergunta, choice: isChoice(tipo) },
      }))}
      mayEdit={mayCorrect}
      wanted={props.wanted}
      onQuestion={props.onQuestion}
      onMake={(chosen) => {
        const [first] = chosen;
        if (!first || !linhas) return;
        props.onOpen({
          pergunta: null,
          place: placeOfLine(linhas, first.n, draft),
          start: questionOfLines(chosen.map(({ texto }) => texto)),
          linhas: chosen.map(({ n }) => n),
        });
      }}
      onAdd={(chosen, pergunta, como) => {
        const made = withAddedLines(draft, pergunta, chosen, como);
        const codigo = draft.perguntas.find((one) => one.id === pergunta)?.codigo;
        if (!made) {
          toast.error('Nada foi adicionado', {
            description: `A pergunta ${codigo} já tem estas opções ou estes códigos.`,
          });
          return;
        }
        onDraft(made.draft);
        toast.success(
          como === 'opcao'
            ? `${plural(made.novas, 'opção acrescentada', 'opções acrescentadas')} a ${codigo}.`
            : `Instrução acrescentada a ${codigo}.`,
        );
      }}
      ai={{
        mayAsk,
        asking: ask.busy,
        onAsk: () => void ask.attempt(id),
        onEnded,
        onTake: (proposta) => onDraft(withProposal(draft, proposta)),
        onDiscard: ({ id: proposta }) =>
          void discard.attempt({ params: { id: preparoId, proposta }, body: { descartada: true } }),
      }}
    />
  );
}
