/** A survey's field board: interviewers by day, quotas, permitted interviewers. */
import { z } from 'zod';
import { QUARENTENAS } from '../../domain/interview/device/device-log.ts';
import { SITUACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
import { dateTime, day, givenDay, idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
const gerentes = (what: string) =>
  ({ who: 'user', can: ['project', 'delete'], denied: `Só gerentes e administradores ${what}.` }) as const;

// ───────────────────────────── the board ─────────────────────────────

/** `esperam`: interviews that wait for a manager; `diasPadrao`: days shown without a named period. */
export const QUADRO = { dias: 31, diasPadrao: 7, entrevistadores: 200, aparelhos: 50, esperam: 50 } as const;

const contagem = z.object({
  concluidas: z.number().int(),
  interrompidas: z.number().int(),
  em_andamento: z.number().int(),
});

/** Interviews ended by screening or a full quota, or refused by the respondent; in no other count. */
const dispensadas = {
  fora_do_perfil: z.number().int(),
  cota_preenchida: z.number().int(),
  recusas: z.number().int(),
};

/** `n`: concluded interviews without sound; `de`: all concluded interviews, even those that wait for a manager. */
const semGravacao = z.object({ n: z.number().int(), de: z.number().int() });

export const quadro = z.object({
  dias: z.array(day).max(QUADRO.dias),
  /** Counts of all days and interviewers. `aprovadas`: approved among the concluded interviews. */
  total: contagem.extend({
    aprovadas: z.number().int(),
    /** Interviews put on hold, or rejected, by a person; in no other count. */
    em_espera: z.number().int(),
    rejeitadas: z.number().int(),
    /** Incomplete interviews whose device has been silent for a while. */
    aguardando: z.number().int(),
    quarentena: z.number().int(),
    sem_gravacao: semGravacao,
    /** Interviews with received recordings that could not be fully joined. */
    nao_montadas: z.number().int(),
    ...dispensadas,
  }),
  entrevistadores: z
    .array(
      z.object({
        /** Null for interviews without an interviewer. */
        id: z.uuid().nullable(),
        nome: z.string(),
        total: contagem,
        aprovadas: z.number().int(),
        em_espera: z.number().int(),
        rejeitadas: z.number().int(),
        aguardando: z.number().int(),
        quarentena: z.number().int(),
        sem_gravacao: semGravacao,
        ...dispensadas,
        verificacao: z.object({
          devidas: z.number().int(),
          sorteadas: z.number().int(),
          feitas: z.number().int(),
        }),
        /** The board's days on which the interviewer has interviews. */
        dias: z.array(contagem.extend({ dia: day })),
      }),
    )
    .max(QUADRO.entrevistadores),
  mais_entrevistadores: z.boolean(),
  /** Devices whose last contact reported unsent interviews of any survey, oldest contact first. */
  aparelhos: z
    .array(
      z.object({
        id: z.uuid(),
        nome: z.string(),
        usuario: z.string(),
        pendentes: z.number().int(),
        ultimo_contato_em: dateTime,
      }),
    )
    .max(QUADRO.aparelhos),
  /** Interviews that wait for a manager, oldest first. */
  quarentena: z
    .array(
      z.object({
        id: z.uuid(),
        item_id: z.uuid().nullable(),
        nome: z.string(),
        entrevistador: z.string().nullable(),
        situacao: z.enum(SITUACOES_ENTREVISTA),
        motivos: z.array(z.enum(QUARENTENAS)).min(1),
        em: dateTime,
      }),
    )
    .max(QUADRO.esperam),
});
export type Quadro = z.infer<typeof quadro>;

export const getQuadro = defineContract({
  id: 'getQuadro',
  method: 'GET',
  path: '/pesquisas/{id}/quadro',
  access: gerentes('podem ver o quadro de campo'),
  summary: `O campo de uma pesquisa, por entrevistador e dia (${QUADRO.diasPadrao} dias até hoje; até ${QUADRO.dias})`,
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  query: z.object({ de: givenDay.optional(), ate: givenDay.optional() }),
  response: ok(quadro),
});

// ───────────────────────────── quotas ─────────────────────────────

export const COTAS_MAX = 200;
const meta = z
  .number({ error: 'Informe a meta.' })
  .int({ error: 'Use um número inteiro.' })
  .min(1, { error: 'A meta mínima é 1.' })
  .max(1_000_000, { error: 'A meta máxima é 1.000.000.' });

const cotas = z.object({
  /** By question and option. `na_lista`: true if the option still exists. */
  cotas: z.array(
    z.object({
      questionario: z.object({ id: z.uuid(), nome: z.string() }),
      pergunta: z.object({ id: z.uuid(), codigo: z.string(), texto: z.string() }),
      opcao: z.object({ id: z.uuid(), texto: z.string(), na_lista: z.boolean() }),
      meta: z.number().int(),
      feitas: z.number().int(),
      faltam: z.number().int(),
      excedem: z.number().int(),
    }),
  ),
});
export type Cotas = z.infer<typeof cotas>;

export const getCotas = defineContract({
  id: 'getCotas',
  method: 'GET',
  path: '/pesquisas/{id}/cotas',
  access: gerentes('podem ver as cotas'),
  summary:
    'Cotas por resposta de uma pesquisa: meta, feitas (concluídas; com `aprovadas`, só as aprovadas), faltam',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  query: z.object({ aprovadas: z.stringbool().optional() }),
  response: ok(cotas),
});

const metas = z
  .array(z.object({ opcao_id: id, meta }))
  .max(COTAS_MAX, { error: `Use no máximo ${COTAS_MAX} metas.` });

export const updateCotas = defineContract({
  id: 'updateCotas',
  method: 'PUT',
  path: '/questionarios/{id}/cotas',
  access: gerentes('podem alterar as cotas'),
  summary:
    'As metas de um questionário, inteiras: as opções que não vierem ficam sem meta. `antes`: as que a pessoa viu; se outra as mudou, 409',
  tag: 'Campo',
  touches: ['quadro'],
  params: idParams,
  body: z.object({ metas, antes: metas.optional() }),
  response: ok(z.object({ metas: z.array(z.object({ opcao_id: z.uuid(), meta: z.number().int() })) })),
});

// ───────────────────────────── collectors ─────────────────────────────

export const COLETORES_MAX = 500;

const coletores = z.object({
  /** People who may interview, by name; empty if everybody may. `situacao`: state of the account. */
  coletores: z.array(
    z.object({
      id: z.uuid(),
      nome: z.string(),
      situacao: z.enum(['ativo', 'convidado', 'inativo', 'excluido']),
    }),
  ),
  outros: z.array(z.object({ id: z.uuid(), nome: z.string() })),
});
export type Coletores = z.infer<typeof coletores>;

export const getColetores = defineContract({
  id: 'getColetores',
  method: 'GET',
  path: '/questionarios/{id}/coletores',
  access: gerentes('podem ver os coletores'),
  summary: 'Quem pode coletar com um questionário',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  response: ok(coletores),
});

const pessoas = z.array(id).max(COLETORES_MAX, { error: `Selecione até ${COLETORES_MAX} pessoas.` });

export const updateColetores = defineContract({
  id: 'updateColetores',
  method: 'PUT',
  path: '/questionarios/{id}/coletores',
  access: gerentes('podem alterar os coletores'),
  summary:
    'A lista de quem pode coletar com um questionário, inteira; vazia: todos da empresa. `antes`: a que a pessoa viu; se outra a mudou, 409',
  tag: 'Campo',
  touches: ['quadro'],
  params: idParams,
  body: z.object({ coletores: pessoas, antes: pessoas.optional() }),
  response: ok(coletores),
});
