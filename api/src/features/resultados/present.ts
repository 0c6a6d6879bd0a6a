import type { listResultadosDoItem } from '@escuta/shared/contracts/calls/item-resultados';
import { perna, type ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import { alertKey } from '@escuta/shared/domain/insights/insight-result';
import { type Perfil, profileOf } from '@escuta/shared/domain/profiles/profile';
import {
  type Canal,
  indexOfChannel,
  type Lado,
  type Papel,
  roleOfAll,
  sideOf,
} from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import {
  readAlerts,
  readAudioFacts,
  readFalasDeixadas,
  readInsightResult,
  readStored,
  readStoredList,
  readTextAnalysis,
} from '@escuta/shared/domain/text/stored';
import { type AnaliseGravada, sentenceNotes } from '@escuta/shared/domain/transcripts/text-analysis';
import { z } from 'zod';
import { type ItemDoResultado, presentIndividual, presentParts } from '../../item-result/present.ts';
import { presentComments } from '../../reads/conditions/insight-comments.ts';
import type {
  CustosRow,
  EvidenciaJson,
  ExecucaoJson,
  HistoricoRow,
  InsightRow,
  ResultadoItemRow,
  TranscricaoRow,
} from './repo.ts';

const iso = (value: Date | string | null) => (value === null ? null : new Date(value).toISOString());
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

type ItemLido = Omit<ResultadoItemRow, 'fatos_audio' | 'analise_texto'> & {
  fatos_audio: AudioFacts | null;
  analise_texto: AnaliseGravada | null;
};

/** Shapes a run with its stages. Converts the times, because in PostgreSQL's JSON they have an offset. */
function presentExecucao(run: ExecucaoJson): NonNullable<ResultadoCompleto['execucao']> {
  return {
    ...run,
    criadaEm: new Date(run.criadaEm).toISOString(),
    iniciadaEm: iso(run.iniciadaEm),
    terminadaEm: iso(run.terminadaEm),
    etapas: run.etapas.map((etapa) => ({
      ...etapa,
      proximaEm: iso(etapa.proximaEm),
      iniciadaEm: iso(etapa.iniciadaEm),
      terminadaEm: iso(etapa.terminadaEm),
    })),
  };
}

/** A channel's role: its only speaker, else the assumption of the audio stage. */
function roleOfChannel(row: TranscricaoRow, perfil: Perfil, fatos: AudioFacts | null): Papel {
  const heard = roleOfAll(row.sentencas.map(({ falante }) => falante));
  if (heard) return heard;
  const lado = fatos?.canais.find(({ index }) => index === indexOfChannel(row.canal))?.canal ?? 'unico';
  return row.sentencas.length > 0 || lado === 'unico' ? 'desconhecido' : PROFILES[perfil].papeis[lado];
}

function presentChannel(row: TranscricaoRow, item: ItemLido) {
  return {
    papel: roleOfChannel(row, profileOf(item.tipo_item), item.fatos_audio),
    confidence: row.confianca,
    fullText: row.full_text,
    sentences: row.sentencas.map((sentence) => ({
      ...sentence,
      correcao: sentence.correcao && {
        ...sentence.correcao,
        em: new Date(sentence.correcao.em).toISOString(),
      },
      ...sentenceNotes(item.analise_texto, sentence.ordem),
    })),
  };
}

/** Drops the sentiments of single sentences, because each sentence contains its own sentiment. */
function presentAnalysis(analise: AnaliseGravada | null): ResultadoCompleto['analiseTexto'] {
  if (!analise) return null;
  const { sentimentos: _, ...whole } = analise;
  return whole;
}

const quote = ({ criterio: _criterio, ...evidencia }: EvidenciaJson) => evidencia;

function presentInsight(row: InsightRow): ResultadoCompleto['insightTemplatesUsados'][number] {
  const quotesOf = (criterio: string) => row.evidencias.filter((e) => e.criterio === criterio).map(quote);
  return {
    id: row.id,
    templateId: row.template_id,
    versao: row.versao,
    nome: row.nome,
    categoria: row.categoria,
    descricao: row.descricao,
    modelo: row.modelo,
    parametrosOmitidos: row.parametros_omitidos,
    resultado: {
      insight: {
        resumo: row.resumo,
        pontuacao: row.pontuacao,
        pontuacao_ia: row.pontuacao_ia,
        scoreConfianca: row.score_confianca,
        statusProcessamento: row.status_processamento,
        motivo: row.motivo,
        semEvidencia: row.sem_evidencia,
        validadoHumano: row.validado_humano,
        validacao: row.validacao && { ...row.validacao, em: new Date(row.validacao.em).toISOString() },
        ...presentComments(row.comentarios),
        criterios: (readInsightResult(row.resultado)?.criterios ?? []).map((criterio) => ({
          id: criterio.id,
          descricao: criterio.descricao,
          peso: criterio.peso,
          critico: criterio.critico,
          atendido: criterio.atendido,
          justificativa: criterio.justificativa,
          comprovado: criterio.comprovado,
          ...(criterio.naoPontuado ? { naoPontuado: criterio.naoPontuado } : {}),
          evidencias: quotesOf(criterio.id),
        })),
        alertasIdentificados: readAlerts(row.alertas).map(({ value: alerta, index }) => ({
          titulo: alerta.titulo,
          descricao: alerta.descricao,
          gravidade: alerta.gravidade,
          comprovado: alerta.comprovado,
          evidencias: quotesOf(alertKey(index)),
        })),
      },
      processedAt: iso(row.processed_at),
    },
  };
}

/** Costs of a run. A unit's price is the mean price paid, so that price × quantity equals the total. */
export function presentCustos(
  custos: CustosRow | null,
  transcricoes: readonly TranscricaoRow[],
): ResultadoCompleto['custos'] {
  const c = custos ?? {
    minutos: 0,
    usd_minutos: 0,
    modelo_transcricao: null,
    prompts: 0,
    tokens: 0,
    usd_tokens: 0,
    sem_preco_transcricao: [],
    sem_preco_insights: [],
    creditos: 0,
  };
  return {
    moeda: 'USD',
    custoTotal: round(c.usd_minutos + c.usd_tokens, 8),
    transcricao: {
      modelo: c.modelo_transcricao ?? transcricoes[0]?.modelo ?? null,
      totalMinutos: c.minutos,
      custoPorMinuto: c.minutos > 0 ? round(c.usd_minutos / c.minutos, 12) : 0,
      custoTotalTranscricao: round(c.usd_minutos, 8),
      semPreco: c.sem_preco_transcricao,
    },
    insights: {
      totalPrompts: c.prompts,
      totalTokens: Math.round(c.tokens),
      custoPorToken: c.tokens > 0 ? round(c.usd_tokens / c.tokens, 12) : 0,
      custoTotalInsights: round(c.usd_tokens, 8),
      semPreco: c.sem_preco_insights,
    },
    creditos: c.creditos,
  };
}

const wordsOf = (text: string) => text.trim().split(/\s+/u).filter(Boolean).length;

/** A party's words per minute of talk; null without speech or text. */
function pace(lado: Lado, fatos: AudioFacts | null, transcricoes: readonly TranscricaoRow[]): number | null {
  const talkMs = fatos?.canais.find((canal) => canal.canal === lado)?.talkMs ?? 0;
  const words = transcricoes
    .flatMap(({ sentencas }) => sentencas)
    .reduce((n, { falante, text }) => n + (sideOf(falante) === lado ? wordsOf(text) : 0), 0);
  return talkMs > 0 && words > 0 ? round(words / (talkMs / 60_000), 1) : null;
}

/** Figures of the whole call; the mean confidence weights channels by words. */
export function presentEstatisticas(
  fatos: AudioFacts | null,
  transcricoes: readonly TranscricaoRow[],
  insights: readonly InsightRow[],
): ResultadoCompleto['estatisticas'] {
  let palavras = 0;
  let weighted = 0;
  let weight = 0;
  for (const { full_text, confianca } of transcricoes) {
    const words = wordsOf(full_text);
    palavras += words;
    if (confianca === null) continue;
    weighted += confianca * words;
    weight += words;
  }
  return {
    palavrasTotais: palavras,
    confianciaMediaTranscricao: weight === 0 ? null : round(weighted / weight, 4),
    insightsGerados: insights.filter((i) => i.status_processamento === 'concluido').length,
    palavrasPorMinuto: {
      agente: pace('agente', fatos, transcricoes),
      cliente: pace('cliente', fatos, transcricoes),
    },
  };
}

/** Shapes the analysis page. `urls`: signed paths. */
export function presentResultadoCompleto(
  row: ResultadoItemRow,
  urls: { audio: string | null; picos: string | null },
): ResultadoCompleto {
  const { transcricoes, insights, custos, timeline } = row;
  const item: ItemLido = {
    ...row,
    fatos_audio: readAudioFacts(row.fatos_audio),
    analise_texto: readTextAnalysis(row.analise_texto),
  };
  const side = (canal: Canal) => {
    const found = transcricoes.find((t) => t.canal === canal);
    return found ? presentChannel(found, item) : null;
  };
  return {
    auditoria: item.auditoria,
    projeto: item.projeto,
    auditoriaItem: {
      id: item.id,
      perfil: profileOf(item.tipo_item),
      pesquisaId: item.pesquisa_id,
      entrevistaId: item.entrevista_id,
      celulaNoMapa: item.celula_no_mapa,
      status: item.status,
      motivo: item.motivo,
      arquivoPath: item.arquivo_path,
      arquivoNome: item.arquivo_nome,
      gravacaoNaTelefonia: item.gravacao_na_telefonia,
      temGravacoesAnteriores: item.tem_gravacoes_anteriores,
      numeroDestino: item.numero_destino,
      direcao: item.direcao,
      pernas: readStoredList(perna, item.pernas),
      pernasTotal: readStored(z.number().int(), item.pernas_total, null),
      ramal: item.ramal,
      agente: item.agente && item.agente_origem ? { ...item.agente, origem: item.agente_origem } : null,
      nomeEntrevistado: item.nome_entrevistado,
      callDuration: item.call_duration,
      callStartTime: iso(item.call_start_time),
      inicioPrecisao: item.inicio_precisao,
      createdAt: item.created_at.toISOString(),
      dadosApagadosEm: iso(item.dados_apagados_em),
      ui_payload: transcricoes.length === 0 ? null : { left: side('left'), right: side('right') },
    },
    execucao: item.execucao && presentExecucao(item.execucao),
    audioUrl: urls.audio,
    picosUrl: urls.picos,
    fatosAudio: item.fatos_audio,
    falasDeixadas: readFalasDeixadas(row.falas_deixadas),
    analiseTexto: presentAnalysis(item.analise_texto),
    insightTemplatesUsados: insights.map(presentInsight),
    custos: presentCustos(custos, transcricoes),
    estatisticas: presentEstatisticas(item.fatos_audio, transcricoes, insights),
    timeline: timeline.map(({ evento, timestamp, detalhes }) => ({
      evento,
      timestamp: new Date(timestamp).toISOString(),
      detalhes,
    })),
  };
}

type Historico = ResponseOf<typeof listResultadosDoItem>['data'][number];

/** Converts a result of an item's history to the specification's fields. */
export function presentHistorico(row: HistoricoRow, item: ItemDoResultado): Historico {
  return {
    id: row.id,
    execucao_id: row.execucao_id,
    status_processamento: row.status_processamento,
    ...presentParts(row, item, row.status_processamento),
    analise_individual: presentIndividual(row),
    created_at: row.created_at.toISOString(),
  };
}
