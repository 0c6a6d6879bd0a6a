import { z } from 'zod';
import { filtroDaLista } from '../../domain/filters/filtro.ts';
import { ORDENS, SENTIMENTOS } from '../../domain/filters/filtro-campos.ts';
import { CANAIS } from '../../domain/profiles/roles.ts';
import { STATUS_PROCESSAMENTO, TIPOS_ITEM, TIPOS_PROJETO } from '../../domain/runs/status.ts';
import { camposDaLista } from '../calls/call-fields.ts';
import {
  dateTime,
  idParams,
  ok,
  okMessage,
  okPage,
  optionalText,
  pageQuery,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import { ITEM, type Touched } from '../topics.ts';

/** Topics whose data change with the creation of an example survey. */
const SURVEY: readonly Touched[] = ['pesquisas', 'questionarios', 'entrevistas', 'quadro'];

export const tipoProjeto = z.enum(TIPOS_PROJETO);

export const projeto = z.object({
  id: z.uuid(),
  nome: z.string(),
  descricao: z.string().nullable(),
  tipo_projeto: tipoProjeto,
  empresa_id: z.uuid(),
  canal_agente: z.enum(CANAIS),
  isActive: z.boolean(),
  /** True to audit interviews from devices automatically, which uses credits. */
  auditoria_automatica: z.boolean(),
  exemplo: z.boolean(),
  pesquisa_id: z.uuid().nullable(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type ProjetoWire = z.infer<typeof projeto>;

export const projetoDetalhe = projeto.extend({
  estatisticas: z.object({
    /** Number of items, which the specification's project cards call audits. */
    totalAuditorias: z.number().int(),
    auditoriasConcluidas: z.number().int(),
    /** Mean duration of the last 1,000 finished runs, minutes. */
    tempoMedioProcessamento: z.number().nullable(),
  }),
  insightsVinculados: z.array(
    z.object({ id: z.uuid(), nome: z.string(), descricao: z.string().nullable(), categoria: z.string() }),
  ),
  empresa: z.object({ nome: z.string() }),
  /** Minutes per credit: an audited interview costs a credit per started block of this length. */
  minutos_por_credito: z.number().int(),
  pesquisas: z.array(z.object({ id: z.uuid(), titulo: z.string() })),
});

export const PESQUISAS_NA_LISTA = 5;

/** A project with the figures of the call centers' page. */
export const projetoNaLista = projeto.extend({
  empresa: z.object({ nome: z.string() }),
  /** Number of items, which the specification's project cards call audits. */
  totalAuditorias: z.number().int(),
  concluidos: z.number().int(),
  /** Mean score of the last 6 months' calls, 0 to 1; null without scores. */
  pontuacaoMedia: z.number().nullable(),
  ultimaAtividade: dateTime.nullable(),
  templatesVinculados: z.number().int(),
  /** Up to PESQUISAS_NA_LISTA surveys: active ones first, then the newest. */
  pesquisas: z.array(z.object({ id: z.uuid(), titulo: z.string(), ativo: z.boolean() })),
});

export const listProjetos = defineContract({
  id: 'listProjetos',
  method: 'GET',
  path: '/projetos',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Projetos da empresa; administradores: ?todas=true para os de todas',
  tag: 'Projetos',
  topic: 'projetos',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    q: searchText.optional(),
    tipo: tipoProjeto.optional(),
    todas: z.stringbool().default(false),
    empresaId: z.uuid({ error: 'Identificador inválido.' }).optional(),
  }),
  response: okPage(projetoNaLista),
});

export const createProjeto = defineContract({
  id: 'createProjeto',
  method: 'POST',
  path: '/projetos',
  access: { who: 'user', can: ['project', 'create'] },
  summary: 'Criar projeto; `pesquisa_id` traz uma pesquisa da empresa que ainda não foi usada',
  tag: 'Projetos',
  touches: ['projetos', 'pesquisas', 'resumos', 'auditorias'],
  status: 201,
  body: z.object({
    nome: text(200).min(1, { error: 'Nome é obrigatório.' }),
    descricao: optionalText(2000),
    tipo_projeto: tipoProjeto.default('call_center'),
    canal_agente: z.enum(CANAIS).default('left'),
    empresa_id: z.uuid({ error: 'ID da empresa não encontrado.' }).optional(),
    pesquisa_id: z.uuid({ error: 'Identificador inválido.' }).nullish(),
  }),
  response: ok(projeto),
});

/** Creates the company's only example, or returns the existing example. Costs no credits. */
export const createExemplo = defineContract({
  id: 'createExemplo',
  method: 'POST',
  path: '/projetos/exemplo',
  access: { who: 'user', can: ['project', 'create'] },
  summary: 'Criar o projeto de exemplo da empresa, com uma ligação já analisada; o que já existe, se houver',
  tag: 'Projetos',
  touches: ['projetos', 'resumos', 'auditorias', 'templates', 'vinculos', 'itens'],
  response: ok(
    z.object({
      projeto_id: z.uuid(),
      auditoria_item_id: z.uuid(),
      criado: z.boolean(),
    }),
  ),
});

/** Creates the company's only example survey, or returns the existing example survey. Costs no credits. */
export const createPesquisaExemplo = defineContract({
  id: 'createPesquisaExemplo',
  method: 'POST',
  path: '/projetos/exemplo/pesquisa',
  access: { who: 'user', can: ['project', 'create'] },
  summary: 'Criar a pesquisa de exemplo da empresa, com entrevistas já auditadas; a que já existe, se houver',
  tag: 'Projetos',
  touches: [...ITEM, ...SURVEY],
  response: ok(
    z.object({
      projeto_id: z.uuid(),
      pesquisa_id: z.uuid(),
      criado: z.boolean(),
    }),
  ),
});

export const getProjeto = defineContract({
  id: 'getProjeto',
  method: 'GET',
  path: '/projetos/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Um projeto, com estatísticas, insights vinculados, empresa e pesquisas',
  tag: 'Projetos',
  topic: 'projetos',
  params: idParams,
  response: ok(projetoDetalhe),
});

const mudancaProjeto = {
  nome: text(200).min(1, { error: 'Nome é obrigatório.' }).optional(),
  descricao: text(2000).nullable().optional(),
  canal_agente: z.enum(CANAIS).optional(),
  isActive: z.boolean().optional(),
  /** For gerentes and administrators only. */
  auditoria_automatica: z.boolean().optional(),
};

export const updateProjeto = defineContract({
  id: 'updateProjeto',
  method: 'PATCH',
  path: '/projetos/{id}',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Alterar nome, descrição, canal do agente ou situação de um projeto; de pesquisas, a auditoria automática (gerentes e administradores)',
  tag: 'Projetos',
  touches: ['projetos', 'pesquisas', 'resumos', 'auditorias', 'itens', 'questionarios'],
  params: idParams,
  body: z.object({
    ...mudancaProjeto,
    /** An unused survey of the company, to be moved into this project; other surveys give 422 with the reason. */
    pesquisa_id: z.uuid({ error: 'Identificador inválido.' }).nullish(),
    /** Values that the client read; 409 if a stored value now differs. */
    antes: z.object({ ...mudancaProjeto, nome: text(200).optional() }).optional(),
  }),
  response: ok(projeto),
});

export const deleteProjeto = defineContract({
  id: 'deleteProjeto',
  method: 'DELETE',
  path: '/projetos/{id}',
  access: { who: 'user', can: ['project', 'delete'] },
  summary: 'Excluir um projeto sem itens, ou o de exemplo com tudo o que tem',
  tag: 'Projetos',
  touches: [...ITEM, ...SURVEY, 'templates', 'vinculos', 'insights', 'revisao', 'indicacoes'],
  params: idParams,
  response: okMessage,
});

const pessoaDaLinha = z.object({ id: z.uuid(), nome: z.string() });

export const itemRow = z.object({
  id: z.uuid(),
  tipo_item: z.enum(TIPOS_ITEM),
  status: z.enum(STATUS_PROCESSAMENTO),
  motivo: z.string().nullable(),
  ...camposDaLista,
  arquivo_nome: z.string().nullable(),
  /** True if the item has no file, but its recording is on the telephony server. */
  gravacao_na_telefonia: z.boolean(),
  /** True if any analysis exists, even an old one, so that the item cannot be deleted. */
  analisada: z.boolean(),
  /** Hold music and announcements, ms; null if not measured. */
  espera_ms: z.number().int().nullable(),
  /** True if the transcript leaves out sentences that nobody said, which the item's page lists. */
  falas_deixadas: z.boolean(),
  qualidade: z
    .object({
      /** 0 to 100: `nota` with people's corrections, `nota_ia` as the AI gave it. */
      nota: z.number().int().nullable(),
      nota_ia: z.number().int().nullable(),
      sentimento: z.enum(SENTIMENTOS).nullable(),
      /** Alerts that the AI raised in the call's insights. */
      alertas: z.number().int(),
      revisada_por: pessoaDaLinha.nullable(),
      revisada_em: dateTime.nullable(),
    })
    .nullable(),
  /** Unresolved alerts of rules; `alta`: those of gravity alta. */
  disparos: z.object({ n: z.number().int(), alta: z.number().int() }),
  agente: pessoaDaLinha.nullable(),
  responsavel: pessoaDaLinha.nullable(),
  dados_apagados_em: dateTime.nullable(),
  created_at: dateTime,
});
export type ItemRow = z.infer<typeof itemRow>;

/** True to add the specification's other item fields to the rows. */
export const completo = z.stringbool().default(false);

export const itemDaLista = itemRow.extend({
  auditoria_id: z.uuid().optional(),
  call_end_time: dateTime.nullable().optional(),
  asterisk_filename: z.string().nullable().optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  updated_at: dateTime.optional(),
});

export const itemListQuery = pageQuery.extend({
  ...filtroDaLista.shape,
  /** Default: newest first by `data`. */
  ordem: z.enum(ORDENS).optional(),
  /** 'exato': counts beyond TOTAL_LIMITE if that takes at most 2 s. */
  total: z.literal('exato').optional(),
  completo,
});

export const listItensDoProjeto = defineContract({
  id: 'listItensDoProjeto',
  method: 'GET',
  path: '/projetos/{id}/auditoria-items',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary:
    'Itens de um projeto, do mais novo ao mais antigo ou na ordem pedida; ?completo=true traz também auditoria, fim, arquivo da telefonia e metadados',
  tag: 'Itens de auditoria',
  topic: 'itens',
  params: idParams,
  query: itemListQuery,
  rawJson: true,
  response: okPage(itemDaLista),
});

/** Maximum calls for which distinct numbers and other figures without stored daily sums are counted. */
export const NUMEROS_LIMITE = 20_000;

/** Returns metrics of the project's calls: of all, or of those that match the list's filter. */
export const getMetricasDoProjeto = defineContract({
  id: 'getMetricasDoProjeto',
  method: 'GET',
  path: '/projetos/{id}/metricas',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary:
    'Números distintos, duração média e total, e quantidade de ligações de um projeto ou do filtro da sua lista',
  tag: 'Projetos',
  topic: 'itens',
  params: idParams,
  query: filtroDaLista,
  response: ok(
    z.object({
      /** Null for more than NUMEROS_LIMITE calls. */
      numerosUnicos: z.number().int().nullable(),
      /** Null for more than NUMEROS_LIMITE calls with a filter other than days and state. */
      totalLigacoes: z.number().int().nullable(),
      /** Seconds; null if no call has a duration, or there are too many calls. */
      duracaoMediaS: z.number().nullable(),
      duracaoTotalS: z.number().int().nullable(),
      porStatus: z.record(z.enum(STATUS_PROCESSAMENTO), z.number().int()),
    }),
  ),
});
