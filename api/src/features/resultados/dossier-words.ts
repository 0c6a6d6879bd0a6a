/** A call's dossier in words for people, the same for its pages and its sheets. */
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { ChannelFacts } from '@escuta/shared/domain/audio/audio-facts';
import { ATENDIDO_LABEL, VEREDITO_LABEL } from '@escuta/shared/domain/exports/exports';
import { SENTIMENTO_LABEL } from '@escuta/shared/domain/filters/filtro-campos';
import { overallScore, rejectsWhole } from '@escuta/shared/domain/insights/scores';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { showPhone } from '@escuta/shared/domain/text/phone';
import { clockText, momentText, secondsText, shareText } from '@escuta/shared/services/dossiers/words';
import type {
  ConteudoDoDossie,
  CriterioDoDossie,
  InsightDoDossie,
  RevisaoDoDossie,
} from './dossier-content.ts';

export type Fato = readonly [rotulo: string, valor: string];
const known = (facts: readonly Fato[]): Fato[] => facts.filter(([, valor]) => valor !== '');

/** The noun for the dossier's item: 'ligação' or 'entrevista'. */
export const nounOf = ({ ligacao }: ConteudoDoDossie) => PROFILES[profileOf(ligacao.tipo)].pagina.nome;
export const phoneOf = ({ ligacao: { numero } }: ConteudoDoDossie): string =>
  numero === null ? '' : (showPhone(numero) ?? numero);

const secondsOf = ({ ligacao, gravacao }: ConteudoDoDossie): number | null =>
  gravacao?.duracao_ms == null ? ligacao.duracao_s : Math.round(gravacao.duracao_ms / 1000);

/** Facts that identify the call (parties, time, recording) and its tone, in the order of the first page. */
export function identification(conteudo: ConteudoDoDossie): Fato[] {
  const { ligacao, analise_texto: analise } = conteudo;
  const { empresa, projeto, agente } = ligacao;
  const offences = (analise?.ofensas ?? []).map(({ termo }) => termo);
  return known([
    ['Empresa', empresa.nome],
    ['CNPJ', empresa.cnpj === null ? '' : formatCnpj(empresa.cnpj)],
    ['Projeto', projeto.nome],
    ['Agente', agente?.nome ?? ''],
    ['Ramal', ligacao.ramal ?? ''],
    ['Nome', ligacao.nome ?? ''],
    ['Número', phoneOf(conteudo)],
    [PROFILES[profileOf(ligacao.tipo)].pagina.inicio, momentText(ligacao.inicio, ligacao.inicio_precisao)],
    ['Duração', clockText(secondsOf(conteudo))],
    ['Gravação', recordingText(conteudo)],
    ['Sentimento', analise?.sentimentoGeral ? SENTIMENTO_LABEL[analise.sentimentoGeral] : ''],
    ['Palavras ofensivas', [...new Set(offences)].join(', ')],
  ]);
}

/** The recording's name, and the time since which it is detached from the call. */
function recordingText({ gravacao }: ConteudoDoDossie): string {
  if (!gravacao) return '';
  const gone = gravacao.situacao === 'trocada' || gravacao.situacao === 'removida';
  const name = gravacao.nome ?? 'sem nome';
  return gone ? `${name} (${gravacao.situacao} em ${momentText(gravacao.saiu_em ?? null)})` : name;
}

const inForce = ({ revisoes }: InsightDoDossie): RevisaoDoDossie | null =>
  revisoes.find((revisao) => revisao.em_vigor) ?? null;

const personAndTime = ({ por, em }: Pick<RevisaoDoDossie, 'por' | 'em'>): string =>
  `${por?.nome ?? 'pessoa removida'} em ${momentText(em)}`;

/** The call's score, as shown in lists and reports, and the AI's score. */
export function scoreOf({ insights }: ConteudoDoDossie) {
  const judged = insights.filter(({ status }) => status === 'concluido');
  const reviews = judged.map(inForce).filter((review) => review !== null);
  const last = reviews.sort((a, b) => b.em.localeCompare(a.em))[0];
  return {
    emVigor: overallScore(judged.map(({ pontuacao }) => pontuacao)),
    ia: overallScore(judged.map(({ pontuacao_ia: ia }) => ia)),
    revisao: last ? `Revisada por ${personAndTime(last)}` : null,
  };
}

export type CriterioEmPalavras = {
  descricao: string;
  peso: number;
  critico: boolean;
  resposta: string;
  tom: 'bom' | 'mau' | 'alerta' | 'discreto';
  /** The AI's answer if a person gave another; else null. */
  ia: string | null;
  /** Reason why the answer does not count; null: the answer counts. */
  ressalva: string | null;
  /** The AI's reason; marked as the AI's beside a person's different answer. */
  justificativa: string;
  /** Quotes; those found in the transcript come first. */
  citacoes: { quando: string; quem: string; texto: string; verificada: boolean }[];
};

