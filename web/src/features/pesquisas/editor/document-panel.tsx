import {
  discardPropostaDoQuestionario,
  downloadDocumentoDoQuestionario,
  getDocumentoDoQuestionario,
  giveLinhasAPergunta,
  readQuestionarioComIa,
} from '@escuta/shared/contracts/surveys/documentos';
import {
  createPergunta,
  type PerguntaWire,
  updatePergunta,
} from '@escuta/shared/contracts/surveys/questionarios';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import DocumentBeside from '../../../domain/survey/document-beside/document-beside.tsx';
import {
  instructionWith,
  type NewOption,
  optionsOfLines,
  optionsOfProposal,
  questionOfLines,
} from '../../../domain/survey/document-beside/make-question.ts';
import type { SeenLine } from '../../../domain/survey/document-beside/seen-line.ts';
import {
  changeBody,
  type QuestionValues,
  questionSchema,
  valuesOf,
} from '../../../domain/survey/question-editor/question-form-rules.ts';
import { useApiMutation, useRefresh } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { callFile } from '../../../lib/network/api.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';

interface DocumentPanelProps {
  questionarioId: string;
  perguntas: readonly PerguntaWire[];
  mayEdit: boolean;
  wanted: { pergunta: string } | null;
  onQuestion: (id: string) => void;
  /** Opens the form of a new question that was made of document lines. */
  onMake: (start: Partial<QuestionValues>, linhas: number[]) => void;
}

/** A questionnaire's source document beside its questions. */
export default function DocumentPanel({ questionarioId, perguntas, mayEdit, ...props }: DocumentPanelProps) {
  const id = { params: { id: questionarioId } };
  const query = useQuery({ ...apiQuery(getDocumentoDoQuestionario, id), select: ({ data }) => data });
  const refresh = useRefresh('documentos');
  const mayAsk = useCan()('result', 'process') && mayEdit;
  const ask = useApiMutation(readQuestionarioComIa, { failed: 'Não foi possível pedir a leitura' });
  const discard = useApiMutation(discardPropostaDoQuestionario, { failed: 'Não foi possível descartar' });
  const take = useTaken(questionarioId, perguntas);
  const bytes = useCallback(async () => {
    const { blob } = await callFile(downloadDocumentoDoQuestionario, { params: { id: questionarioId } });
    return blob.arrayBuffer();
  }, [questionarioId]);
  const documento = query.data;
  const linhas = useMemo(() => {
    const now = new Map(perguntas.map((one) => [one.id, one]));
    return (
      documento?.linhas?.map(({ texto, uso, lugar, pergunta }, n): SeenLine => {
        const question = pergunta === null ? undefined : now.get(documento.perguntas_ids[pergunta] ?? '');
        return {
          ...{ n, texto, lugar, uso: pergunta !== null && !question ? 'deixada' : uso },
          pergunta: question ? { id: question.id, codigo: question.codigo } : null,
        };
      }) ?? null
    );
  }, [documento, perguntas]);
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
  return (
    <DocumentBeside
      documento={documento ?? null}
      linhas={linhas}
      bytes={documento?.guardado ? bytes : null}
      perguntas={perguntas.map(({ id: one, codigo, texto_pergunta, tipo }) => ({
        ...{ id: one, codigo, texto: texto_pergunta, choice: isChoice(tipo) },
      }))}
      mayEdit={mayEdit}
      wanted={props.wanted}
      onQuestion={props.onQuestion}
      onMake={(chosen) =>
        props.onMake(
          questionOfLines(chosen.map(({ texto }) => texto)),
          chosen.map(({ n }) => n),
        )
      }
      onAdd={(chosen, pergunta, como) => void take.lines(chosen, pergunta, como)}
      ai={{
        mayAsk,
        asking: ask.busy,
        onAsk: () => void ask.attempt(id),
        onEnded,
        onTake: (proposta) => void take.proposal(proposta, documento?.perguntas_ids ?? []),
        onDiscard: ({ id: proposta }) =>
          void discard.attempt({ params: { id: questionarioId, proposta }, body: { descartada: true } }),
      }}
    />
  );
}

