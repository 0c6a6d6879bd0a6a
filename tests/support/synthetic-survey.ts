// Surveys of synthetic interviews, known to be honest or not, to test the signals (designs/surveys §8.3).
import type {
  EntrevistaDoSinal,
  GravacaoRepetida,
  LeituraDoSinal,
} from '@escuta/shared/domain/interview/signals/interview-facts';
import { seededRandom } from '@escuta/shared/domain/interview/signals/statistics';
import type { PesquisaDoSinal } from '@escuta/shared/domain/interview/signals/survey-signals';

const DAY_MS = 86_400_000;

/** Draws an approximately normal number (mean 0, deviation 1), as the sum of twelve uniform numbers, less 6. */
const normal = (random: () => number): number =>
  Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);

export type Modelo = { perguntas: number; entrevistas?: number; entrevistadores?: number };

/**
 * Generates honest interviews from `seed`: interviewers with different paces, four kinds of respondents with
 * correlated answers, households with a shared phone, early answers, typing errors.
 */
export function honestSurvey(
  seed: string,
  { perguntas, entrevistas = 300, entrevistadores = 20 }: Modelo,
): PesquisaDoSinal & { interviews: EntrevistaDoSinal[]; repetidas: GravacaoRepetida[] } {
  const random = seededRandom(seed);
  const options = Array.from({ length: perguntas }, () => 3 + Math.floor(random() * 3));
  // Preferred answers of each of four kinds of people.
  const liked = Array.from({ length: 4 }, () => options.map((n) => 1 + Math.floor(random() * n)));
  const paces = Array.from({ length: entrevistadores }, () => Math.max(0.75, 1 + 0.12 * normal(random)));
  const clock = new Map<number, number>();
  const interviews = Array.from({ length: entrevistas }, (_, n): EntrevistaDoSinal => {
    const agent = n % entrevistadores;
    const pace = paces[agent] as number;
    const kind = liked[Math.floor(random() * liked.length)] as number[];
    const fechadas = Uint16Array.from(options, (count, q) => {
      if (random() < 0.02) return 0;
      return random() < 0.35 ? (kind[q] as number) : 1 + Math.floor(random() * count);
    });
    let at = 15_000 + random() * 10_000;
    const leituras = options.map((_count, q): LeituraDoSinal => {
      const palavras = 12 + Math.floor(random() * 20);
      const inicioMs = at;
      const fimMs = inicioMs + (palavras / 3.3) * 1000 * pace * Math.exp(0.1 * normal(random));
      const told = random() < 0.02;
      const slip = random() < 0.01;
      const answered = fimMs + 800 + random() * 5000;
      at = answered + 600 + random() * 1500;
      return {
        perguntaId: `p${q}`,
        inicioMs,
        fimMs,
        palavras,
        inteira: random() > 0.05,
        verificacao: told,
        digitadaMs: told || slip ? inicioMs - 5000 : answered,
      };
    });
    const duracaoMs = (at + 20_000) * Math.exp(0.05 * normal(random));
    const de = (clock.get(agent) ?? Math.floor(random() * DAY_MS)) + 60_000 + random() * 600_000;
    clock.set(agent, de + duracaoMs);
    return {
      id: `e${String(n).padStart(4, '0')}`,
      agenteId: `a${agent}`,
      versaoId: 'v1',
      em: de,
      gravacaoEm: de + duracaoMs,
      ativa: [{ de, ate: de + duracaoMs }],
      respostasEm: leituras.map(({ digitadaMs }) => de + (digitadaMs as number)),
      duracaoMs,
      respondidas: fechadas.filter((answer) => answer > 0).length,
      leituras,
      fechadas,
      telefone:
        random() < 0.8
          ? { numero: `+5511${900_000_000 + n - (random() < 0.02 ? 1 : 0)}`, nome: `n${n}` }
          : null,
    };
  });
  return { pesquisaId: seed, interviews, repetidas: [], comGravacao: entrevistas };
}

export type Survey = ReturnType<typeof honestSurvey>;

/** Shares of the interviews (0 to 1) with honest habits that look like fabrication. */
export type Habitos = { telefoneFicticio: number; deixadaAberta: number; peloQueVe: number };

/** The dummy number that interviewers type for respondents without a telephone. */
const FICTICIO = '+5511999999999';
/** Number of the questionnaire's first questions that interviewers answer by what they see (sex, house, street). */
const PELO_QUE_SE_VE = 4;
const HORA_MS = 3_600_000;

