import { z } from 'zod';
import { selecaoSchema } from '../../domain/filters/filtro.ts';
import { idParams, ok, searchText } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Itens de auditoria';

export const ATRIBUICAO_MAX = 10_000;
export const RESPONSAVEIS_MAX = 50;

export const listResponsaveisDoProjeto = defineContract({
  id: 'listResponsaveisDoProjeto',
  method: 'GET',
  path: '/projetos/{id}/responsaveis',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: `Pessoas com acesso à empresa do projeto, a quem ligações podem ser dadas (no máximo ${RESPONSAVEIS_MAX}), por nome`,
  tag,
  topic: 'pessoas',
  params: idParams,
  query: z.object({
    q: searchText.optional(),
  }),
  response: ok(z.array(z.object({ id: z.uuid(), nome: z.string(), email: z.string() }))),
});

export const assignLigacoes = defineContract({
  id: 'assignLigacoes',
  method: 'POST',
  path: '/projetos/{id}/atribuicoes',
  access: { who: 'user', can: ['audit_item', 'update'] },
  summary: `Dar ligações do projeto a uma pessoa da empresa (null: a ninguém): as escolhidas, ou até ${ATRIBUICAO_MAX} de um filtro`,
  tag,
  touches: ['itens', 'revisao'],
  params: idParams,
  body: z.object({
    selecao: selecaoSchema,
    usuario_id: z.uuid({ error: 'Identificador inválido.' }).nullable(),
  }),
  response: ok(
    z.object({
      /** Id to undo this assignment; null if nothing changed. */
      lote_id: z.uuid().nullable(),
      /** Calls that were assigned to another person or to nobody before. */
      atribuidas: z.number().int(),
      ja_estavam: z.number().int(),
    }),
  ),
});

export const undoAtribuicao = defineContract({
  id: 'undoAtribuicao',
  method: 'POST',
  path: '/projetos/{id}/atribuicoes/{loteId}/desfazer',
  access: { who: 'user', can: ['audit_item', 'update'] },
  summary:
    'Desfazer uma atribuição própria: cada ligação volta a quem a tinha, menos as que mudaram de mãos depois',
  tag,
  touches: ['itens', 'revisao'],
  params: idParams.extend({ loteId: z.uuid({ error: 'Identificador inválido.' }) }),
  response: ok(z.object({ desfeitas: z.number().int() })),
});
