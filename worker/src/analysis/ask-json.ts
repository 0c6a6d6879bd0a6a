import { RESPOSTAS_IA, type RespostaIa, type TarefaIa } from '@escuta/shared/domain/ai-answers';
import type { ModeloResolvido } from '@escuta/shared/domain/default-models';
import { StageFailure } from '@escuta/shared/domain/failures';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { z } from 'zod';
import type { PedidoTexto, RespostaTexto } from '../engine/ai-client.ts';
import type { StageContext } from '../engine/stage.ts';
import { repairPrompt } from './prompts.ts';

/** Longest list of problems that goes back to the model. */
const PROBLEM_MAX = 1500;

/** The JSON in an answer: as it is, inside a code fence, or between the outermost braces. @throws SyntaxError */
export function extractJson(texto: string): unknown {
  const trimmed = texto.trim();
  const fenced = /^```(?:json)?\s*\n?([\s\S]*?)\n?```$/u.exec(trimmed)?.[1];
  const body = fenced ?? trimmed;
  try {
    return JSON.parse(body);
  } catch (error) {
    const from = body.indexOf('{');
    const to = body.lastIndexOf('}');
    if (from < 0 || to <= from || (from === 0 && to === body.length - 1)) throw error;
    return JSON.parse(body.slice(from, to + 1));
  }
}

type Checked<T> = { ok: true; value: T } | { ok: false; problem: string };

function check<T>(schema: z.ZodType<T>, answer: RespostaTexto): Checked<T> {
  let json: unknown;
  try {
    json = extractJson(answer.texto);
  } catch {
    return {
      ok: false,
      problem: answer.cortada
        ? 'A resposta foi cortada antes do fim do JSON.'
        : 'A resposta não é um JSON válido.',
    };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: z.prettifyError(parsed.error).slice(0, PROBLEM_MAX) };
}

/** Who asks, and how what is asked gets paid for. */
export type AskContext = Pick<StageContext, 'ai' | 'signal' | 'paid'>;

/**
 * Asks for JSON and takes nothing that does not fit its schema: one repair call, which names what was wrong, then
 * StageFailure `resposta_invalida`. Both calls are paid for once, under `key` and `key:reparo`.
 */
export async function askJson<T extends TarefaIa>(
  context: AskContext,
  request: {
    key: string;
    tarefa: T;
    perfil: Perfil;
    modelo: ModeloResolvido;
    mensagens: PedidoTexto['mensagens'];
    maxTokens: number;
    temperatura: number | null;
  },
): Promise<{ value: RespostaIa[T]; parametrosOmitidos: string[] }> {
  const schema = RESPOSTAS_IA[request.perfil][request.tarefa].schema;
  const alvo = { provedor: request.modelo.provedor, modelo: request.modelo.modelo };
  const ask = (key: string, mensagens: PedidoTexto['mensagens'], maxTokens: number) =>
    context.paid.call(
      key,
      { alvo, request: JSON.stringify([mensagens, maxTokens]) },
      async (chaveIdempotente) => {
        const { uso, latenciaMs, ...resposta } = await context.ai.chat({
          alvo,
          chaveIdempotente,
          signal: context.signal,
          tarefa: request.tarefa,
          perfil: request.perfil,
          mensagens,
          maxTokens,
          temperatura: request.temperatura,
        });
        return { resposta: { ...resposta, uso, latenciaMs }, uso, latenciaMs };
      },
    );

  const first = await ask(request.key, request.mensagens, request.maxTokens);
  const checked = check(schema, first);
  if (checked.ok) return { value: checked.value, parametrosOmitidos: first.parametrosOmitidos };
  const second = await ask(
    `${request.key}:reparo`,
    repairPrompt(request.mensagens, first.texto, checked.problem),
    // What was cut once would be cut again.
    first.cortada ? request.maxTokens * 2 : request.maxTokens,
  );
  const repaired = check(schema, second);
  if (repaired.ok) return { value: repaired.value, parametrosOmitidos: second.parametrosOmitidos };
  throw new StageFailure('resposta_invalida', { cause: new Error(repaired.problem) });
}
