import type {
  CelulaWire,
  ConfrontoWire,
  SentencaDoTrecho,
} from '@escuta/shared/contracts/surveys/confrontos';
import { OPCOES_ESPECIAIS } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { wholeText } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { MARCAS } from '@escuta/shared/domain/interview/verdicts/matrix';
import { readStored } from '@escuta/shared/domain/text/stored';
import { z } from 'zod';
import type { CelulaRow, ConfrontoRow } from './cell-repo.ts';
import { ALGUEM } from './corrections/correction-of-cell.ts';
import type { Voices } from './corrections/correction-repo.ts';
import { explainOpen } from './open-reasons.ts';
import { optionDifference } from './option-difference.ts';

const iso = (value: Date | string) => new Date(value).toISOString();

const excerptOf = (from: number | null, until: number | null) =>
  from === null || until === null ? null : { inicio_ms: from, fim_ms: until };

/** Codes in the worker's stored form; the answer's schema checks them. */
type Codes = Pick<
  ConfrontoWire,
  'veredito' | 'veredito_ia' | 'leitura' | 'conducao' | 'resposta' | 'comparacao'
>;

export function presentConfronto(row: ConfrontoRow): ConfrontoWire {
  const codes = {
    veredito: row.veredito_pessoa ?? row.veredito,
    veredito_ia: row.veredito_inicial ?? row.veredito,
    leitura: { codigo: row.leitura, provado: row.leitura_provada },
    conducao: { codigo: row.conducao, provado: row.conducao_provada, tipo: row.conducao_tipo },
    resposta: { codigo: row.resposta, provado: row.resposta_provada },
    comparacao: { codigo: row.comparacao, provado: row.comparacao_provada },
  } as Codes;
  return {
    id: row.id,
    entrevista_id: row.entrevista_id,
    item_id: row.item_id,
    pergunta_id: row.pergunta_id,
    ordem: row.ordem,
    ...codes,
    correcao:
      row.veredito_inicial === null || row.veredito_inicial === row.veredito
        ? null
        : {
            veredito: row.veredito as ConfrontoWire['veredito'],
            por: row.correcao && (row.correcao.por ?? ALGUEM),
            em: row.correcao && iso(row.correcao.em),
          },
    revisao: row.revisao && {
      id: row.revisao.id,
      veredito: row.revisao.veredito as ConfrontoWire['veredito'],
      motivo: row.revisao.motivo as NonNullable<ConfrontoWire['revisao']>['motivo'],
      observacao: row.revisao.observacao,
      por: { id: row.revisao.porId, nome: row.revisao.porNome ?? ALGUEM },
      em: iso(row.revisao.em),
    },
    metodo: row.metodo as ConfrontoWire['metodo'],
    motivo: row.motivo && explainOpen(row.motivo),
    marcas: MARCAS.filter((marca) => row.marcas.includes(marca)),
    cobertura: row.cobertura,
    confianca: row.confianca,
    sentimento: row.sentimento,
    faltou: row.faltou,
    acrescentou: row.acrescentou,
    opcoes_nao_marcadas: row.opcoes_nao_marcadas,
    opcoes_nao_ditas: row.opcoes_nao_ditas,
    divergencia:
      codes.veredito === 'diverge' ? optionDifference(row.opcoes_nao_marcadas, row.opcoes_nao_ditas) : null,
    falado: row.falado,
    digitado: row.digitado,
    planilha: row.planilha && { situacao: row.planilha, celula: row.celula },
    ouvir: excerptOf(row.ouvir_inicio_ms, row.ouvir_fim_ms),
    resposta_em: excerptOf(row.resposta_inicio_ms, row.resposta_fim_ms),
    evidencias: row.evidencias.map((quote) => ({
      sobre: quote.sobre as ConfrontoWire['evidencias'][number]['sobre'],
      citacao: quote.citacao,
      verificada: quote.verificada,
      sentenca_ordem: quote.sentencaOrdem,
      trecho: excerptOf(quote.startMs, quote.endMs),
    })),
    updated_at: iso(row.updated_at),
  };
}

const perguntaGravada = z.object({
  codigo: z.string().catch(''),
  texto: z.string().catch(''),
  bateria: z.object({ texto: z.string() }).optional().catch(undefined),
  instrucao: z.string().nullable().catch(null),
  lerOpcoes: z.boolean().catch(false),
  observada: z.boolean().catch(false),
  opcoes: z
    .array(
      z.object({
        id: z.uuid(),
        texto: z.string(),
        especial: z.enum(OPCOES_ESPECIAIS).nullable().catch(null),
      }),
    )
    .catch([]),
});

/** Shapes a cell with all that its panel shows. `urls`: signed paths. */
export function presentCell(
  row: CelulaRow,
  sentencas: SentencaDoTrecho[],
  voices: Voices | null,
  urls: { audio: string | null; picos: string | null },
): CelulaWire {
  const { lerOpcoes, opcoes, texto, bateria, ...pergunta } = readStored(perguntaGravada, row.pergunta, {
    codigo: '',
    texto: '',
    bateria: undefined,
    instrucao: null,
    lerOpcoes: false,
    observada: false,
    opcoes: [],
  });
  const unread = new Set(row.marcas.includes('opcoes_nao_lidas') ? row.faltou : []);
  return {
    ...presentConfronto(row),
    pergunta: {
      ...pergunta,
      texto: wholeText({ texto, bateria }),
      ler_opcoes: lerOpcoes,
      opcoes: opcoes.map((opcao) => ({
        ...opcao,
        nao_lida: lerOpcoes && opcao.especial === null && unread.has(opcao.texto),
      })),
    },
    entrevista: {
      nome: row.nome_entrevistado,
      entrevistador: row.entrevistador,
      em: row.realizada_em && iso(row.realizada_em),
      inicio_precisao: row.inicio_precisao,
      propria: row.propria,
    },
    sentencas,
    vozes: voices && {
      ...voices,
      trocadas: voices.trocadas && { por: voices.trocadas.por ?? ALGUEM, em: iso(voices.trocadas.em) },
    },
    audioUrl: urls.audio,
    picosUrl: urls.picos,
    historico: row.historico.map((one) => ({
      veredito: one.veredito as ConfrontoWire['veredito'],
      motivo: one.motivo as CelulaWire['historico'][number]['motivo'],
      observacao: one.observacao,
      por: one.por ?? ALGUEM,
      em: iso(one.em),
      desfeita_em: one.desfeitaEm && iso(one.desfeitaEm),
      analise_anterior: one.analiseAnterior,
      nao_levado: one.naoLevada,
    })),
    correcoes_anteriores: row.correcoes.map((one) => ({
      texto_original: one.textoOriginal,
      texto: one.texto,
      falante: one.falante as CelulaWire['correcoes_anteriores'][number]['falante'],
      por: one.por ?? ALGUEM,
      em: iso(one.em),
      inicio_ms: one.inicioMs,
      fim_ms: one.fimMs,
    })),
  };
}
