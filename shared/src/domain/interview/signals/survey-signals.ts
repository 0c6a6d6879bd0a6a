/** Computes all signals of a survey. Pure: equal facts give equal signals and keys. */
import { groupBy } from '../../group-by.ts';
import { ESCORE_LIMITE, fasterThanReading, RITMO_LIMITE, type Ritmo } from './faster-than-reading.ts';
import type { EntrevistaDoSinal, GravacaoRepetida } from './interview-facts.ts';
import type { CalculoSinal, Parcela, Sinal, TipoSinal, TrechoSinal } from './kinds.ts';
import { nearEqualAnswers } from './near-equal.ts';
import { NOMES_NOTA, overlaps, repeatedPhones, SOBREPOSTA_MS } from './overlap.ts';
import { binomialTail, discoveries, median } from './statistics.ts';
import { type DigitadasAntes, typedBefore, typedBeforeLimit } from './typed-before.ts';

/** Minimum interviews of an interviewer for a rate. */
export const MIN_ENTREVISTAS = 10;
/** False discovery rate for interviewers listed by a rate of firing (Benjamini-Hochberg). */
export const FDR = 0.05;
/** Lowest rate of firing assumed for honest interviews, because small surveys may show 0. */
const MIN_RATE = 0.02;
const MAX_EXCERPTS = 5;
/** Maximum interviews in the proof of a phone that is only noted. */
const MAX_NOTED = 50;
/** Length of an excerpt without a particular place, ms. */
const EXCERPT_MS = 20_000;

export type PesquisaDoSinal = {
  pesquisaId: string;
  interviews: readonly EntrevistaDoSinal[];
  repetidas: readonly GravacaoRepetida[];
  comGravacao: number;
};

export type SinaisDaPesquisa = { sinais: Sinal[]; calculos: CalculoSinal[] };

/** An interview for which a rule fires, before the interviewer's rate of firing is known. */
type Disparo = {
  interview: EntrevistaDoSinal;
  medida: number;
  trechos: TrechoSinal[];
};

/** A rule's measured interviews, and those for which the rule fires. */
type Medidas = { tipo: TipoSinal; medidas: readonly EntrevistaDoSinal[]; disparos: readonly Disparo[] };

const later = (a: EntrevistaDoSinal, b: EntrevistaDoSinal): boolean =>
  a.em > b.em || (a.em === b.em && a.id > b.id);

const beginningOf = (entrevistaId: string, inicioMs = 0): TrechoSinal => ({
  entrevistaId,
  perguntaId: null,
  inicioMs,
  fimMs: inicioMs + EXCERPT_MS,
});

function typedBeforeSignals(interviews: readonly EntrevistaDoSinal[]): { sinais: Sinal[]; medidas: Medidas } {
  const measured = interviews.flatMap((interview) => {
    const found = typedBefore(interview);
    return found ? [{ interview, found }] : [];
  });
  const firing = measured.filter(({ found }) => found.dispara);
  const base = { n: firing.length, d: measured.length };
  const excerpts = (interview: EntrevistaDoSinal, { antes }: DigitadasAntes): TrechoSinal[] =>
    antes.slice(0, MAX_EXCERPTS).map(({ perguntaId, inicioMs, fimMs, digitadaMs }) => ({
      entrevistaId: interview.id,
      perguntaId,
      inicioMs: Math.min(digitadaMs as number, inicioMs ?? fimMs),
      fimMs,
    }));
  return {
    sinais: firing.map(({ interview, found }) => ({
      chave: `digitada_antes:${interview.id}`,
      tipo: 'digitada_antes',
      alvo: 'entrevista',
      agenteId: interview.agenteId,
      medida: found.antes.length / found.perguntadas,
      limite: typedBeforeLimit(found.perguntadas),
      base,
      nota: false,
      lista: false,
      prova: {
        entrevistas: [interview.id],
        trechos: excerpts(interview, found),
        fatos: { antes: found.antes.length, perguntadas: found.perguntadas },
      },
      evidencia: JSON.stringify(found.antes.map(({ perguntaId }) => perguntaId).toSorted()),
    })),
    medidas: {
      tipo: 'digitada_antes',
      medidas: measured.map(({ interview }) => interview),
      disparos: firing.map(({ interview, found }) => ({
        interview,
        medida: found.antes.length / found.perguntadas,
        trechos: excerpts(interview, found).slice(0, 1),
      })),
    },
  };
}

