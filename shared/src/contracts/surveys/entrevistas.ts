import { z } from 'zod';
import { GRAVACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
import { isDialled, TELEFONE_INVALIDO } from '../../domain/text/phone.ts';
import { dateTime, idParams, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { celulaIlegivel } from '../operation/unread-cell.ts';
import { INTERVIEW } from '../topics.ts';
import { entrevistaNaLista } from './pesquisas.ts';
import { LIMITES_QUESTIONARIO, pergunta, respostaDefinida } from './questionarios.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

const resposta = z.object({
  pergunta_id: z.uuid(),
  /** The first chosen option; null for a text answer. */
  resposta_definida_id: z.uuid().nullable(),
  opcoes: z.array(z.uuid()),
  texto_resposta: z.string().nullable(),
  /** For an answer without option and text: the spreadsheet's unreadable cell, and the reason. */
  planilha: celulaIlegivel.nullable(),
  updated_at: dateTime,
});
export type RespostaWire = z.infer<typeof resposta>;

export const perguntaDaVersao = pergunta
  .omit({ questionario_id: true, condicao_quebrada: true, ativo: true })
  .extend({ respostas_definidas: z.array(respostaDefinida.omit({ sinonimos: true })) });
export type PerguntaDaVersao = z.infer<typeof perguntaDaVersao>;

export const entrevista = entrevistaNaLista.extend({
  pesquisa_titulo: z.string(),
  projeto_id: z.uuid(),
  questionario_descricao: z.string().nullable(),
  /** The interview's own version of the questions, in order, unchanged by later versions. */
  questoes: z.array(perguntaDaVersao),
  respostas: z.array(resposta),
});
export type EntrevistaWire = z.infer<typeof entrevista>;

export const startEntrevista = defineContract({
  id: 'startEntrevista',
  method: 'POST',
  path: '/entrevistas/iniciar',
  access: { who: 'user', can: ['audit_item', 'create'] },
  summary:
    'Iniciar uma entrevista com a versão publicada do questionário; a primeira publica a versão 1. O cabeçalho Idempotency-Key faz de repetições uma só',
  tag: 'Entrevistas',
  touches: [...INTERVIEW, 'agentes', 'questionarios'],
  status: 201,
  body: z.object({
    questionario_id: id,
    /** Any id but the session user's is refused. */
    user_id: id.nullish(),
    nome_entrevistado: z.preprocess(
      (value) => value ?? '',
      text(200).min(1, { error: 'Por favor, informe o nome do entrevistado.' }),
    ),
    telefone_entrevistado: text(32)
      .refine((typed) => typed === '' || isDialled(typed), { error: TELEFONE_INVALIDO })
      .nullish(),
  }),
  response: ok(entrevista),
});

export const saveResposta = defineContract({
  id: 'saveResposta',
  method: 'POST',
  path: '/entrevistas/respostas',
  access: { who: 'user', can: ['audit_item', 'create'] },
  summary:
    'Salvar a resposta de uma pergunta; de novo, substitui a anterior, que fica no registro da entrevista',
  tag: 'Entrevistas',
  touches: ['entrevistas'],
  body: z.object({
    entrevista_id: id,
    pergunta_id: id,
    resposta_definida_id: id.nullish(),
    opcoes: z.array(id).max(LIMITES_QUESTIONARIO.opcoes).optional(),
    texto_resposta: text(5000).nullish(),
  }),
  response: ok(resposta),
});

export const finishEntrevista = defineContract({
  id: 'finishEntrevista',
  method: 'PATCH',
  path: '/entrevistas/{id}/finalizar',
  access: { who: 'user', can: ['audit_item', 'update'] },
  summary: 'Finalizar uma entrevista cujas perguntas obrigatórias têm resposta. De novo, nada muda',
  tag: 'Entrevistas',
  touches: INTERVIEW,
  params: idParams,
  /** Optional, because the specification's client sends no body. */
  body: z.object({ gravacao: z.enum(GRAVACOES_ENTREVISTA).optional() }).nullish(),
  response: ok(entrevista),
});

export const interruptEntrevista = defineContract({
  id: 'interruptEntrevista',
  method: 'PATCH',
  path: '/entrevistas/{id}/interromper',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem interromper entrevistas.',
  },
  summary:
    'Marcar como interrompida uma entrevista em andamento (gerentes e administradores). Dados que cheguem depois a reabrem',
  tag: 'Entrevistas',
  touches: INTERVIEW,
  params: idParams,
  body: z.object({ motivo: text(500).min(1, { error: 'Informe o motivo.' }) }),
  response: ok(entrevista),
});

export const getEntrevista = defineContract({
  id: 'getEntrevista',
  method: 'GET',
  path: '/entrevistas/{id}',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Uma entrevista, com as perguntas da sua versão e as respostas',
  tag: 'Entrevistas',
  topic: 'entrevistas',
  params: idParams,
  response: ok(entrevista),
});
