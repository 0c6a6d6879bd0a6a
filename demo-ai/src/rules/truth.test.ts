// The sample calls as a person judged them, with the sentence that best proves each verdict. The rules and every new
// company's stored example must give the same verdicts.
import { readFileSync } from 'node:fs';
import { readyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import { describe, expect, it } from 'vitest';
import type { Linha } from '../prompt-reader.ts';
import { loadSamples, PASTA_DAS_AMOSTRAS } from '../samples.ts';
import { makeInsight } from './insight.ts';
import { scoreSentiment } from './text-analysis.ts';

const SIM = 'sim';
const NAO = 'nao';
const FORA = 'nao_se_aplica';

/** A verdict, and the number of the sentence that best proves it; null if nothing said proves it. */
type Julgado = readonly [verdict: string, sentence: number | null];
type Verdade = Record<string, Record<string, Julgado>>;

const VERDADE: Record<string, Verdade> = {
  'amostra-principal': {
    'aderencia-script': {
      saudacao: [SIM, 1],
      identificacao: [SIM, 2],
      confirmacao_dados: [SIM, 8],
      protocolo: [SIM, 24],
      mais_ajuda: [SIM, 25],
      encerramento: [SIM, 27],
    },
    'cortesia-empatia': {
      cordialidade: [SIM, 8],
      empatia: [SIM, 6],
      sem_ofensa: [SIM, null],
      aviso_espera: [SIM, 12],
    },
    'avisos-decreto-11034': {
      aviso_gravacao: [SIM, 7],
      protocolo: [SIM, 24],
      // The client did not ask to cancel; 'Já cancelei o serviço' is the agent's own offer.
      cancelamento: [FORA, null],
    },
    'resolucao-proximos-passos': { solucao: [SIM, 18], prazo: [SIM, 21], satisfacao: [SIM, 23] },
  },
  'cobranca-com-ofensa': {
    'aderencia-script': {
      saudacao: [SIM, 1],
      identificacao: [SIM, 1],
      confirmacao_dados: [SIM, 5],
      protocolo: [SIM, 21],
      mais_ajuda: [SIM, 22],
      encerramento: [SIM, 25],
    },
    'cortesia-empatia': {
      cordialidade: [SIM, 7],
      empatia: [SIM, 13],
      sem_ofensa: [SIM, null],
      aviso_espera: [SIM, 19],
    },
    'avisos-decreto-11034': { aviso_gravacao: [SIM, 2], protocolo: [SIM, 21], cancelamento: [FORA, null] },
    // 'vencida no dia dez' is about the debt's past, not about the agreement.
    'resolucao-proximos-passos': { solucao: [SIM, 14], prazo: [SIM, 17], satisfacao: [NAO, null] },
  },
  'cancelamento-mal-conduzido': {
    'aderencia-script': {
      saudacao: [NAO, null],
      identificacao: [NAO, null],
      confirmacao_dados: [NAO, null],
      protocolo: [NAO, 26],
      mais_ajuda: [NAO, null],
      encerramento: [NAO, null],
    },
    'cortesia-empatia': {
      cordialidade: [NAO, null],
      empatia: [NAO, null],
      sem_ofensa: [SIM, null],
      aviso_espera: [SIM, 15],
    },
    'avisos-decreto-11034': { aviso_gravacao: [NAO, null], protocolo: [NAO, 26], cancelamento: [NAO, 11] },
    // 'até as quatro' gives the opening hours, not an agreed time.
    'resolucao-proximos-passos': { solucao: [NAO, null], prazo: [NAO, null], satisfacao: [NAO, 27] },
  },
  'venda-de-fibra': {
    'aderencia-script': {
      saudacao: [SIM, 1],
      identificacao: [SIM, 1],
      confirmacao_dados: [SIM, 14],
      protocolo: [SIM, 18],
      mais_ajuda: [SIM, 19],
      encerramento: [SIM, 21],
    },
    'cortesia-empatia': {
      cordialidade: [SIM, 14],
      empatia: [NAO, null],
      sem_ofensa: [SIM, null],
      // The agent thanks for an unannounced wait.
      aviso_espera: [NAO, null],
    },
    'avisos-decreto-11034': { aviso_gravacao: [SIM, 2], protocolo: [SIM, 18], cancelamento: [FORA, null] },
    'resolucao-proximos-passos': { solucao: [SIM, 17], prazo: [SIM, 8], satisfacao: [SIM, 20] },
  },
};

/** A part of the stored example's insight. */
type Guardado = {
  template: string;
  resultado: { criterios: { id: string; atendido: string }[] };
  evidencias: { criterio: string; sentenca_ordem: number | null }[];
  alertas_identificados: { titulo: string }[];
};

const amostras = new Map((await loadSamples()).map((amostra) => [amostra.slug, amostra]));

function linesOf(slug: string): Linha[] {
  const amostra = amostras.get(slug);
  if (!amostra) throw new Error(`falta a amostra ${slug}`);
  return amostra.sentencas.map(({ papel, texto, startMs }, i) => ({
    ordem: i + 1,
    papel,
    inicioS: startMs / 1000,
    texto,
  }));
}

/** Each criterion's verdict, with the number of its first quoted sentence, the best one. */
function judge(slug: string, template: string): Record<string, Julgado> {
  const criterios = readyTemplate(template).criterios.map(({ id, descricao, peso, critico }) => ({
    id,
    descricao,
    peso,
    critico,
  }));
  return Object.fromEntries(
    makeInsight(criterios, linesOf(slug)).criterios.map(({ id, atendido, evidencias }) => [
      id,
      [atendido, evidencias[0]?.sentencas[0] ?? null],
    ]),
  );
}

describe('the sample calls, judged by hand', () => {
  it.each(
    Object.entries(VERDADE).flatMap(([slug, templates]) =>
      Object.entries(templates).map(([template, verdicts]) => ({ slug, template, verdicts })),
    ),
  )('$slug, $template', ({ slug, template, verdicts }) => {
    expect(judge(slug, template)).toEqual(verdicts);
  });

  it.each(Object.entries(VERDADE))('%s: are what its stored analysis shows, 16 of 16', (slug, templates) => {
    const file = slug === 'amostra-principal' ? 'analise' : slug;
    const stored: { insights: Guardado[] } = JSON.parse(
      readFileSync(`${PASTA_DAS_AMOSTRAS}exemplo/${file}.json`, 'utf8'),
    );
    const shown = stored.insights.map(({ template, resultado, evidencias }) => [
      template,
      resultado.criterios.map(({ id, atendido }) => [
        id,
        [atendido, evidencias.find(({ criterio }) => criterio === id)?.sentenca_ordem ?? null],
      ]),
    ]);
    const wanted = Object.entries(templates).map(([id, verdicts]) => [
      readyTemplate(id).nome,
      Object.entries(verdicts),
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
    expect(Object.values(templates).flatMap((verdicts) => Object.keys(verdicts))).toHaveLength(16);
    if (slug !== 'amostra-principal') return;
    // No alert contradicts the verdicts: the angry client was satisfied at the end.
    const alerts = stored.insights.flatMap((one) => one.alertas_identificados);
    expect(alerts.map(({ titulo }) => titulo)).toEqual(['Problema que se repete']);
  });
});

describe('criteria that words of the list cannot answer', () => {
  const ask = (descricao: string, falas: readonly [Linha['papel'], string][]) => {
    const linhas = falas.map(([papel, texto], i) => ({ ordem: i + 1, papel, inicioS: i * 5, texto }));
    return makeInsight([{ id: 'c', descricao, peso: 1, critico: false }], linhas).criterios[0];
  };

  it('do not apply, rather than fail', () => {
    const talk: [Linha['papel'], string][] = [
      ['cliente', 'Quero a segunda via.'],
      ['agente', 'Enviei agora.'],
    ];
    expect(ask('O agente conta uma anedota sobre astronomia.', talk)?.atendido).toBe(FORA);
    expect(ask('Havendo acordo, o agente repete valor e data.', talk)?.atendido).toBe(FORA);
    expect(ask('O agente não promete o que a oferta não tem.', talk)?.atendido).toBe(FORA);
  });

  it('are asked of the side that they name', () => {
    const talk: [Linha['papel'], string][] = [
      ['agente', 'Adorei falar com você, muito obrigada.'],
      ['cliente', 'Que atendimento péssimo.'],
    ];
    expect(ask('O cliente demonstra satisfação ao final da ligação.', talk)?.atendido).toBe(NAO);
    expect(ask('O cliente não ameaça ir ao Procon.', talk)?.atendido).toBe(SIM);
    expect(ask('O cliente não ameaça ir ao Procon.', [['cliente', 'Vou ao Procon.']])?.atendido).toBe(NAO);
  });
});

describe('the sentiment of a sentence', () => {
  it('is not bad where the agent is sorry, names the fault or mends it', () => {
    for (const said of [
      'Sinto muito pelo transtorno, senhor.',
      'Lamento o problema, dona Ana.',
      'Identifiquei uma cobrança indevida de quarenta e nove reais.',
      'Já cancelei o serviço e solicitei o estorno.',
      'Tem fidelidade e multa de doze meses.',
    ])
      expect(scoreSentiment(said, 'agente'), said).toBeGreaterThan(-0.25);
    expect(scoreSentiment('Sinto muito pelo transtorno, senhor.', 'agente')).toBeGreaterThan(0.25);
  });

  it('stays bad where the client complains, and where anybody insults', () => {
    expect(scoreSentiment('A minha fatura veio errada de novo.', 'cliente')).toBeLessThan(-0.25);
    expect(scoreSentiment('Eu quero cancelar, isso é um desrespeito.', 'cliente')).toBeLessThan(-0.25);
    expect(scoreSentiment('Você é um idiota.', 'agente')).toBeLessThan(-0.25);
    expect(scoreSentiment('Tá, mas não demora.', 'cliente')).toBe(0);
  });
});
