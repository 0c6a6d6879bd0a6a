import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { ORDENS_ENTREVISTA } from '../../domain/filters/lists/orders.ts';
import { MONTAGENS, QUARENTENAS } from '../../domain/interview/device/device-log.ts';
import { GRAVACOES_ENTREVISTA, SITUACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
import { DESFECHOS } from '../../domain/interview/questionnaire/screening.ts';
import { FILTROS_ENTREVISTA } from '../../domain/interview/verdicts/interview-filters.ts';
import { REVISOES_ENTREVISTA } from '../../domain/interview/verdicts/review-state.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import {
  dateTime,
  idParams,
  inicioPrecisao,
  ok,
  okMessage,
  okPage,
  pageQuery,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const SURVEY: readonly Touched[] = ['pesquisas', 'questionarios', 'projetos'];

const id = z.uuid({ error: 'Identificador inválido.' });

export const pesquisa = z.object({
  id: z.uuid(),
  nome: z.string(),
  titulo: z.string(),
  descricao: z.string().nullable(),
  ativo: z.boolean(),
  projeto_id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  created_at: dateTime,
  updated_at: dateTime,
});
export type PesquisaWire = z.infer<typeof pesquisa>;

export const pesquisaDetalhe = pesquisa.extend({
  /** True for the example survey, which no figure counts and in which nobody can begin interviews. */
  exemplo: z.boolean(),
  estatisticas: z.object({
    total: z.number().int(),
    concluidas: z.number().int(),
    /** Includes interviews whose device has been silent for a while. */
    emAndamento: z.number().int(),
    interrompidas: z.number().int(),
    /** Interviews ended early by a screening answer or a full quota; in no other count. */
    foraDoPerfil: z.number().int(),
    cotaPreenchida: z.number().int(),
    /** Interviews that the respondent refused; in no other count. */
    recusas: z.number().int(),
    /** Interviews put on hold, or rejected, by a person; in no other count. */
    emEspera: z.number().int(),
    rejeitadas: z.number().int(),
    questionarios: z.number().int(),
    /** The three newest interviews. */
    recentes: z.array(
      z.object({
        id: z.uuid(),
        nome: z.string(),
        /** Null if the imported spreadsheet names no day. */
        data: dateTime.nullable(),
        dataPrecisao: inicioPrecisao,
        status: z.enum(SITUACOES_ENTREVISTA),
        desfecho: z.enum(DESFECHOS).nullable(),
        aguardandoAparelho: z.boolean(),
      }),
    ),
  }),
});
export type PesquisaDetalhe = z.infer<typeof pesquisaDetalhe>;

export const listPesquisas = defineContract({
  id: 'listPesquisas',
  method: 'GET',
  path: '/pesquisas',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Pesquisas da empresa, da mais nova à mais antiga',
  tag: 'Pesquisas',
  topic: 'pesquisas',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    q: searchText.optional(),
    projeto_id: id.optional(),
    ativo: z.stringbool().optional(),
  }),
  response: okPage(pesquisa),
});

const titulo = text(200);
const tituloObrigatorio = titulo.min(1, { error: 'O título é obrigatório.' });
const mudancaPesquisa = {
  titulo: tituloObrigatorio.optional(),
  nome: tituloObrigatorio.optional(),
  descricao: text(2000).nullable().optional(),
  ativo: z.boolean().optional(),
};

export const createPesquisa = defineContract({
  id: 'createPesquisa',
  method: 'POST',
  path: '/pesquisas',
  access: { who: 'user', can: ['project', 'create'] },
  summary: 'Criar uma pesquisa em um projeto do tipo pesquisa. `nome` e `titulo` são o mesmo campo',
  tag: 'Pesquisas',
  touches: SURVEY,
  status: 201,
  body: z
    .object({
      titulo: titulo.optional(),
      nome: titulo.optional(),
      descricao: text(2000).nullish(),
      projeto_id: z.uuid({ error: 'Selecione o projeto da pesquisa.' }),
    })
    .refine(({ titulo, nome }) => Boolean(titulo || nome), {
      error: 'O título é obrigatório.',
      path: ['titulo'],
    }),
  response: ok(pesquisa),
});

export const getPesquisa = defineContract({
  id: 'getPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Uma pesquisa, com estatísticas das entrevistas',
  tag: 'Pesquisas',
  topic: 'pesquisas',
  params: idParams,
  response: ok(pesquisaDetalhe),
});

