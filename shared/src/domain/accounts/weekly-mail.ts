import { UNIDADES_MINIMO } from '../intervals/ratio.ts';
import type { Separadas } from '../reports/drawn-apart.ts';
import { GRAVIDADE_LABEL, type Gravidade } from '../rules/rules.ts';
import type { MailContent, MailLine } from './mail-layout.ts';
import { nameForMail } from './mail-names.ts';
import { dayAndMonth, dayAndTime } from './week.ts';

/** Waiting insights and firings are counted up to this number. */
export const ESPERA_MAX = 1000;

/** A call worth playing, without client's name and speech, because mails leave the company's systems. */
export type LigacaoParaOuvir = {
  itemId: string;
  quando: Date;
  agente: string | null;
  /** `falhas`: failed criteria, critical ones first. */
  porque:
    | { tipo: 'pior' | 'melhor' | 'unica'; nota: number; falhas: readonly string[] }
    | { tipo: 'corrigida'; nota: number; notaIa: number }
    | { tipo: 'boa_mas_negativa'; nota: number }
    | { tipo: 'alertas'; nota: number | null; alertas: number };
};

export type NumerosDeUmaSemana = {
  ligacoes: number;
  processadas: number;
  /** Mean score in force, 0 to 1, over `comNota` calls. */
  nota: number | null;
  comNota: number;
};

export type Semana = {
  empresa: string;
  /** Monday and Sunday, yyyy-MM-dd. */
  de: string;
  ate: string;
  agora: NumerosDeUmaSemana;
  antes: NumerosDeUmaSemana;
  /** Scores of the randomly drawn calls and of the others; null if no call was drawn. */
  amostra: Separadas<{ n: number; soma: number }> | null;
  /** Criteria with the largest share of failures. */
  descumpridos: readonly {
    nome: string;
    critico: boolean;
    falhas: number;
    n: number;
    amostra: Separadas<{ n: number; falhas: number }> | null;
  }[];
  ouvir: readonly LigacaoParaOuvir[];
  /** Firings by severity: new and resolved in the week, and all open ones. */
  disparos: readonly { gravidade: Gravidade; novos: number; resolvidos: number; abertos: number }[];
};

export type EsperaDaPessoa = { fila: number };

const inteiro = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const n = (value: number): string => inteiro.format(value);
const contadas = (value: number): string => (value > ESPERA_MAX ? `mais de ${n(ESPERA_MAX)}` : n(value));
const parte = (share: number): string => `${n(share * 100)}%`;
const ligacoes = (value: number): string => (value === 1 ? '1 ligação' : `${n(value)} ligações`);
const nome = nameForMail;

/** Names a call by agent and time, such as 'Carla Dias, 24/11 às 10:32'; without an agent, by time alone. */
function callLabel({ agente, quando }: LigacaoParaOuvir): string {
  const at = dayAndTime(quando);
  return agente === null ? `Ligação de ${at}` : `${nome(agente)}, ${at}`;
}

/** Formats a count beside the previous week's, without judgement, because more calls are neither better nor worse. */
function beside(now: number, before: number): string {
  if (now === before) return `${n(now)}, como na semana anterior`;
  return `${n(now)} (na semana anterior, ${n(before)})`;
}

function score({ nota, comNota }: NumerosDeUmaSemana): string {
  if (nota === null || comNota === 0) return 'nenhuma ligação com pontuação';
  return comNota < UNIDADES_MINIMO ? `poucas ligações com pontuação (${n(comNota)})` : parte(nota);
}

