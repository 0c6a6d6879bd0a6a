import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { MONTAGENS, QUARENTENAS } from '../../domain/interview/device/device-log.ts';
import { GRAVACOES_ENTREVISTA, SITUACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
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
  /** One and the same. */
  nome: z.string(),
  titulo: z.string(),
  descricao: z.string().nullable(),
  /** False: it takes no new interview. */
  ativo: z.boolean(),
  projeto_id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  created_at: dateTime,
  updated_at: dateTime,
});
export type PesquisaWire = z.infer<typeof pesquisa>;

export const pesquisaDetalhe = pesquisa.extend({
  estatisticas: z.object({
    total: z.number().int(),
    concluidas: z.number().int(),
    /** Those that wait for their device too. */
    emAndamento: z.number().int(),
    interrompidas: z.number().int(),
    questionarios: z.number().int(),
    /** The newest three. */
    recentes: z.array(
      z.object({
        id: z.uuid(),
        nome: z.string(),
        /** When it was; null where its sheet names no day. */
        data: dateTime.nullable(),
        dataPrecisao: inicioPrecisao,
        status: z.enum(SITUACOES_ENTREVISTA),
        /** It goes on, and its device has said nothing for a while. */
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
      /** What fields of it held when it was opened: 409, and nothing is changed, where one of them holds something else now. */
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

/** An interview in a list. */
export const entrevistaNaLista = z.object({
  id: z.uuid(),
  nome_entrevistado: z.string(),
  telefone_entrevistado: z.string().nullable(),
  concluida: z.boolean(),
  situacao: z.enum(SITUACOES_ENTREVISTA),
  aguardando_aparelho: z.boolean(),
  /** What is here of one that a device does: a part, all of it, or what there was when a manager gave the device up. Null of others. */
  recebimento: z.enum(RECEBIMENTOS).nullable(),
  /** Why it was given up, of an interrupted one. */
  motivo: z.string().nullable(),
  gravacao: z.enum(GRAVACOES_ENTREVISTA),
  /** Why its device took no sound, in words; null where it did, or did not say. */
  motivo_sem_gravacao: z.string().nullable(),
  /** Whether a device's recordings were joined into the item's one; why not is the item's `motivo`. Null of others. */
  montagem: z.enum(MONTAGENS).nullable(),
  /** Why it is held for a manager, instead of being counted and audited; empty: it is not. */
  quarentena: z.array(z.enum(QUARENTENAS)),
  /** Sound that its device sent after a manager had given up waiting for it, while a manager has not decided about it; null: there is none. */
  segunda_gravacao: z
    .object({
      /** nao_juntada: it could not be joined, for `motivo`. */
      estado: z.enum(['juntando', 'nao_juntada', 'oferecida']),
      motivo: z.string().nullable(),
      recebida_em: dateTime,
      /** Bytes and seconds, once it is joined. */
      tamanho: z.number().nullable(),
      duracao_s: z.number().int().nullable(),
    })
    .nullable(),
  pesquisa_id: z.uuid(),
  questionario_id: z.uuid(),
  questionario_nome: z.string(),
  versao: z.number().int(),
  entrevistador: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  /** Whoever asks did it, and may go on with it. */
  propria: z.boolean(),
  /** Questions answered, and questions of its version. */
  respondidas: z.number().int(),
  perguntas: z.number().int(),
  /** The item that is audited; null of an interview from before interviews had one. */
  item: z
    .object({
      id: z.uuid(),
      auditoria_id: z.uuid(),
      status: z.enum(STATUS_PROCESSAMENTO),
      motivo: z.string().nullable(),
      arquivo_nome: z.string().nullable(),
      /** Seconds. */
      duracao_s: z.number().int().nullable(),
    })
    .nullable(),
  /** What was decided of it, and how often that was changed: `visto` of the next decision. */
  revisao: z.enum(REVISOES_ENTREVISTA),
  revisoes: z.number().int(),
  /** Verdicts in force, one letter a question; null before it was audited. */
  codigos: z.string().nullable(),
  /** When it was: as its device or its sheet says; null where a sheet names no day. */
  realizada_em: dateTime.nullable(),
  inicio_precisao: inicioPrecisao,
  /** When it was written here. */
  created_at: dateTime,
  concluida_em: dateTime.nullable(),
});
export type EntrevistaNaLista = z.infer<typeof entrevistaNaLista>;

const entrevistasQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(20),
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