export const updatePesquisa = defineContract({
  id: 'updatePesquisa',
  method: 'PATCH',
  path: '/pesquisas/{id}',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Mudar título e descrição; ativar ou inativar (gerentes e administradores)',
  tag: 'Pesquisas',
  touches: SURVEY,
  params: idParams,
  body: z
    .object({
      ...mudancaPesquisa,
      /** Values that the client read; 409 if a stored value now differs. */
      antes: z.object({ ...mudancaPesquisa, titulo: titulo.optional(), nome: titulo.optional() }).optional(),
    })
    .refine(({ antes: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe as mudanças.',
    }),
  response: ok(pesquisa),
});

export const deletePesquisa = defineContract({
  id: 'deletePesquisa',
  method: 'DELETE',
  path: '/pesquisas/{id}',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem excluir pesquisas.',
  },
  summary: 'Excluir uma pesquisa que não tem entrevistas nem itens',
  tag: 'Pesquisas',
  touches: SURVEY,
  params: idParams,
  response: okMessage,
});

const RECEBIMENTOS = ['parcial', 'completa', 'encerrada'] as const;
export type Recebimento = (typeof RECEBIMENTOS)[number];

export const entrevistaNaLista = z.object({
  id: z.uuid(),
  nome_entrevistado: z.string(),
  telefone_entrevistado: z.string().nullable(),
  concluida: z.boolean(),
  situacao: z.enum(SITUACOES_ENTREVISTA),
  aguardando_aparelho: z.boolean(),
  /** Receipt from the device: partial, complete, or ended by a manager; null without a device. */
  recebimento: z.enum(RECEBIMENTOS).nullable(),
  motivo: z.string().nullable(),
  /**
   * Reason of an early end: a screening answer (filtro) or a full quota (cota). Such an interview is `interrompida`,
   * counted separately and never audited.
   */
  desfecho: z.enum(DESFECHOS).nullable(),
  gravacao: z.enum(GRAVACOES_ENTREVISTA),
  motivo_sem_gravacao: z.string().nullable(),
  /** Progress of joining a device's recordings; null without a device. */
  montagem: z.enum(MONTAGENS).nullable(),
  /** Reasons why a manager must decide before the interview is counted and audited. */
  quarentena: z.array(z.enum(QUARENTENAS)),
  /** Recording that came after a manager stopped waiting, and is neither accepted nor refused yet. */
  segunda_gravacao: z
    .object({
      /** nao_juntada: the parts could not be joined; `motivo` says why. */
      estado: z.enum(['juntando', 'nao_juntada', 'oferecida']),
      motivo: z.string().nullable(),
      recebida_em: dateTime,
      /** Bytes and seconds; null until the parts are joined. */
      tamanho: z.number().nullable(),
      duracao_s: z.number().int().nullable(),
    })
    .nullable(),
  pesquisa_id: z.uuid(),
  questionario_id: z.uuid(),
  questionario_nome: z.string(),
  versao: z.number().int(),
  entrevistador: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  /** True if the caller, as interviewer, may continue the interview. */
  propria: z.boolean(),
  respondidas: z.number().int(),
  perguntas: z.number().int(),
  item: z
    .object({
      id: z.uuid(),
      auditoria_id: z.uuid(),
      status: z.enum(STATUS_PROCESSAMENTO),
      motivo: z.string().nullable(),
      arquivo_nome: z.string().nullable(),
      duracao_s: z.number().int().nullable(),
    })
    .nullable(),
  /** `revisao`: decision in force; `revisoes`: number of decisions so far, sent as `visto` with the next decision. */
  revisao: z.enum(REVISOES_ENTREVISTA),
  revisoes: z.number().int(),
  /** Verdicts in force, one letter per question; null before the audit. */
  codigos: z.string().nullable(),
  /** Time by the device or the imported spreadsheet; null if the spreadsheet names no day. */
  realizada_em: dateTime.nullable(),
  inicio_precisao: inicioPrecisao,
  created_at: dateTime,
  concluida_em: dateTime.nullable(),
});
export type EntrevistaNaLista = z.infer<typeof entrevistaNaLista>;

const entrevistasQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  ordem: z.enum(ORDENS_ENTREVISTA).optional(),
  ...filterFields(FILTROS_ENTREVISTA),
});

export const listEntrevistasDaPesquisa = defineContract({
  id: 'listEntrevistasDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/entrevistas',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Entrevistas de uma pesquisa, da mais nova à mais antiga',
  tag: 'Entrevistas',
  topic: 'entrevistas',
  params: idParams,
  query: entrevistasQuery,
  response: okPage(entrevistaNaLista),
});

export const listEntrevistasDoProjeto = defineContract({
  id: 'listEntrevistasDoProjeto',
  method: 'GET',
  path: '/projetos/{id}/entrevistas',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Entrevistas das pesquisas de um projeto, da mais nova à mais antiga',
  tag: 'Entrevistas',
  topic: 'entrevistas',
  params: idParams,
  query: entrevistasQuery,
  response: okPage(entrevistaNaLista),
});