/**
 * Gives interviews honest habits: a dummy telephone, an interview left open for an hour, questions answered by sight.
 * @param marcadas true if the questionnaire marks the questions that are answered by sight, so that the audit measures
 * no reading of them
 */
export function withHabits(survey: Survey, habitos: Habitos, marcadas: boolean): Survey {
  const random = seededRandom(`habitos-${survey.pesquisaId}`);
  const interviews = survey.interviews.map((one): EntrevistaDoSinal => {
    const aberta = random() < habitos.deixadaAberta;
    const bySight = random() < habitos.peloQueVe;
    const leituras = one.leituras.map((reading, q) =>
      bySight && q < PELO_QUE_SE_VE ? { ...reading, digitadaMs: (reading.inicioMs ?? 0) - 3000 } : reading,
    );
    return {
      ...one,
      telefone:
        random() < habitos.telefoneFicticio ? { numero: FICTICIO, nome: `n-${one.id}` } : one.telefone,
      leituras: marcadas ? leituras.slice(PELO_QUE_SE_VE) : leituras,
      ativa: aberta ? one.ativa.map(({ de, ate }) => ({ de, ate: ate + HORA_MS })) : one.ativa,
      duracaoMs: aberta && one.duracaoMs !== null ? one.duracaoMs + HORA_MS : one.duracaoMs,
    };
  });
  return { ...survey, interviews };
}

const own = (survey: Survey, agenteId: string): EntrevistaDoSinal[] =>
  survey.interviews.filter((one) => one.agenteId === agenteId);
const replace = (survey: Survey, changed: readonly EntrevistaDoSinal[]): void => {
  const byId = new Map(changed.map((one) => [one.id, one]));
  survey.interviews = survey.interviews.map((one) => byId.get(one.id) ?? one);
};

/** Ways of fabrication, one per signal; each changes one interviewer's interviews. */
export const FABRICATORS = {
  /** The interviewer fills in the form before reading the questions out. */
  digitada_antes(survey: Survey, agenteId: string): void {
    const changed = own(survey, agenteId).map((one) => ({
      ...one,
      leituras: one.leituras.map((reading, q) =>
        q % 3 === 0 ? { ...reading, digitadaMs: (reading.inicioMs ?? 0) - 4000 } : reading,
      ),
    }));
    replace(survey, changed);
  },
  /** The interviewer rushes through the questions without a respondent. */
  mais_rapida(survey: Survey, agenteId: string): void {
    const changed = own(survey, agenteId).map((one) => ({
      ...one,
      duracaoMs: (one.duracaoMs ?? 0) * 0.5,
      leituras: one.leituras.map((reading) => {
        const inicioMs = (reading.inicioMs ?? 0) * 0.5;
        const fimMs = inicioMs + (reading.palavras / 3.3) * 500;
        return { ...reading, inicioMs, fimMs, digitadaMs: fimMs + 1000 };
      }),
    }));
    replace(survey, changed);
  },
  /** The interviewer submits one recording for two interviews. */
  mesma_gravacao(survey: Survey, agenteId: string): void {
    const [a, b] = own(survey, agenteId) as [EntrevistaDoSinal, EntrevistaDoSinal];
    survey.repetidas.push({
      a: a.id,
      b: b.id,
      como: 'som',
      nota: 0.96,
      ms: 240_000,
      inicioA: 0,
      inicioB: 3000,
    });
  },
  /** The interviewer copies one interview and changes one answer in ten. */
  respostas_quase_iguais(survey: Survey, agenteId: string): void {
    const interviews = own(survey, agenteId);
    const [model, ...copies] = interviews as [EntrevistaDoSinal, ...EntrevistaDoSinal[]];
    replace(
      survey,
      copies.map((one, n) => ({
        ...one,
        fechadas: model.fechadas.map((answer, q) => ((q + n) % 10 === 0 ? (one.fechadas[q] ?? 0) : answer)),
      })),
    );
  },
  /** The interviewer does two interviews at the same time. */
  sobreposta_ou_telefone(survey: Survey, agenteId: string): void {
    const [a, b] = own(survey, agenteId) as [EntrevistaDoSinal, EntrevistaDoSinal];
    const { de, ate } = a.ativa[0] ?? { de: 0, ate: 0 };
    const begin = de + (ate - de) / 3;
    const moved = begin - (b.ativa[0]?.de ?? 0);
    const respostasEm = b.respostasEm.map((at) => at + moved);
    replace(survey, [{ ...b, em: begin, ativa: [{ de: begin, ate: ate + 60_000 }], respostasEm }]);
  },
} as const;