function fastestReading({ id, leituras }: EntrevistaDoSinal): TrechoSinal {
  const paces = leituras.flatMap((one) =>
    one.inteira && one.inicioMs !== null && one.palavras > 0
      ? [{ ...one, inicioMs: one.inicioMs, pace: (one.fimMs - one.inicioMs) / one.palavras }]
      : [],
  );
  const fastest = paces.toSorted((a, b) => a.pace - b.pace)[0];
  return fastest
    ? { entrevistaId: id, perguntaId: fastest.perguntaId, inicioMs: fastest.inicioMs, fimMs: fastest.fimMs }
    : beginningOf(id);
}

function fasterSignals(interviews: readonly EntrevistaDoSinal[]): { sinais: Sinal[]; medidas: Medidas } {
  const found = fasterThanReading(interviews);
  const measured = interviews.filter(({ id }) => found.has(id));
  const of = ({ id }: EntrevistaDoSinal) => found.get(id) as Ritmo;
  const firing = measured.filter((interview) => of(interview).dispara);
  const byAgent = groupBy(measured, ({ agenteId }) => agenteId);
  const base = { n: firing.length, d: measured.length };
  const byReading = ({ ritmo }: Ritmo): boolean => ritmo !== null && ritmo < RITMO_LIMITE;
  return {
    sinais: firing.map((interview) => {
      const { ritmo, escore, leituras } = of(interview);
      const reading = byReading(of(interview));
      const own = (byAgent.get(interview.agenteId) ?? []).flatMap((one) => of(one).ritmo ?? []);
      return {
        chave: `mais_rapida:${interview.id}`,
        tipo: 'mais_rapida',
        alvo: 'entrevista',
        agenteId: interview.agenteId,
        medida: reading ? (ritmo as number) : (escore as number),
        limite: reading ? RITMO_LIMITE : ESCORE_LIMITE,
        base,
        nota: false,
        lista: false,
        prova: {
          entrevistas: [interview.id],
          trechos: [fastestReading(interview)],
          fatos: {
            por: reading ? 'leitura' : 'duracao',
            ritmo,
            escore,
            leituras,
            duracaoMs: interview.duracaoMs,
            ritmoDoEntrevistador: own.length > 0 ? median(own) : null,
            entrevistasDoEntrevistador: own.length,
          },
        },
        evidencia: JSON.stringify([
          reading ? 'leitura' : 'duracao',
          ritmo === null ? null : Math.round(ritmo * 10),
          interview.duracaoMs === null ? null : Math.round(interview.duracaoMs / 1000),
        ]),
      };
    }),
    medidas: {
      tipo: 'mais_rapida',
      medidas: measured,
      disparos: firing.map((interview) => ({
        interview,
        medida: of(interview).ritmo ?? (of(interview).escore as number),
        trechos: [fastestReading(interview)],
      })),
    },
  };
}

/**
 * The interviewer listed for two equal recordings: the person of both interviews, or of the later interview if the
 * server had the first recording before it learned of the later interview. Null: code cannot decide.
 */
function handedInAgain(first: EntrevistaDoSinal, second: EntrevistaDoSinal): string | null {
  if (first.agenteId === second.agenteId) return second.agenteId;
  return first.gravacaoEm !== null && first.gravacaoEm < second.em ? second.agenteId : null;
}

const STRONGEST = { arquivo: 0, partes: 1, som: 2 } as const;