/** Compares the mean score with that of the week before, in points if both weeks have enough calls. */
export function scoreFact(agora: NumerosDeUmaSemana, antes: NumerosDeUmaSemana): string {
  const said = score(agora);
  if (agora.nota === null || agora.comNota < UNIDADES_MINIMO) return said;
  if (antes.nota === null || antes.comNota < UNIDADES_MINIMO)
    return `${said}; na semana anterior, ${score(antes)}`;
  const points = Math.round(agora.nota * 100) - Math.round(antes.nota * 100);
  if (points === 0) return `${said}, como na semana anterior`;
  const by = Math.abs(points) === 1 ? '1 ponto' : `${n(Math.abs(points))} pontos`;
  return `${said}, ${by} ${points > 0 ? 'acima' : 'abaixo'} da semana anterior`;
}

/** Formats a share with its counts; for too few calls only the counts. */
const shareOf = (part: number, of: number): string =>
  of < UNIDADES_MINIMO ? `${n(part)} de ${n(of)}` : `${parte(part / of)} de ${n(of)}`;

/** Shows the mean scores of randomly drawn and other calls, each with its number of calls. */
export function apartFact({ sorteadas, outras }: NonNullable<Semana['amostra']>): string {
  const mean = (sums: { n: number; soma: number }): string =>
    sums.n < UNIDADES_MINIMO ? 'poucas' : parte(sums.soma / sums.n);
  return `sorteadas: ${mean(sorteadas)} (${ligacoes(sorteadas.n)}); outras: ${mean(outras)} (${ligacoes(outras.n)})`;
}

/** Says why the call is worth playing. */
export function hearingReason({ porque }: LigacaoParaOuvir): string {
  switch (porque.tipo) {
    case 'melhor':
      return `A melhor pontuação da semana entre as ligações gravadas: ${parte(porque.nota)}. Esta ligação serve de exemplo.`;
    case 'pior':
    case 'unica': {
      const head =
        porque.tipo === 'pior'
          ? `A pior pontuação da semana entre as ligações gravadas: ${parte(porque.nota)}.`
          : `A única ligação gravada e com pontuação na semana: ${parte(porque.nota)}.`;
      const [first, ...others] = porque.falhas.map((falha) => `“${nome(falha)}”`);
      if (first === undefined) return head;
      return `${head} O agente não cumpriu ${first}${others.length === 0 ? '' : others.length === 1 ? ' e mais 1 critério' : ` e mais ${others.length} critérios`}.`;
    }
    case 'corrigida':
      return `A revisão mudou a pontuação de ${parte(porque.notaIa)} para ${parte(porque.nota)}: ouça onde a IA errou.`;
    case 'boa_mas_negativa':
      return `A pontuação foi ${parte(porque.nota)}, mas o cliente terminou insatisfeito: ouça o que o roteiro não cobre.`;
    case 'alertas':
      return `A IA encontrou ${porque.alertas === 1 ? '1 alerta' : `${n(porque.alertas)} alertas`} nesta ligação.`;
  }
}

const how = (value: number, none: string, one: string, many: string): string =>
  value === 0 ? none : value === 1 ? `1 ${one}` : `${contadas(value)} ${many}`;

const firingLine = (
  { gravidade, novos, resolvidos, abertos }: Semana['disparos'][number],
  url: string | null,
): MailLine => ({
  texto: `Alertas de gravidade ${GRAVIDADE_LABEL[gravidade].toLowerCase()}: ${how(abertos, 'nenhum a resolver', 'a resolver', 'a resolver')}`,
  detalhe: `Na semana: ${how(novos, 'nenhum novo', 'novo', 'novos')}, ${how(resolvidos, 'nenhum resolvido', 'resolvido', 'resolvidos')}.`,
  url,
});

export type EnderecosDaSemana = {
  painel: string | null;
  fila: string | null;
  disparos: string | null;
  criterios: string | null;
  avisos: string | null;
  ligacao: (itemId: string) => string | null;
};

/** Parts of Monday's mail that the person chose. */
export type PartesDaSemana = { semana: boolean; gravidades: readonly Gravidade[] };

