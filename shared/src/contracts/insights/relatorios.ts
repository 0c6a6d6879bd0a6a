import { z } from 'zod';
import { DIRECOES } from '../../domain/calls/call-direction.ts';
import { dataDe, filtroDaLista } from '../../domain/filters/filtro.ts';
import { DATAS } from '../../domain/filters/filtro-campos.ts';
import { filterFields, idOuNenhum } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_CUSTO } from '../../domain/filters/lists/costs.ts';
import { PASSOS } from '../../domain/reports/period.ts';
import { ETAPAS_DE_CUSTO, STATUS_PROCESSAMENTO, TIPOS_ITEM } from '../../domain/runs/status.ts';
import { dateTime, day, givenDay, ok, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Relatórios';
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();

export const RELATORIOS = [
  'volume',
  'qualidade',
  'agentes',
  'palavras',
  'sentimento',
  'custos',
  'validacao',
] as const;
export type Relatorio = (typeof RELATORIOS)[number];

/** Lists of the rows behind a report's number: GET /ligacoes, the credit statement, GET /relatorios/custos/linhas. */
export const LISTAS = ['ligacoes', 'extrato', 'custos'] as const;

/** `nota` and `parte`: 0 to 1. */
export const UNIDADES = [
  'ligacoes',
  'minutos',
  'nota',
  'parte',
  'alertas',
  'insights',
  'usd',
  'creditos',
  /** Mean credits per call, rarely a whole number. */
  'media_creditos',
  'centavos',
  'tokens',
] as const;

const query = z.object({
  /** Inclusive; default: the last 30 days. At most 24 months. */
  de: givenDay.optional(),
  ate: givenDay.optional(),
  data: dataDe('ligacao'),
  projeto_id: id.optional(),
  agente_id: idOuNenhum.optional(),
  empresaId: id.optional(),
});

const periodo = z.object({ de: day, ate: day });

const atras = {
  n: contagem,
  lista: z.enum(LISTAS),
  filtro: z.record(z.string(), z.string()),
};

const anterior = z.object({ valor: z.number().nullable(), ...atras });

const numero = z.object({
  chave: z.string(),
  nome: z.string(),
  unidade: z.enum(UNIDADES),
  /** Null if there are no rows to compute from. */
  valor: z.number().nullable(),
  /** 95 % confidence interval; null if it cannot be computed. */
  intervalo: z.object({ de: z.number(), ate: z.number() }).nullable(),
  ...atras,
  anterior,
});
export type NumeroWire = z.infer<typeof numero>;

const serie = z.object({
  chave: z.string(),
  nome: z.string(),
  unidade: z.enum(UNIDADES),
  pontos: z.array(z.object({ ...periodo.shape, valor: z.number().nullable(), ...atras, anterior })),
});
export type SerieWire = z.infer<typeof serie>;

const grupo = z.object({ chave: z.string(), titulo: z.string(), partes: z.array(numero) });
export type GrupoWire = z.infer<typeof grupo>;

export const relatorio = z.object({
  periodo,
  /** Earlier period for comparison: as many days, on the same weekdays. */
  anterior: periodo,
  data: z.enum(DATAS),
  passo: z.enum(PASSOS),
  numeros: z.array(numero),
  series: z.array(serie),
  grupos: z.array(grupo),
  /** Portuguese sentences about the limits of this report. */
  avisos: z.array(z.string()),
});
export type RelatorioWire = z.infer<typeof relatorio>;

const colocado = z.object({
  id: z.uuid().nullable(),
  nome: z.string(),
  ativo: z.boolean(),
  /** Rank, from 1; null for too few scores. */
  posicao: z.number().int().nullable(),
  semDiferenca: z.boolean(),
  motivo: z.string().nullable(),
  nota: numero,
  /** Mean of the AI's uncorrected scores, 0 to 1. */
  nota_ia: z.number().nullable(),
  /** Scores of the randomly drawn calls and of the others; null if no call was drawn. */
  amostra: z.object({ sorteadas: numero, outras: numero }).nullable(),
  ligacoes: numero,
});

const palavra = z.object({
  palavra: z.string(),
  agora: contagem,
  antes: contagem,
  z: z.number(),
});

function defineReport<R extends z.ZodType>(
  nome: Relatorio,
  summary: string,
  response: R,
  can: readonly ['audit_item' | 'user' | 'credit', 'read'] = ['audit_item', 'read'],
) {
  return defineContract({
    id: `getRelatorio${nome[0]?.toUpperCase()}${nome.slice(1)}`,
    method: 'GET',
    path: `/relatorios/${nome}`,
    access: { who: 'user', can },
    summary,
    tag,
    topic: 'relatorios',
    query,
    response: ok(response),
  });
}

export const getRelatorioVolume = defineReport(
  'volume',
  'Relatório de volume: ligações, minutos, situação e gravações, comparados com o período anterior',
  relatorio,
);
export const getRelatorioQualidade = defineReport(
  'qualidade',
  'Relatório de qualidade: pontuação média com intervalo, distribuição, alertas da IA e projetos',
  relatorio,
);
export const getRelatorioAgentes = defineReport(
  'agentes',
  'Relatório de agentes: pontuações com intervalo; agentes juntados contam como um só',
  relatorio.extend({ ranking: z.array(colocado) }),
  ['user', 'read'],
);
export const getRelatorioPalavras = defineReport(
  'palavras',
  'Palavras que importam: as palavras que distinguem este período do anterior, em meses inteiros',
  relatorio.extend({
    /** Kept, because pages of the previous version read this field. */
    comparados: z.object({ agora: periodo, antes: periodo }),
    /** Words said in each period: a word's counts are compared as shares of these totals. */
    totais: z.object({ agora: contagem, antes: contagem }),
    palavras: z.array(palavra),
  }),
);
export const getRelatorioSentimento = defineReport(
  'sentimento',
  'Relatório de sentimento: positivo, neutro e negativo, por projeto',
  relatorio,
);
export const getRelatorioCustos = defineReport(
  'custos',
  'Relatório de custos e créditos: USD por etapa e modelo, créditos por tipo',
  relatorio,
  ['credit', 'read'],
);
export const getRelatorioValidacao = defineReport(
  'validacao',
  'Relatório de conferência: ligações audíveis, revisadas por pessoas e concordância',
  relatorio,
);

/** Lists the calls behind a report's number, newest first; leaves out surveys and the example project. */
export const listLigacoes = defineContract({
  id: 'listLigacoes',
  method: 'GET',
  path: '/ligacoes',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'As ligações da empresa, de todos os projetos, pelo filtro da lista',
  tag,
  topic: 'itens',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    ...filtroDaLista.shape,
    projeto_id: id.optional(),
    /** 'exato': counts without a limit. */
    total: z.enum(['exato']).optional(),
    empresaId: id.optional(),
  }),
  response: okPage(
    z.object({
      id: z.uuid(),
      projeto: z.object({ id: z.uuid(), nome: z.string() }),
      tipo_item: z.enum(TIPOS_ITEM),
      status: z.enum(STATUS_PROCESSAMENTO),
      nome_entrevistado: z.string().nullable(),
      numero_destino: z.string().nullable(),
      ramal: z.string().nullable(),
      direcao: z.enum(DIRECOES).nullable(),
      agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
      momento: dateTime,
      created_at: dateTime,
      call_duration: z.number().int().nullable(),
      /** Hold music and announcements, ms; null if not measured. */
      espera_ms: z.number().int().nullable(),
      nota: z.number().nullable(),
      sentimento: z.string().nullable(),
      alertas: contagem,
      gravacao: z.boolean(),
    }),
  ),
});

/** Lists the provider answers whose costs make up a figure, newest first. */
export const listLinhasDeCusto = defineContract({
  id: 'listLinhasDeCusto',
  method: 'GET',
  path: '/relatorios/custos/linhas',
  access: { who: 'user', can: ['credit', 'read'] },
  summary: 'As linhas de custo do período: o que cada resposta de um provedor custou',
  tag,
  topic: 'relatorios',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    ...filterFields(FILTROS_CUSTO),
    empresaId: id.optional(),
  }),
  response: okPage(
    z.object({
      id: z.uuid(),
      quando: dateTime,
      /** Null if the answer was about reading a document. */
      item_id: z.uuid().nullable(),
      projeto: z.object({ id: z.uuid(), nome: z.string() }),
      etapa: z.enum(ETAPAS_DE_CUSTO),
      modelo: z.string(),
      unidade: z.enum(['minuto_audio', 'token_entrada', 'token_saida']),
      quantidade: z.number(),
      usd: z.number(),
    }),
  ),
});
