/** Words for a signal's figures. */

import type { SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import type { AlvoSinal } from '@escuta/shared/domain/interview/signals/kinds';
import type { EstadoSinal } from '@escuta/shared/domain/interview/signals/opinions';
import { PESSOAS_MAX } from '@escuta/shared/domain/interview/signals/overlap';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatClockMs, formatNumber, formatShare } from '../../lib/text/format.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

export const ESTADO_LABEL: Record<EstadoSinal, string> = {
  aberto: 'Aberto',
  em_verificacao: 'Em verificação',
  confirmado: 'Confirmado por duas pessoas',
  descartado: 'Explicado',
};
export const ESTADO_VARIANT: Record<EstadoSinal, BadgeVariant> = {
  aberto: 'info',
  em_verificacao: 'warning',
  confirmado: 'destructive',
  descartado: 'success',
};
export const ALVO_LABEL: Record<AlvoSinal, string> = {
  entrevista: 'Uma entrevista',
  entrevistador: 'Um entrevistador',
  par: 'Entrevistas comparadas',
};
export const PARECER_LABEL = { procede: 'Procede', explica: 'Tem explicação' } as const;

type Figures = Pick<SinalWire, 'tipo' | 'alvo' | 'medida' | 'limite' | 'base' | 'nota' | 'fatos'>;

const n = (value: SinalWire['fatos'][string] | undefined, digits = 0): string =>
  typeof value === 'number' ? formatNumber(value, digits) : '-';
const clock = (value: SinalWire['fatos'][string] | undefined): string =>
  typeof value === 'number' ? formatClockMs(value) : '-';

/** Frequency of the signal in an interviewer's interviews, compared with those of all other interviewers. */
function rate({ fatos, limite }: Figures): { medido: string; limite: string } {
  return {
    medido: `O sinal aparece em ${n(fatos.disparos)} de ${n(fatos.medidas)} entrevistas desta pessoa e em ${n(fatos.outrosDisparos)} de ${n(fatos.outrosMedidas)} entrevistas das outras pessoas.`,
    limite: `Por acaso, seriam ${formatShare(limite, 1)} das entrevistas; a chance de um número assim é de ${typeof fatos.p === 'number' ? chance(fatos.p) : '-'}.`,
  };
}

/** Words for a probability, even a very small one. */
function chance(p: number): string {
  if (p < 0.000_001) return 'menos de 1 em 1.000.000';
  return `1 em ${formatNumber(Math.max(1, Math.round(1 / p)))}`;
}

/** Sentence on the rule by which a repeated phone number counts as a signal or not. Older signals lack `motivo`. */
function phoneRule({ fatos: { motivo, entrevistadores }, limite, medida }: Figures): string {
  if (motivo === 'varios') {
    return typeof entrevistadores === 'number' && entrevistadores > 1
      ? `O telefone foi usado por ${formatNumber(entrevistadores)} entrevistadores diferentes: provavelmente é da empresa e não conta como sinal.`
      : 'O telefone aparece em entrevistas sem entrevistador identificado, que podem ser de várias pessoas: por isso, não conta como sinal.';
  }
  if (motivo === 'inventado') {
    return 'O número tem algarismos repetidos ou em sequência: foi digitado na falta de um telefone e não conta como sinal.';
  }
  if (medida > PESSOAS_MAX) {
    return `Um telefone com mais de ${formatNumber(PESSOAS_MAX)} nomes dificilmente é de uma só casa, e este foi digitado por um único entrevistador.`;
  }
  return `Com até ${formatNumber(limite)} nomes, é só uma observação: pessoas da mesma casa dividem o telefone.`;
}

function contact(sinal: Figures): { medido: string; limite: string } {
  const { fatos, medida, limite, nota } = sinal;
  if (fatos.por === 'telefone') {
    return {
      medido: `O mesmo telefone aparece em entrevistas com ${plural(medida, 'nome', 'nomes diferentes')}.`,
      limite: phoneRule(sinal),
    };
  }
  return {
    medido: `A mesma pessoa fez duas entrevistas ao mesmo tempo por ${formatNumber(medida, 1)} min${nota ? '; uma delas não teve respostas nesse período, só ficou aberta' : ''}.`,
    limite: `Limite: ${formatNumber(limite)} min.`,
  };
}