function recordingSignals({ interviews, repetidas, comGravacao }: PesquisaDoSinal): Sinal[] {
  const byId = new Map(interviews.map((one) => [one.id, one]));
  const pairs = new Map<string, Sinal>();
  const involved = new Set(
    repetidas.filter(({ a, b }) => a !== b && byId.has(a) && byId.has(b)).flatMap(({ a, b }) => [a, b]),
  );
  const base = { n: involved.size, d: Math.max(comGravacao, involved.size) };
  for (const one of repetidas.toSorted((x, y) => STRONGEST[x.como] - STRONGEST[y.como])) {
    const [a, b] = [byId.get(one.a), byId.get(one.b)];
    // An interview sent again is no second interview.
    if (!a || !b || a === b) continue;
    const second = later(a, b) ? a : b;
    const first = second === a ? b : a;
    const chave = `mesma_gravacao:${first.id}:${second.id}`;
    if (pairs.has(chave)) continue;
    const agenteId = handedInAgain(first, second);
    const startOf = (id: string): number => (id === one.a ? one.inicioA : one.inicioB);
    pairs.set(chave, {
      chave,
      tipo: 'mesma_gravacao',
      alvo: 'par',
      agenteId,
      medida: one.nota,
      limite: one.como === 'som' ? 0.9 : 1,
      base,
      nota: false,
      lista: agenteId !== null,
      prova: {
        entrevistas: [first.id, second.id],
        trechos: [first, second].map(({ id }) => beginningOf(id, startOf(id))),
        fatos: { como: one.como, ms: one.ms },
      },
      evidencia: one.como,
    });
  }
  return [...pairs.values()];
}

function* equalSignals({
  pesquisaId,
  interviews,
}: PesquisaDoSinal): Generator<
  undefined,
  { sinais: Sinal[]; medidas: Medidas; naoCalculado: string | null }
> {
  const byId = new Map(interviews.map((one) => [one.id, one]));
  const found = [];
  for (const [versaoId, group] of groupBy(interviews, (one) => one.versaoId))
    found.push(yield* nearEqualAnswers(versaoId, group, pesquisaId));
  const measured = found.flatMap(({ proximas }) => proximas.flatMap(({ id }) => byId.get(id) ?? []));
  const over = found.flatMap(({ proximas, limite, mediana }) =>
    proximas.filter(({ parcela }) => parcela > limite).map((one) => ({ ...one, limite, mediana })),
  );
  const base = { n: over.length, d: measured.length };
  const pairs = new Map<string, Sinal>();
  const disparos = new Map<string, Disparo>();
  for (const one of over) {
    const [a, b] = [byId.get(one.id), byId.get(one.outraId)];
    if (!a || !b) continue;
    const second = later(a, b) ? a : b;
    const first = second === a ? b : a;
    pairs.set(`respostas_quase_iguais:${first.id}:${second.id}`, {
      chave: `respostas_quase_iguais:${first.id}:${second.id}`,
      tipo: 'respostas_quase_iguais',
      alvo: 'par',
      agenteId: second.agenteId,
      medida: one.parcela,
      limite: one.limite,
      base,
      nota: false,
      lista: false,
      prova: {
        entrevistas: [first.id, second.id],
        trechos: [first, second].map(({ id }) => beginningOf(id)),
        fatos: { iguais: one.iguais, comparadas: one.comparadas, mediana: one.mediana },
      },
      evidencia: JSON.stringify([one.iguais, one.comparadas]),
    });
    // Both interviews count if one person conducted them, else only the later.
    const counted = a.agenteId === b.agenteId ? a : second;
    disparos.set(counted.id, { interview: counted, medida: one.parcela, trechos: [beginningOf(counted.id)] });
  }
  const whole = found.every(({ naoCalculado }) => naoCalculado !== null);
  return {
    sinais: [...pairs.values()],
    medidas: { tipo: 'respostas_quase_iguais', medidas: measured, disparos: [...disparos.values()] },
    naoCalculado: whole ? (found[0]?.naoCalculado ?? 'Nenhuma entrevista concluída.') : null,
  };
}