export type InsightEmPalavras = {
  template: string;
  versao: number;
  modelo: string;
  pontuacao: string;
  ia: string;
  /** Text like 'Confirmado por … em …'; null: no person decided. */
  revisao: string | null;
  /** Reason why there are no criteria; null: there are criteria. */
  falha: string | null;
  resumo: string;
  criterios: CriterioEmPalavras[];
};

/**
 * A criterion in words for people: answers, reason, quotes, and why an answer does not count.
 * @param speakers by sentence number
 * @param rejected whether a person rejected the whole insight
 */
function criterionWords(
  criterio: CriterioDoDossie,
  { evidencias }: InsightDoDossie,
  speakers: ReadonlyMap<number, string>,
  rejected: boolean,
): CriterioEmPalavras {
  const { atendido_ia: ia, atendido_pessoa: pessoa, comprovado } = criterio;
  const atendido = pessoa ?? ia;
  const corrected = pessoa !== null && pessoa !== ia;
  const proven = comprovado || corrected;
  const reason = criterio.justificativa ?? '';
  const tom =
    atendido === 'nao_se_aplica' ? 'discreto' : !proven ? 'alerta' : atendido === 'sim' ? 'bom' : 'mau';
  return {
    descricao: criterio.descricao,
    peso: criterio.peso,
    critico: criterio.critico,
    resposta: rejected ? 'Rejeitado' : ATENDIDO_LABEL[atendido],
    tom: rejected ? 'discreto' : tom,
    ia: corrected || rejected ? ATENDIDO_LABEL[ia] : null,
    ressalva: proven || rejected ? null : 'não comprovado',
    justificativa: corrected && reason !== '' ? `IA: ${reason}` : reason,
    citacoes: evidencias
      .filter((evidencia) => evidencia.criterio === criterio.id)
      .map(({ citacao, verificada, fala, inicio_ms: inicio }) => ({
        quando: inicio === null ? '' : clockText(inicio / 1000),
        quem: (fala === null ? null : speakers.get(fala)) ?? '',
        texto: citacao,
        verificada,
      }))
      .sort((a, b) => Number(b.verificada) - Number(a.verificada)),
  };
}

export function insightWords(conteudo: ConteudoDoDossie): InsightEmPalavras[] {
  const speakers = new Map(conteudo.falas.map(({ ordem, falante }) => [ordem, FALANTE_LABEL[falante]]));
  return conteudo.insights.map((insight) => {
    const revisao = inForce(insight);
    const rejected =
      revisao !== null &&
      rejectsWhole(
        insight.criterios.map((one) => ({ ...one, atendido: one.atendido_ia })),
        {
          veredito: revisao.veredito,
          inteiro: revisao.inteiro,
          respostas: new Map(revisao.criterios.map((one) => [one.id, one.atendido_pessoa])),
        },
      );
    return {
      template: insight.template.nome,
      versao: insight.template.versao,
      modelo: insight.modelo ?? '',
      pontuacao: shareText(insight.pontuacao),
      ia: shareText(insight.pontuacao_ia),
      revisao: revisao && `${reviewWord(revisao, rejected)} por ${personAndTime(revisao)}`,
      falha: insight.status === 'concluido' ? null : (insight.motivo ?? 'A análise não terminou.'),
      resumo: insight.resumo ?? '',
      criterios: insight.criterios.map((one) => criterionWords(one, insight, speakers, rejected)),
    };
  });
}

const reviewWord = ({ veredito }: RevisaoDoDossie, rejected: boolean): string =>
  veredito === 'aprovado' ? 'Confirmado' : rejected ? 'Rejeitado' : 'Corrigido';

const GRAVIDADE = { alta: 'alta', media: 'média', baixa: 'baixa' } as const;
const ORDEM = ['alta', 'media', 'baixa'] as const;

/** The alerts of all insights, gravest first; equal alerts appear once. */
export function alertWords({ insights }: ConteudoDoDossie) {
  const words = insights
    .flatMap(({ alertas }) => alertas ?? [])
    .sort((a, b) => ORDEM.indexOf(a.gravidade) - ORDEM.indexOf(b.gravidade))
    .map(({ titulo, descricao, gravidade, comprovado }) => ({
      titulo,
      descricao,
      gravidade: `Gravidade ${GRAVIDADE[gravidade]}${comprovado ? '' : ', sem comprovação'}`,
      grave: gravidade === 'alta',
    }));
  return [...new Map(words.map((one) => [Object.values(one).join('\n'), one])).values()];
}