/** Writes Monday's mail to a person; null if there was no call in two weeks and nothing is open. */
export function weeklyMail(
  semana: Semana,
  espera: EsperaDaPessoa,
  partes: PartesDaSemana,
  urls: EnderecosDaSemana,
): { assunto: string; conteudo: MailContent } | null {
  const { agora, antes } = semana;
  const disparos = semana.disparos.filter(
    ({ gravidade, novos, resolvidos, abertos }) =>
      partes.gravidades.includes(gravidade) && novos + resolvidos + abertos > 0,
  );
  const hasWeek = partes.semana && agora.ligacoes + antes.ligacoes + espera.fila > 0;
  if (!hasWeek && disparos.length === 0) return null;
  const period = `de ${dayAndMonth(semana.de)} a ${dayAndMonth(semana.ate)}`;
  const secoes: NonNullable<MailContent['secoes']>[number][] = [];
  const waits: MailLine[] = disparos.map((disparo) => firingLine(disparo, urls.disparos));
  if (partes.semana && espera.fila > 0) {
    waits.push({
      texto: `Fila de Revisão: ${espera.fila === 1 ? '1 insight' : `${contadas(espera.fila)} insights`}`,
      url: urls.fila,
    });
  }
  if (waits.length > 0) secoes.push({ titulo: 'Pendências', linhas: waits });
  if (partes.semana && semana.ouvir.length > 0) {
    secoes.push({
      titulo: semana.ouvir.length === 1 ? 'Uma ligação para ouvir' : 'Ligações para ouvir',
      linhas: semana.ouvir.map((ligacao) => ({
        texto: callLabel(ligacao),
        detalhe: hearingReason(ligacao),
        url: urls.ligacao(ligacao.itemId),
      })),
    });
  }
  if (partes.semana && semana.descumpridos.length > 0) {
    secoes.push({
      titulo: 'Critérios mais descumpridos',
      linhas: semana.descumpridos.map((criterio) => ({
        texto: nome(criterio.nome),
        detalhe: `${criterio.critico ? 'Crítico. ' : ''}${
          criterio.n < UNIDADES_MINIMO
            ? `Não cumprido em ${n(criterio.falhas)} de ${ligacoes(criterio.n)}, número baixo demais para uma porcentagem.`
            : `Não cumprido em ${parte(criterio.falhas / criterio.n)} de ${ligacoes(criterio.n)}.`
        }${
          criterio.amostra
            ? ` Sorteadas: ${shareOf(criterio.amostra.sorteadas.falhas, criterio.amostra.sorteadas.n)}; outras: ${shareOf(criterio.amostra.outras.falhas, criterio.amostra.outras.n)}.`
            : ''
        }`,
        url: urls.criterios,
      })),
    });
  }
  return {
    assunto: `A semana ${period}: ${nome(semana.empresa)}`,
    conteudo: {
      titulo: `A semana ${period}`,
      paragrafos: hasWeek
        ? [
            agora.ligacoes === 0
              ? `${nome(semana.empresa)} não teve ligações nessa semana.`
              : `Veja o resumo das ligações de ${nome(semana.empresa)} e por onde começar hoje.`,
          ]
        : [`Veja os alertas das regras de ${nome(semana.empresa)}.`],
      ...(hasWeek
        ? {
            fatos: [
              ['Ligações', beside(agora.ligacoes, antes.ligacoes)],
              ['Processadas', beside(agora.processadas, antes.processadas)],
              ['Pontuação média', scoreFact(agora, antes)],
              ...(semana.amostra ? [['Pontuação por sorteio', apartFact(semana.amostra)] as const] : []),
            ] as const,
          }
        : {}),
      secoes,
      ...(urls.painel ? { acao: { texto: 'Abrir o painel', url: urls.painel } } : {}),
      rodape: `Você recebe este resumo às segundas-feiras porque tem uma conta em ${nome(semana.empresa)} na Escuta.`,
      ...(urls.avisos ? { escolha: { texto: 'Mudar ou desligar os meus avisos', url: urls.avisos } } : {}),
    },
  };
}
