import {
  getQuestionario,
  type PerguntaWire,
  reorderPerguntas,
} from '@escuta/shared/contracts/surveys/questionarios';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { inOrder, movedTogether } from '../../../domain/survey/question-editor/reorder.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import type { Wire } from '../../../lib/network/api.ts';
import { queryKey } from '../../../lib/network/query.ts';

/**
 * The order of the questions: a new order is shown at once and saved; after a failure the server's order returns.
 * Requests run one at a time, and only the newest order waits. Items of a battery stay together.
 * `move` returns the question's new index; null if nothing moves.
 */
export function useOrder(
  questionarioId: string,
  perguntas: readonly PerguntaWire[],
): { shown: readonly PerguntaWire[]; move: (from: number, to: number) => number | null } {
  const client = useQueryClient();
  const [wished, setWished] = useState<readonly string[] | null>(null);
  const waiting = useRef<readonly string[] | null>(null);
  const running = useRef(false);
  const shown = wished ? inOrder(perguntas, wished) : perguntas;
  const { run } = useApiMutation(reorderPerguntas, {
    failed: 'Erro ao reordenar as perguntas',
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
      // The mutation has shown the failure. The waiting order is dropped, because it builds on the refused one.
      waiting.current = null;
    } finally {
      running.current = false;
      setWished(null);
    }
  }, [run, questionarioId]);
  const move = (from: number, to: number): number | null => {
    const next = movedTogether(shown, from, to, ({ regras }) => regras?.bateria?.id ?? null);
    if (next === shown) return null;
    const ids = next.map(({ id }) => id);
    setWished(ids);
    waiting.current = ids;
    void save();
    return next.indexOf(shown[from] as PerguntaWire);
  };
  return { shown, move };
}