/** Saves at once what a person adds from the document, because in this editor each question is saved separately. */
function useTaken(questionarioId: string, perguntas: readonly PerguntaWire[]) {
  const create = useApiMutation(createPergunta, {
    done: 'Pergunta adicionada.',
    failed: 'Erro ao criar pergunta',
  });
  const update = useApiMutation(updatePergunta, {
    done: 'Pergunta atualizada.',
    failed: 'Erro ao atualizar a pergunta',
  });
  const give = useApiMutation(giveLinhasAPergunta, { failed: 'As linhas não foram vinculadas à pergunta' });
  const giveTo = (pergunta: string, linhas: readonly number[]) =>
    give.attempt({ params: { id: questionarioId }, body: { linhas: [...linhas], pergunta_id: pergunta } });
  const change = async (
    pergunta: PerguntaWire,
    options: readonly NewOption[],
    instrucao: string | null,
    linhas: readonly number[],
  ): Promise<void> => {
    const values = valuesOf({
      ...pergunta,
      instrucao: instrucao ?? pergunta.instrucao,
      respostas_definidas: [
        ...pergunta.respostas_definidas,
        ...options.map((option, index) => ({
          ...{ ...option, id: '', sinonimos: [], regras: null },
          ordem: pergunta.respostas_definidas.length + index + 1,
        })),
      ],
    });
    const body = changeBody(pergunta, questionSchema.parse(values));
    if (await update.attempt({ params: { id: pergunta.id }, body })) await giveTo(pergunta.id, linhas);
  };
  return {
    lines: async (chosen: readonly SeenLine[], id: string, como: 'opcao' | 'instrucao'): Promise<void> => {
      const pergunta = perguntas.find((one) => one.id === id);
      if (!pergunta) return;
      const texts = chosen.map(({ texto }) => texto);
      const places = chosen.map(({ n }) => n);
      if (como === 'instrucao')
        return change(pergunta, [], instructionWith(pergunta.instrucao, texts.join(' ')), places);
      const { novas } = optionsOfLines(texts, pergunta);
      if (novas.length > 0 && isChoice(pergunta.tipo)) return change(pergunta, novas, null, places);
      toast.error('Nada foi adicionado', {
        description: `A pergunta ${pergunta.codigo} já tem estas opções ou estes códigos.`,
      });
    },
    proposal: async (proposta: Proposta, ids: readonly string[]): Promise<void> => {
      const { nova, instrucao, linhas } = proposta;
      if (!nova) {
        const pergunta = perguntas.find(({ id }) => id === ids[proposta.pergunta ?? -1]);
        if (!pergunta) return;
        const more = instrucao === null ? null : instructionWith(pergunta.instrucao, instrucao);
        const options = optionsOfProposal(proposta, pergunta);
        if (options.length > 0 && !isChoice(pergunta.tipo)) {
          toast.error('Nada foi adicionado', {
            description: `A pergunta ${pergunta.codigo} é de um tipo sem opções. A Escuta lê os códigos especiais dela na planilha.`,
          });
          return;
        }
        return change(pergunta, options, more, linhas);
      }
      const behind = perguntas.findIndex(({ id }) => id === ids[proposta.depois_de ?? -1]);
      try {
        const made = await create.run({
          body: {
            questionario_id: questionarioId,
            codigo: nova.codigo,
            texto_pergunta: nova.texto,
            tipo: nova.tipo,
            campo_texto: true,
            ler_opcoes: nova.ler_opcoes,
            instrucao,
            ordem: behind + 2,
            respostas_definidas: optionsOfProposal(proposta, { respostas_definidas: [] }).map((option) => ({
              ...option,
              sinonimos: [],
            })),
          },
        });
        await giveTo(made.data.id, linhas);
      } catch {
        // A toast showed the failure.
      }
    },
  };
}
