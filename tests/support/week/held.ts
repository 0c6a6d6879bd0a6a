// Interviews as they were really conducted: scripts of the truth set with a chosen respondent, without the questions
// that a dishonest interviewer did not ask.
import { prepareConfront } from '@escuta/shared/domain/interview/comparison/places';
import { hear } from '../../../scripts/verdade/hear.ts';
import type { Caso } from '../../../scripts/verdade/judges.ts';
import type { PerguntaVerdade } from '../../../scripts/verdade/questionnaires.ts';
import { type Roteiro, type VerdadeDaCelula, writeInterview } from '../../../scripts/verdade/script.ts';
import type { SEXOS } from './questions.ts';

/** Ages as numbers and in spoken words. */
const AGES = {
  jovem: [
    ['22', 'Vinte e dois.'],
    ['29', 'Vinte e nove.'],
    ['37', 'Tenho trinta e sete.'],
    ['42', 'Tenho quarenta e dois.'],
  ],
  velho: [
    ['48', 'Quarenta e oito anos.'],
    ['55', 'Cinquenta e cinco.'],
    ['67', 'Sessenta e sete anos completos.'],
    ['71', 'Setenta e um.'],
  ],
} as const;
/** The age from which a respondent belongs to the older group. */
export const VELHO_DE = 45;

export type Perfil = { sexo: (typeof SEXOS)[number]; idade: keyof typeof AGES };

/** Narrows a questionnaire: its first two questions (sex and age) get only the answers of the respondent's profile. */
function narrowed(perguntas: readonly PerguntaVerdade[], { sexo, idade }: Perfil, index: number) {
  const [valor, fala] = AGES[idade][index % AGES[idade].length] as readonly [string, string];
  return perguntas.map((one, place): PerguntaVerdade => {
    if (place === 0) return { ...one, respostas: [{ fala: `${sexo}.`, valor: [sexo] }] };
    return place === 1 ? { ...one, respostas: [{ fala, valor: [valor] }] } : one;
  });
}

const firstOf = ({ leitura, conducao, resposta }: VerdadeDaCelula): number =>
  Math.min(...leitura.falas, ...conducao.falas, ...resposta.falas);

/** Copies a script without the sentences on some questions, which were never asked and get invented answers. */
function without(roteiro: Roteiro, de: number, ate: number): Roteiro {
  const { celulas } = roteiro;
  const asked = celulas.flatMap((cell, at) => (cell.leitura.falas.length > 0 ? [{ cell, at }] : []));
  const first = asked.find(({ at }) => at >= de)?.cell;
  const next = asked.find(({ at }) => at >= ate)?.cell;
  if (!first || !next) throw new Error('nothing is said about these questions');
  const [from, to] = [firstOf(first), firstOf(next)];
  const moved = (falas: number[]): number[] => falas.map((n) => (n < from ? n : n - (to - from)));
  return {
    ...roteiro,
    falas: roteiro.falas.filter((_, n) => n < from || n >= to),
    celulas: celulas.map((cell, at): VerdadeDaCelula => {
      if (at >= de && at < ate && cell.veredito !== 'nao_se_aplica')
        return {
          ...cell,
          ...{ veredito: 'nao_perguntada', falha: 'bloco pulado', marcada: null, armadilha: null },
          leitura: { codigo: 'nao_feita', falas: [] },
          conducao: { codigo: 'neutra', tipo: 'nenhum', falas: [] },
          resposta: { codigo: 'ausente', falas: [], valor: [], mudou: false },
          registra: 'sim',
        };
      const { leitura, conducao, resposta } = cell;
      return {
        ...cell,
        leitura: { ...leitura, falas: moved(leitura.falas) },
        conducao: { ...conducao, falas: moved(conducao.falas) },
        resposta: { ...resposta, falas: moved(resposta.falas) },
      };
    }),
  };
}

/**
 * Chooses the range of questions that a dishonest interviewer does not ask: of many questions a third; of few, all but
 * the first and the last.
 */
const leftOut = (count: number): [number, number] =>
  count < 6 ? [1, count - 1] : [Math.floor(count / 3), Math.floor((2 * count) / 3)];

/**
 * Conducts one interview with a respondent of a profile.
 * @param index selects the planted fault: every third interview of an honest interviewer has a typing error
 * @param inventa true: the interviewer leaves questions out and invents their answers
 */
export function hold(
  perguntas: readonly PerguntaVerdade[],
  perfil: Perfil,
  index: number,
  { inventa = false } = {},
): Caso {
  const [sexo, idade] = perguntas;
  const written = writeInterview(index, 1 + index * 104_729, {
    questionarios: [narrowed(perguntas, perfil, index)],
    plantadas: { falhas: !inventa && index % 3 === 0 ? 1 : 0, marcadas: 0, armadilhas: inventa ? 0 : 1 },
    semPlano: new Set([sexo?.id ?? '', idade?.id ?? '']),
  });
  const roteiro = inventa ? without(written, ...leftOut(perguntas.length)) : written;
  const ouvida = hear(roteiro, 0, 'mono');
  return { roteiro, ouvida, captacao: 'mono', preparo: prepareConfront(roteiro.conteudo, ouvida.sentencas) };
}
