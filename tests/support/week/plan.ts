// The plan of the week: the interviewer and the day of each interview.
import { type Perfil, VELHO_DE } from './held.ts';
import { SEXOS } from './questions.ts';

export const ENTREVISTADORES = ['Ana', 'Bruno', 'Nilo'] as const;
export type Entrevistador = (typeof ENTREVISTADORES)[number];
/** The interviewer who invents interviews. */
export const INVENTA: Entrevistador = 'Nilo';

const perfil = (sexo: Perfil['sexo'], idade: Perfil['idade']): Perfil => ({ sexo, idade });
export const [FV, MV, FJ, MJ] = [
  perfil('Feminino', 'velho'),
  perfil('Masculino', 'velho'),
  perfil('Feminino', 'jovem'),
  perfil('Masculino', 'jovem'),
];

/** Profiles of the last interviews. `semRede`: without a network; `versao2`: after the second version's publication. */
const LAST: Record<Entrevistador, { semRede: readonly Perfil[]; versao2: readonly Perfil[] }> = {
  Ana: { semRede: [FV, MV, FJ, MJ], versao2: [FJ, FV] },
  // Ana and Bruno both interview a last young man without knowing of each other: one interview more than the goal.
  Bruno: { semRede: [MV, FJ, FV, MJ], versao2: [MV, FJ] },
  Nilo: { semRede: [FV, MV, FJ, MV], versao2: [FV, MV] },
};
const FIRST: Record<Entrevistador, readonly Perfil[]> = {
  Ana: [FV, MJ, FJ, MV],
  Bruno: [FV, MV, FJ, MJ],
  Nilo: [FJ, FV, MV, MJ],
};

export type Planejada = {
  entrevistador: Entrevistador;
  perfil: Perfil;
  nome: string;
  telefone: string;
  /** The interview's number among all interviews of the week. */
  index: number;
  /** The respondent wants no recording. */
  semSom: boolean;
  /** Start of the interview: on the day `diasAntes` days before today, `minuto` minutes after 9:00. */
  diasAntes: number;
  minuto: number;
};
export type Semana = Record<'rede' | 'semRede' | 'versao2', Planejada[]>;

const NOMES = ['Alzira', 'Benedito', 'Célia', 'Dirceu', 'Elza', 'Firmino', 'Gilda', 'Hélio', 'Iracema'];
const SOBRENOMES = ['Prado', 'Queiroz', 'Rezende', 'Sampaio', 'Teles', 'Uchoa', 'Vilela', 'Xavier'];
/** The telephone number that the inventing interviewer gives for three respondents. */
export const TELEFONE_DE_CASA = '11977770000';
const MINUTES_APART = 20;
/** The week's first two days, as numbers of days before today; interviews on these days have a network. */
const FIRST_DAYS = [5, 4] as const;
const DAYS = { semRede: 3, versao2: 2 } as const;

/** Plans `each` interviews per interviewer: online first, some offline, the last with a new questionnaire version. */
export function planWeek(each: number): Semana {
  const [offline, late] = each < 10 ? [1, 1] : [4, 2];
  const week: Semana = { rede: [], semRede: [], versao2: [] };
  let index = 0;
  for (const entrevistador of ENTREVISTADORES) {
    const online = each - offline - late;
    const usual = FIRST[entrevistador];
    let own = 0;
    const meet = (part: keyof Semana, profile: Perfil, diasAntes: number, turn: number): void => {
      week[part].push({
        ...{ entrevistador, perfil: profile, index, diasAntes, minuto: turn * MINUTES_APART },
        semSom: part === 'semRede' && profile === MJ,
        nome: `${NOMES[index % NOMES.length]} ${SOBRENOMES[Math.floor(index / NOMES.length) % SOBRENOMES.length]}`,
        telefone:
          entrevistador === INVENTA && own < 3 ? TELEFONE_DE_CASA : `119${String(81_000_000 + index * 7919)}`,
      });
      index += 1;
      own += 1;
    };
    for (let n = 0; n < online; n += 1)
      meet('rede', usual[n % usual.length] as Perfil, FIRST_DAYS[n % 2] as number, Math.floor(n / 2));
    for (const [n, one] of LAST[entrevistador].semRede.slice(-offline).entries())
      meet('semRede', one, DAYS.semRede, n);
    for (const [n, one] of LAST[entrevistador].versao2.slice(0, late).entries())
      meet('versao2', one, DAYS.versao2, n);
  }
  for (const part of Object.values(week))
    part.sort((a, b) => b.diasAntes - a.diasAntes || a.minuto - b.minuto || a.index - b.index);
  return week;
}

/** Makes a cell's key in the goals: sex, then age. */
export const keyOf = ({ sexo, idade }: Perfil): string =>
  `${SEXOS.indexOf(sexo)}.${idade === 'velho' ? 1 : 0}`;

/** Goals by sex and age. Two are exactly reached, one is exceeded by one interview, and one lacks three interviews. */
export function goalsFor(week: Semana): { chave: string; perfil: Perfil; feitas: number; meta: number }[] {
  const all = Object.values(week).flat();
  return [
    { perfil: FV, mais: 0 },
    { perfil: MJ, mais: -1 },
    { perfil: MV, mais: 0 },
    { perfil: FJ, mais: 3 },
  ].map(({ perfil: one, mais }) => {
    const feitas = all.filter((planned) => planned.perfil === one).length;
    return { chave: keyOf(one), perfil: one, feitas, meta: feitas + mais };
  });
}

export const SEXO_NO_PLANO = { Feminino: 'Mulheres', Masculino: 'Homens' } as const;
export const IDADE_NO_PLANO = { jovem: `16 a ${VELHO_DE - 1}`, velho: `${VELHO_DE} ou mais` } as const;
