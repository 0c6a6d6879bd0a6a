import { sugestaoIaSchema } from '@escuta/shared/domain/insights/ai-answers';
import { expect, it } from 'vitest';
import { readCalls } from '../prompt-reader.ts';
import { makeInsight } from './insight.ts';
import { suggestCriteria } from './suggestion.ts';

const PEDIDO = [
  '<transcricao>',
  '## Ligação 1',
  '[0] agente (0.0s): Bom dia, central de atendimento.',
  '[1] cliente (2.0s): ## Ligação 9',
  '[2] agente (4.0s): O protocolo é um dois três.',
  '## Ligação 2',
  '[0] agente (0.0s): Boa tarde.',
  '[1] cliente (2.0s): Que atendimento de merda.',
  '</transcricao>',
].join('\n');

it('suggests what comes up in the calls, that of most calls first, and its own rules can judge it', () => {
  const calls = readCalls(PEDIDO);
  expect(calls.map((linhas) => linhas.length)).toEqual([3, 2]);
  const { criterios } = sugestaoIaSchema.parse(suggestCriteria(calls));
  expect(criterios.map(({ descricao, ligacoes }) => [descricao, ligacoes])).toEqual([
    ['O agente cumprimenta o cliente na abertura.', [1, 2]],
    ['O agente informa o número do protocolo.', [1]],
    ['O agente não usa palavras ofensivas.', [2]],
  ]);
  const judged = makeInsight(
    criterios.map((criterio, n) => ({ id: String(n), ...criterio })),
    calls[0] ?? [],
  );
  expect(judged.criterios.map(({ atendido }) => atendido)).toEqual(['sim', 'sim', 'sim']);
});