/** The reviews of all insights, also undone ones. */
export function reviewRows({ insights }: ConteudoDoDossie) {
  return insights.flatMap(({ template, criterios, revisoes }) => {
    const names = new Map(criterios.map(({ id, descricao }) => [id, descricao]));
    return revisoes.map((revisao) => ({
      template: template.nome,
      veredito: VEREDITO_LABEL[revisao.veredito],
      por: revisao.por?.nome ?? '',
      em: revisao.em,
      situacao: revisao.em_vigor
        ? 'em vigor'
        : revisao.desfeita_em
          ? `desfeita em ${momentText(revisao.desfeita_em)}`
          : 'substituída',
      correcoes: revisao.criterios
        .filter((one) => one.atendido_ia !== one.atendido_pessoa)
        .map(
          (one) =>
            `${names.get(one.id)?.replace(/\.$/, '') ?? 'Critério'}: de ${ATENDIDO_LABEL[one.atendido_ia]} para ${ATENDIDO_LABEL[one.atendido_pessoa]}`,
        ),
      texto: [revisao.motivo, revisao.observacoes].filter(Boolean).join('. '),
    }));
  });
}

/** Facts of the sound; empty if the sound was not measured. */
export function soundFacts({ ligacao, fatos_audio: fatos }: ConteudoDoDossie): Fato[] {
  if (!fatos) return [];
  const { canais, dialogue, espera } = fatos;
  const { papeis } = PROFILES[profileOf(ligacao.tipo)];
  const share = (ms: number) => shareText(fatos.durationMs > 0 ? ms / fatos.durationMs : null);
  const ofBoth = (text: (canal: ChannelFacts) => string) =>
    canais.flatMap((one) => (one.canal === 'unico' ? [] : [`${papeis[one.canal]} ${text(one)}`])).join(', ');
  return known([
    ['Duração do som', clockText(fatos.durationMs / 1000)],
    ['Fala', ofBoth(({ talkShare }) => shareText(talkShare))],
    [
      'Silêncio',
      fatos.silences.length === 0 ? 'nenhum' : `${secondsText(fatos.silenceMs)} (${share(fatos.silenceMs)})`,
    ],
    [
      'Espera',
      espera && espera.totalMs > 0 ? `${secondsText(espera.totalMs)} (${share(espera.totalMs)})` : '',
    ],
    ['Sobreposição', dialogue ? secondsText(dialogue.overtalkMs) : ''],
    [
      'Interrupções',
      dialogue
        ? (['agente', 'cliente'] as const)
            .map((lado) => `${papeis[lado]} ${dialogue.interruptions.filter(({ by }) => by === lado).length}`)
            .join(', ')
        : '',
    ],
    [
      'Maior monólogo',
      ofBoth(({ longestMonologue: one }) => (one ? clockText((one.endMs - one.startMs) / 1000) : 'nenhum')),
    ],
    ['Avisos', fatos.avisos.map(({ mensagem }) => mensagem).join(' ')],
  ]);
}

/** Sentences in order; a sentence changed by a person also has the AI's text. */
export function sentenceWords({ falas }: ConteudoDoDossie) {
  return falas.map((fala) => ({
    inicio: clockText(fala.inicio_ms / 1000),
    fim: clockText(fala.fim_ms / 1000),
    quem: FALANTE_LABEL[fala.falante],
    texto: fala.texto,
    original: fala.texto_ia !== null && fala.texto_ia !== fala.texto ? fala.texto_ia : '',
    quemOriginal:
      fala.falante_ia !== null && fala.falante_ia !== fala.falante ? FALANTE_LABEL[fala.falante_ia] : '',
  }));
}

/** Identifiers and proofs, for comparison with other records. `provas`: proofs of the dossier itself. */
export function technicalFacts(conteudo: ConteudoDoDossie, provas: readonly Fato[]): Fato[] {
  const { ligacao, gravacao, resultado, transcricoes } = conteudo;
  return known([
    [`Identificador da ${nounOf(conteudo)}`, ligacao.id],
    ['Identificador na telefonia', ligacao.unique_id ?? ''],
    ['Identificador do resultado', resultado?.id ?? ''],
    ['Identificador do processamento', resultado?.execucao_id ?? ''],
    ['Processado em', momentText(resultado?.processado_em ?? null)],
    ['Modelos da transcrição', [...new Set(transcricoes.map(({ modelo }) => modelo))].join(', ')],
    ['Gravação recebida em', momentText(gravacao?.recebida_em ?? null)],
    ['SHA-256 da gravação', gravacao?.sha256 ?? ''],
    ...provas,
  ]);
}
