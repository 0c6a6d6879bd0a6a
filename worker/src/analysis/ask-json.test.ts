import { StageFailure } from '@escuta/shared/domain/runs/failures';
import { describe, expect, it } from 'vitest';
import type { AiClient, PedidoTexto } from '../engine/ai-client.ts';
import type { PaidPort } from '../engine/stage.ts';
import { askJson } from './ask-json.ts';
import type { VersaoDoPedido } from './prompts.ts';

const GOOD = { resumo: 'ok', pontuacao: 1, confianca: 0.9, criterios: [], alertas: [] };
const modelo = { rotulo: 'x', provedor: 'openai', modelo: 'm', observacao: null } as const;

type Asked = { request: string; earlier?: readonly string[] };

function scripted(answers: { texto: string; cortada?: boolean }[]) {
  const asked: PedidoTexto[] = [];
  const asks: Asked[] = [];
  const ai = {
    chat: async (request: PedidoTexto) => {
      asked.push(request);
      const answer = answers[asked.length - 1];
      return {
        texto: answer?.texto ?? '',
        cortada: answer?.cortada ?? false,
        parametrosOmitidos: [],
        uso: {},
        latenciaMs: 1,
      };
    },
  } as unknown as AiClient;
  const paid = {
    call: async (key: string, target: Asked, ask: (key: string) => Promise<{ resposta: unknown }>) => {
      asks.push(target);
      return (await ask(key)).resposta;
    },
  } as unknown as PaidPort;
  const run = (prompt: (versao: VersaoDoPedido) => PedidoTexto['mensagens'] = () => []) =>
    askJson(
      { ai, paid, signal: new AbortController().signal },
      {
        key: 'k',
        tarefa: 'insight',
        perfil: 'ligacao',
        modelo,
        prompt,
        maxTokens: 100,
        temperatura: 0,
      },
    );
  return { asked, asks, run };
}

describe('JSON answers', () => {
  it('are repaired once, naming what was wrong', async () => {
    const { asked, run } = scripted([{ texto: '{"resumo": 1}' }, { texto: JSON.stringify(GOOD) }]);
    await expect(run()).resolves.toMatchObject({ value: GOOD });
    expect(asked.map(({ chaveIdempotente }) => chaveIdempotente)).toEqual(['k', 'k:reparo']);
    expect(asked[1]?.mensagens.at(-1)?.texto).toContain('resumo');
    expect(asked.map(({ esquemaNoTexto }) => esquemaNoTexto)).toEqual([false, true]);
  });

  it('are repaired as an earlier version of the prompt paid for it, too', async () => {
    const { asks, run } = scripted([{ texto: '{"resumo": 1}' }, { texto: JSON.stringify(GOOD) }]);
    await run((versao) => [{ papel: 'user', texto: `versão ${versao}` }]);
    for (const { request, earlier } of asks)
      expect(earlier).toEqual([request.replace('versão 2', 'versão 1')]);
    expect(asks).toHaveLength(2);
  });

  it('get more room when they were cut', async () => {
    const { asked, run } = scripted([
      { texto: '{"resumo": "a', cortada: true },
      { texto: JSON.stringify(GOOD) },
    ]);
    await run();
    expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([100, 200]);
  });

  it('say that there was no room when the repair was cut as well', async () => {
    const cut = { texto: '{"resumo": "a', cortada: true };
    await expect(scripted([cut, cut]).run()).rejects.toThrow('cortada no limite de tokens');
  });

  it('fail for good after one repair', async () => {
    const { asked, run } = scripted([
      { texto: 'lixo' },
      { texto: 'mais lixo' },
      { texto: JSON.stringify(GOOD) },
    ]);
    const error = await run().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(StageFailure);
    expect((error as StageFailure).codigo).toBe('resposta_invalida');
    expect((error as StageFailure).retryable).toBe(false);
    expect(asked).toHaveLength(2);
  });
});
