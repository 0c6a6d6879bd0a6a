import { RESPOSTAS_IA, type RespostaIa, type TarefaIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { ModeloResolvido } from '@escuta/shared/domain/runs/default-models';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { z } from 'zod';
import type { PedidoTexto, RespostaTexto } from '../engine/ai-client.ts';
import type { StageContext } from '../engine/stage.ts';
import { type ReadJson, readJsonAnswer } from './json-in-text.ts';
import { repairPrompt, VERSOES_DO_PEDIDO, type VersaoDoPedido } from './prompts.ts';

const SEM_LUGAR_PARA_A_RESPOSTA =
  'A resposta da IA foi cortada no limite de tokens, mesmo com o limite dobrado. Aumente o valor de Max Tokens do template ou use um modelo com contexto maior.';

function check<T>(schema: z.ZodType<T>, answer: RespostaTexto): ReadJson<T> {
  const read = readJsonAnswer(schema, answer.texto);
  if (read.ok || !answer.cortada) return read;
  return { ok: false, problem: 'A resposta foi cortada antes do fim do JSON.' };
}

export type AskContext = Pick<StageContext, 'ai' | 'signal' | 'paid'>;

/**
 * Asks a model for JSON that fits the task's schema; repairs an unusable answer by one more call. Each call is paid
 * once, under `key` and `key:reparo`.
 * @throws StageFailure resposta_invalida
 */
export async function askJson<T extends TarefaIa>(
  context: AskContext,
  request: {
    key: string;
    tarefa: T;
    perfil: Perfil;
    modelo: ModeloResolvido;
    prompt: (versao: VersaoDoPedido) => PedidoTexto['mensagens'];
    maxTokens: number;
    temperatura: number | null;
  },
): Promise<{ value: RespostaIa[T]; parametrosOmitidos: string[] }> {
  const schema = RESPOSTAS_IA[request.perfil][request.tarefa].schema;
  const alvo = { provedor: request.modelo.provedor, modelo: request.modelo.modelo };
  const ask = (
    key: string,
    mensagens: PedidoTexto['mensagens'],
    {
      maxTokens,
      antes = [],
      esquemaNoTexto = false,
    }: { maxTokens: number; antes?: readonly PedidoTexto['mensagens'][]; esquemaNoTexto?: boolean },
  ) =>
    context.paid.call(
      key,
      {
        alvo,
        request: JSON.stringify([mensagens, maxTokens]),
        earlier: antes.map((earlier) => JSON.stringify([earlier, maxTokens])),
      },
      async (chaveIdempotente) => {
        const { uso, latenciaMs, ...resposta } = await context.ai.chat({
          alvo,
          protocolo: request.modelo.protocolo,
          chaveIdempotente,
          signal: context.signal,
          tarefa: request.tarefa,
          perfil: request.perfil,
          mensagens,
          maxTokens,
          temperatura: request.temperatura,
          esquemaNoTexto,
        });
        return { resposta: { ...resposta, uso, latenciaMs }, uso, latenciaMs };
      },
    );

  const [mensagens, ...antes] = VERSOES_DO_PEDIDO.map(request.prompt) as [
    PedidoTexto['mensagens'],
    ...PedidoTexto['mensagens'][],
  ];
  const first = await ask(request.key, mensagens, { maxTokens: request.maxTokens, antes });
  const checked = check(schema, first);
  if (checked.ok) return { value: checked.value, parametrosOmitidos: first.parametrosOmitidos };
  const repair = (asked: PedidoTexto['mensagens']) => repairPrompt(asked, first.texto, checked.problem);
  const second = await ask(`${request.key}:reparo`, repair(mensagens), {
    antes: antes.map(repair),
    // Doubles a limit that cut off the first answer, because the limit would cut off the second, too.
    maxTokens: first.cortada ? request.maxTokens * 2 : request.maxTokens,
    // Writes the schema into the text, because the server may not have shown it to the model.
    esquemaNoTexto: true,
  });
  const repaired = check(schema, second);
  if (repaired.ok) return { value: repaired.value, parametrosOmitidos: second.parametrosOmitidos };
  throw new StageFailure('resposta_invalida', {
    ...(second.cortada && { mensagem: SEM_LUGAR_PARA_A_RESPOSTA }),
    cause: new Error(repaired.problem),
  });
}