const COMO: Record<string, string> = {
  arquivo: 'Os dois arquivos são exatamente iguais.',
  partes: 'Partes das duas gravações são exatamente iguais.',
};

function recording({ fatos, medida }: Figures): { medido: string; limite: string } {
  const same = COMO[String(fatos.como)];
  if (same) return { medido: same, limite: 'Gravações de duas entrevistas nunca são exatamente iguais.' };
  return {
    medido: `O áudio das duas gravações é igual por ${clock(fatos.ms)}, com semelhança de ${formatShare(medida, 1)}.`,
    limite: 'Limite: 90% de semelhança por 1 minuto.',
  };
}

/** A sentence on what was measured for a signal, and a sentence on the limit from which the measurement counts. */
export function figuresOf(sinal: Figures): { medido: string; limite: string } {
  const { tipo, alvo, medida, limite, fatos } = sinal;
  if (alvo === 'entrevistador') return rate(sinal);
  switch (tipo) {
    case 'digitada_antes':
      return {
        medido: `${n(fatos.antes)} de ${n(fatos.perguntadas)} respostas ${fatos.antes === 1 ? 'foi digitada' : 'foram digitadas'} antes do fim da leitura da pergunta (${formatShare(medida, 1)}).`,
        limite: `Limite: ${formatShare(limite, 1)} das respostas, e ao menos três.`,
      };
    case 'mais_rapida':
      return fatos.por === 'leitura'
        ? {
            medido: `As perguntas foram lidas em ${formatShare(medida)} do tempo esperado para o texto; a mediana desta pessoa é ${typeof fatos.ritmoDoEntrevistador === 'number' ? formatShare(fatos.ritmoDoEntrevistador) : '-'}.`,
            limite: `Limite: ${formatShare(limite)} do tempo de uma leitura a 3,3 palavras por segundo.`,
          }
        : {
            medido: `A entrevista durou ${clock(fatos.duracaoMs)}, muito menos do que as outras da mesma versão (escore ${formatNumber(medida, 1)}).`,
            limite: `Limite: escore ${formatNumber(limite)}.`,
          };
    case 'mesma_gravacao':
      return recording(sinal);
    case 'respostas_quase_iguais':
      return {
        medido: `${n(fatos.iguais)} de ${n(fatos.comparadas)} respostas fechadas ${fatos.iguais === 1 ? 'é igual à' : 'são iguais às'} da outra entrevista (${formatShare(medida, 1)}); o normal nesta pesquisa é ${typeof fatos.mediana === 'number' ? formatShare(fatos.mediana, 1) : '-'}.`,
        limite: `Limite: ${formatShare(limite, 1)}, calculado pelo acaso e pelo padrão desta pesquisa.`,
      };
    case 'sobreposta_ou_telefone':
      return contact(sinal);
  }
}

/** Sentence on the signal's frequency in this survey. */
export const baseText = ({ base }: Pick<SinalWire, 'base'>): string =>
  `Nesta pesquisa, este sinal aparece em ${formatNumber(base.n)} de ${plural(base.d, 'entrevista medida', 'entrevistas medidas')}.`;

/** Greatest number of respondents named in a signal's title. */
const NAMED_MAX = 3;

/** Subject of a signal: the interviewer or, if the interviews name no interviewer, the respondents. */
export function aboutWhom({
  agente,
  entrevistas,
  entrevistas_total: total,
}: Pick<SinalWire, 'agente' | 'entrevistas' | 'entrevistas_total'>): string {
  if (agente) return agente.nome;
  const names = entrevistas.map(({ nome }) => nome || 'Sem nome');
  const shown = total > NAMED_MAX ? names.slice(0, NAMED_MAX - 1) : names.slice(0, -1);
  const last = total > NAMED_MAX ? `mais ${formatNumber(total - shown.length)}` : names.at(-1);
  return [shown.join(', '), last].filter(Boolean).join(' e ');
}
