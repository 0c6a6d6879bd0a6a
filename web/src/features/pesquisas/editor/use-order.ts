import {
  getQuestionario,
  type PerguntaWire,
  reorderPerguntas,
} from '@escuta/shared/contracts/surveys/questionarios';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { inOrder, moved } from '../../../domain/survey/question-editor/reorder.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import type { Wire } from '../../../lib/network/api.ts';
import { queryKey } from '../../../lib/network/query.ts';

/**
 * The order of a questionnaire's questions: shown at once, saved by sequential requests (only the newest order waits),
 * and reset to the server's order after a failure.
 */
export function useOrder(
  questionarioId: string,
  perguntas: readonly PerguntaWire[],
): { shown: readonly PerguntaWire[]; move: (from: number, to: number) => boolean } {
  const client = useQueryClient();
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const waiting = useRef<readonly string[] | null>(null);
  const running = useRef(false);
  const shown = wished ? inOrder(perguntas, wished) : perguntas;
  const { run } = useApiMutation(reorderPerguntas, {
    failed: 'Erro ao reordenar perguntas',
    onDone: ({ data }) =>
      client.setQueryData<Wire<typeof getQuestionario>>(
        queryKey(getQuestionario, { params: { id: questionarioId } }),
        (old) => old && { ...old, data: { ...old.data, perguntas: data } },
      ),
  });
  const save = useCallback(async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      while (waiting.current) {
        const ids = waiting.current;
        waiting.current = null;
        await run({ params: { id: questionarioId }, body: { perguntas: [...ids] } });
      }
    } catch {
      // The mutation showed the failure; the waiting order was based on the refused one.
      waiting.current = null;
    } finally {
      running.current = false;
      setWished(null);
    }
  }, [run, questionarioId]);
  const move = (from: number, to: number): boolean => {
    const next = moved(shown, from, to);
    if (next === shown) return false;
    const ids = next.map(({ id }) => id);
    setWished(ids);
    waiting.current = ids;
    void save();
    return true;
  };
  return { shown, move };
}