function contactSignals(interviews: readonly EntrevistaDoSinal[]): { sinais: Sinal[]; base: Parcela } {
  const timed = interviews.filter(({ ativa }) => ativa.length > 0);
  const together = overlaps(interviews);
  const phones = repeatedPhones(interviews);
  const involved = new Set([
    ...together.filter(({ nota }) => !nota).flatMap(({ a, b }) => [a, b]),
    ...phones
      .filter(({ motivo }) => motivo === null)
      .flatMap(({ entrevistas }) => entrevistas.map(({ id }) => id)),
  ]);
  const known = new Set([...timed, ...interviews.filter(({ telefone }) => telefone !== null)]);
  const base = { n: involved.size, d: known.size };
  const byId = new Map(interviews.map((one) => [one.id, one]));
  const overlapping = together.map(
    ({ a, b, agenteId, ms, em, nota }): Sinal => ({
      chave: `sobreposta_ou_telefone:sobreposta:${a}:${b}`,
      tipo: 'sobreposta_ou_telefone',
      alvo: 'par',
      agenteId,
      medida: ms / 60_000,
      limite: SOBREPOSTA_MS / 60_000,
      base,
      nota,
      lista: !nota,
      prova: {
        entrevistas: [a, b],
        trechos: [a, b].map((id) =>
          beginningOf(id, Math.max(0, Math.round(em.de - (byId.get(id)?.ativa[0]?.de ?? em.de)))),
        ),
        fatos: { por: 'sobreposta', de: em.de, ate: em.ate },
      },
      evidencia: JSON.stringify(['sobreposta', Math.floor(ms / 60_000)]),
    }),
  );
  const repeated = phones.flatMap((phone): Sinal[] => {
    const { nomes, entrevistadores, motivo } = phone;
    // The proof is limited, because a phone that a company types everywhere may occur thousands of times.
    const entrevistas = motivo === null ? phone.entrevistas : phone.entrevistas.slice(0, MAX_NOTED);
    const first = entrevistas[0] as EntrevistaDoSinal;
    const several = [...groupBy(entrevistas, ({ agenteId }) => agenteId)].flatMap(([agenteId, own]) =>
      agenteId !== null && own.length > 1 ? [agenteId] : [],
    );
    // Reason 'varios': several interviewers typed the phone. It may be their company's, so the signal names nobody.
    const agents = several.length > 0 && motivo !== 'varios' ? several : [null];
    return agents.map((agenteId) => ({
      chave: `sobreposta_ou_telefone:telefone:${first.id}${agenteId === null ? '' : `:${agenteId}`}`,
      tipo: 'sobreposta_ou_telefone',
      alvo: 'par',
      agenteId,
      medida: nomes,
      limite: NOMES_NOTA,
      base,
      nota: motivo !== null,
      lista: motivo === null && agenteId !== null,
      prova: {
        entrevistas: entrevistas.map(({ id }) => id),
        trechos: entrevistas.slice(0, MAX_EXCERPTS).map(({ id }) => beginningOf(id)),
        fatos: { por: 'telefone', nomes, entrevistadores, motivo },
      },
      evidencia: JSON.stringify(['telefone', entrevistas.map(({ id }) => id)]),
    }));
  });
  return { sinais: [...overlapping, ...repeated], base };
}

/**
 * Interviewers for whom a rule fires more often than by chance: P(X ≥ k) of a binomial at the other interviewers' rate
 * (≥ 2 %), at a false discovery rate of 5 %.
 */
function interviewerSignals(kinds: readonly Medidas[]): Sinal[] {
  const tested = kinds.flatMap(({ tipo, medidas, disparos }) => {
    const firing = groupBy(disparos, ({ interview }) => interview.agenteId);
    const share = { n: disparos.length, d: medidas.length };
    return [...groupBy(medidas, ({ agenteId }) => agenteId)].flatMap(([agenteId, own]) => {
      if (agenteId === null || own.length < MIN_ENTREVISTAS) return [];
      const fired = firing.get(agenteId) ?? [];
      const others = { n: share.n - fired.length, d: share.d - own.length };
      const taxa = Math.max(MIN_RATE, (others.n + 0.5) / (others.d + 1));
      return [{ tipo, agenteId, own, fired, others, taxa: Math.min(taxa, 1), share }];
    });
  });
  const pValues = tested.map(({ own, fired, taxa }) => binomialTail(fired.length, own.length, taxa));
  const found = discoveries(pValues, FDR);
  return tested.flatMap(({ tipo, agenteId, own, fired, others, taxa, share }, index): Sinal[] => {
    if (!found[index]) return [];
    const worst = fired.toSorted((a, b) => (a.interview.id < b.interview.id ? -1 : 1));
    return [
      {
        chave: `${tipo}:entrevistador:${agenteId}`,
        tipo,
        alvo: 'entrevistador',
        agenteId,
        medida: fired.length / own.length,
        limite: taxa,
        base: share,
        nota: false,
        lista: true,
        prova: {
          entrevistas: worst.map(({ interview }) => interview.id),
          trechos: worst.flatMap(({ trechos }) => trechos).slice(0, MAX_EXCERPTS),
          fatos: {
            disparos: fired.length,
            medidas: own.length,
            outrosDisparos: others.n,
            outrosMedidas: others.d,
            p: pValues[index] ?? null,
          },
        },
        evidencia: JSON.stringify(worst.map(({ interview }) => interview.id)),
      },
    ];
  });
}

/** All signals of a survey. The generator yields about every 10 ms; `runSignals` runs it without pauses. */
export function* surveySignals(survey: PesquisaDoSinal): Generator<undefined, SinaisDaPesquisa> {
  const { interviews, comGravacao } = survey;
  const typed = typedBeforeSignals(interviews);
  yield;
  const faster = fasterSignals(interviews);
  yield;
  const recording = recordingSignals(survey);
  const contact = contactSignals(interviews);
  yield;
  const equal = yield* equalSignals(survey);
  const sinais = [
    ...typed.sinais,
    ...faster.sinais,
    ...recording,
    ...equal.sinais,
    ...contact.sinais,
    ...interviewerSignals([typed.medidas, faster.medidas, equal.medidas]),
  ];
  const of = (tipo: TipoSinal, base: Parcela, naoCalculado: string | null): CalculoSinal => ({
    tipo,
    base,
    naoCalculado,
  });
  const baseOf = ({ medidas, disparos }: Medidas): Parcela => ({ n: disparos.length, d: medidas.length });
  const unless = (d: number, why: string): string | null => (d > 0 ? null : why);
  const typedBase = baseOf(typed.medidas);
  const fasterBase = baseOf(faster.medidas);
  return {
    sinais,
    calculos: [
      of(
        'digitada_antes',
        typedBase,
        unless(
          typedBase.d,
          'Nenhuma entrevista auditada foi feita em um aparelho que registre a hora de cada resposta.',
        ),
      ),
      of(
        'mais_rapida',
        fasterBase,
        unless(
          fasterBase.d,
          'Este sinal precisa de entrevistas auditadas com cinco leituras ou mais, ou de dez entrevistas concluídas da mesma versão.',
        ),
      ),
      of(
        'mesma_gravacao',
        { n: new Set(recording.flatMap(({ prova }) => prova.entrevistas)).size, d: comGravacao },
        unless(comGravacao, 'Nenhuma entrevista tem gravação.'),
      ),
      of('respostas_quase_iguais', baseOf(equal.medidas), equal.naoCalculado),
      of(
        'sobreposta_ou_telefone',
        contact.base,
        unless(contact.base.d, 'Nenhuma entrevista tem horário ou telefone.'),
      ),
    ],
  };
}

export function runSignals(survey: PesquisaDoSinal): SinaisDaPesquisa {
  const work = surveySignals(survey);
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
  }
}

/**
 * Listed interviewers: with an improbable rate (alvo 'entrevistador'), or with interviews that chance does not explain
 * (same recording, two at once, a phone with three names or more). Ignores notes and explained signals (`descartado`).
 */
export function listedInterviewers(
  sinais: readonly (Pick<Sinal, 'agenteId' | 'lista' | 'tipo'> & { estado?: string })[],
): Map<string, Set<TipoSinal>> {
  const listed = new Map<string, Set<TipoSinal>>();
  for (const { agenteId, lista, tipo, estado } of sinais) {
    if (agenteId === null || !lista || estado === 'descartado') continue;
    listed.set(agenteId, (listed.get(agenteId) ?? new Set()).add(tipo));
  }
  return listed;
}
