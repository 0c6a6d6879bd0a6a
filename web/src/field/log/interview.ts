/**
 * An interview as a state machine. Each action returns the events for the log and the interview after them. The
 * functions are pure: they use no clock, recorder or store.
 */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type {
  Consentimento,
  EventoAparelho,
  InterrupcaoGravacao,
} from '@escuta/shared/domain/interview/device/device-log';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { Gravacao } from '../../lib/field-sync/model.ts';
import { type Answer, answerProblem, NO_ANSWER, sameAnswer } from './answers.ts';
import type { EntrevistaLocal, Passo } from './model.ts';

/** Time of an act by both clocks, and its position in the running recording (`audio`: null without a recording). */
export interface Momento {
  /** Time since the interview began, ms; never backwards. */
  mono: number;
  /** Wall clock, ms since 1970. */
  relogio: number;
  audio: { gravacao: number; ms: number } | null;
}

type Novo = Pick<EventoAparelho, 'tipo'> &
  Partial<Pick<EventoAparelho, 'pergunta_id' | 'valor' | 'valor_anterior' | 'motivo'>>;
/** Recording in which an event lies, and the event's position in it (ms); null without a recording. */
type Onde = { gravacao: number; ms: number } | null;

/** Greatest length of an event's reason, characters. */
const MOTIVO = 500;
/** Greatest length of an answer's text, characters. */
const TEXTO = 5000;

/** The part of a text that PostgreSQL and JSON can store: no NUL, no unpaired surrogate. */
export const storable = (text: string): string =>
  text
    .replace(/\0/g, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');

/**
 * The first `longest` characters of a text, made storable after the cut, because the cut may split a surrogate pair.
 */
const cut = (text: string, longest: number): string => storable(text.trim().slice(0, longest)).trim();

/** Makes a step that appends events to an interview's log and changes the fields in `change`. Times never decrease. */
function append(
  entrevista: EntrevistaLocal,
  quando: Momento,
  novos: readonly Novo[],
  change: Partial<EntrevistaLocal> = {},
  onde: Onde = quando.audio,
): Passo {
  const mono = Math.max(entrevista.mono, Math.round(quando.mono));
  const eventos = novos.map(
    (novo, index): EventoAparelho => ({
      pergunta_id: null,
      valor: null,
      valor_anterior: null,
      motivo: null,
      ...novo,
      seq: entrevista.seq + 1 + index,
      mono_ms: mono,
      relogio: Math.round(quando.relogio),
      gravacao: onde?.gravacao ?? null,
      audio_ms: onde ? Math.max(0, Math.round(onde.ms)) : null,
    }),
  );
  return {
    entrevista: {
      ...entrevista,
      ...change,
      seq: entrevista.seq + eventos.length,
      mono,
      relogio: Math.round(quando.relogio),
    },
    eventos,
  };
}

/** Joins two steps: `next` makes the second step from the interview after the first. */
function then(first: Passo, next: (entrevista: EntrevistaLocal) => Passo): Passo {
  const second = next(first.entrevista);
  return {
    entrevista: second.entrevista,
    eventos: [...first.eventos, ...second.eventos],
    ...(first.apagarSom || second.apagarSom ? { apagarSom: true } : {}),
  };
}

/** Begins an interview. `semSom` is the reason why it has no sound; null if it will be recorded. */
export function begin(
  id: string,
  questionario: QuestionarioBaixado,
  quem: { nome: string; telefone: string | null },
  semSom: string | null,
  relogio: number,
): Passo {
  const entrevista: EntrevistaLocal = {
    id,
    questionarioId: questionario.id,
    questionarioNome: questionario.nome,
    pesquisaId: questionario.pesquisa.id,
    versaoId: questionario.versao.id,
    nome: storable(quem.nome).trim(),
    telefone: quem.telefone === null ? null : storable(quem.telefone).trim() || null,
    iniciadaEm: Math.round(relogio),
    fase: 'consentimento',
    consentimento: null,
    semSom,
    respostas: {},
    rascunhos: {},
    atual: null,
    gravacoes: [],
    seq: 0,
    mono: 0,
    relogio: Math.round(relogio),
  };
  return append(entrevista, { mono: 0, relogio, audio: null }, [
    { tipo: 'iniciada', motivo: semSom === null ? null : cut(semSom, MOTIVO) },
  ]);
}

/** The recording that is running; null for none. */
export const openRecording = ({ gravacoes }: EntrevistaLocal): Gravacao | null =>
  gravacoes.find(({ fim }) => fim === null) ?? null;

/** Number of the next recording; the first recording has number 1. */
export const nextRecording = ({ gravacoes }: EntrevistaLocal): number => (gravacoes.at(-1)?.n ?? 0) + 1;

export function recordingStarted(
  entrevista: EntrevistaLocal,
  quando: Momento,
  nova: Pick<Gravacao, 'n' | 'envioId' | 'tipo'>,
): Passo {
  return append(
    entrevista,
    quando,
    [{ tipo: 'gravacao_iniciada' }],
    { gravacoes: [...entrevista.gravacoes, { ...nova, fim: null }], semSom: null },
    { gravacao: nova.n, ms: 0 },
  );
}

/** Ends the running recording at its position `ms`. Nothing changes if no recording is running. */
export function recordingStopped(
  entrevista: EntrevistaLocal,
  quando: Momento,
  motivo: InterrupcaoGravacao,
  ms: number,
): Passo {
  const open = openRecording(entrevista);
  if (!open) return { entrevista, eventos: [] };
  const gravacoes = entrevista.gravacoes.map((one) => (one.n === open.n ? { ...one, fim: motivo } : one));
  return append(
    entrevista,
    quando,
    [
      { tipo: 'gravacao_interrompida', motivo },
      ...(motivo === 'sem_espaco' ? [{ tipo: 'sem_espaco' } as const] : []),
    ],
    { gravacoes, ...(motivo === 'sem_espaco' ? { semSom: 'Sem espaço no aparelho.' } : {}) },
    { gravacao: open.n, ms },
  );
}

/**
 * Continues an interview after a crash or a closed tab. A recording that was running ends where its stored sound ends.
 * @param ms gives the end of the stored sound of a recording, ms
 */
export function resumed(
  entrevista: EntrevistaLocal,
  quando: Momento,
  ms: (gravacao: number) => number,
): Passo {
  const open = openRecording(entrevista);
  const stopped: Passo = open
    ? recordingStopped(entrevista, quando, 'aparelho_caiu', ms(open.n))
    : { entrevista, eventos: [] };
  return then(stopped, (now) => append(now, { ...quando, audio: null }, [{ tipo: 'retomada' }]));
}

/** Marks an interview's recordings as refused, so that no recording is sent. */
const unheard = (entrevista: EntrevistaLocal): EntrevistaLocal => ({
  ...entrevista,
  gravacoes: entrevista.gravacoes.map((one) => ({ ...one, fim: 'recusada' as const })),
});

/** Logs the answer to the request for consent. A refusal ends the interview; neither name nor sound is kept. */
export function consent(
  entrevista: EntrevistaLocal,
  quando: Momento,
  disse: Consentimento,
  primeira: string | null,
  opcoes: readonly string[] | null = null,
): Passo {
  const said = append(entrevista, quando, [{ tipo: 'consentimento', motivo: disse }], {
    consentimento: disse,
  });
  if (disse === 'aceito') {
    const agreed = then(said, (now) => show({ ...now, fase: 'perguntas' }, quando, primeira, opcoes));
    // If the respondent was told that nothing is recorded, earlier sound was recorded without consent and is erased.
    return entrevista.semSom === null
      ? agreed
      : { ...agreed, apagarSom: true, entrevista: unheard(agreed.entrevista) };
  }
  const silenced = then(said, (now) => recordingStopped(now, quando, 'recusada', quando.audio?.ms ?? 0));
  const without: Passo = {
    ...silenced,
    apagarSom: true,
    entrevista: {
      ...unheard(silenced.entrevista),
      semSom: 'O entrevistado recusou a gravação.',
    },
  };
  const silent = { ...quando, audio: null };
  if (disse === 'recusou_gravacao') {
    return then(without, (now) => show({ ...now, fase: 'perguntas' }, silent, primeira, opcoes));
  }
  return then(without, (now) =>
    append(now, silent, [{ tipo: 'interrompida', motivo: 'Não quis participar.' }], {
      fase: 'interrompida',
      nome: '',
      telefone: null,
      atual: null,
    }),
  );
}

/** Shows a question. `opcoes`: ids of its options in the shown order if they rotate; null for the original order. */
export function show(
  entrevista: EntrevistaLocal,
  quando: Momento,
  perguntaId: string | null,
  opcoes: readonly string[] | null = null,
): Passo {
  if (perguntaId === null || perguntaId === entrevista.atual) {
    return { entrevista: { ...entrevista, atual: perguntaId }, eventos: [] };
  }
  const valor = opcoes && { opcoes: [...opcoes], texto: null };
  return append(entrevista, quando, [{ tipo: 'pergunta_exibida', pergunta_id: perguntaId, valor }], {
    atual: perguntaId,
  });
}

/** Goes back to an earlier question: logs that the present question was left, and shows the earlier question. */
export function back(
  entrevista: EntrevistaLocal,
  quando: Momento,
  perguntaId: string,
  opcoes: readonly string[] | null = null,
): Passo {
  const left = append(entrevista, quando, [{ tipo: 'voltou', pergunta_id: entrevista.atual }]);
  return then(left, (now) => show(now, quando, perguntaId, opcoes));
}

const wire = ({ opcoes, texto }: Answer) => ({
  opcoes: [...opcoes],
  texto: cut(texto, TEXTO) || null,
});

/**
 * Takes the answer as it stands on screen. A valid answer enters the log. Any other answer is stored beside the log,
 * because a half-typed number is no answer, but must survive a restart.
 */
export function answer(
  entrevista: EntrevistaLocal,
  quando: Momento,
  pergunta: QuestionarioBaixado['questoes'][number],
  dada: Answer,
): Passo {
  const { [pergunta.id]: _draft, ...rascunhos } = entrevista.rascunhos;
  if (answerProblem(pergunta, dada) !== null) {
    return { entrevista: { ...entrevista, rascunhos: { ...rascunhos, [pergunta.id]: dada } }, eventos: [] };
  }
  const before = entrevista.respostas[pergunta.id] ?? NO_ANSWER;
  const respostas = { ...entrevista.respostas, [pergunta.id]: dada };
  if (sameAnswer(before, dada)) return { entrevista: { ...entrevista, rascunhos, respostas }, eventos: [] };
  return append(
    entrevista,
    quando,
    [
      {
        tipo: 'resposta_alterada',
        pergunta_id: pergunta.id,
        valor: wire(dada),
        valor_anterior: entrevista.respostas[pergunta.id] ? wire(before) : null,
      },
    ],
    { respostas, rascunhos },
  );
}

/** Keeps the typed reason of an interruption, beside the log, until the interruption is confirmed or cancelled. */
export const typeReason = (entrevista: EntrevistaLocal, motivoDigitado: string): Passo => ({
  entrevista: { ...entrevista, motivoDigitado },
  eventos: [],
});

/** Logs an event that does not change the interview, such as a pause. */
export const note = (
  entrevista: EntrevistaLocal,
  quando: Momento,
  tipo: 'pausa' | 'retomada' | 'relogio_mudou' | 'rede',
  motivo: string | null = null,
): Passo => append(entrevista, quando, [{ tipo, motivo }]);

/**
 * Ends the interview: after the last question (`motivo` null), or earlier for a reason in words. The recording must
 * have been stopped.
 */
export function end(entrevista: EntrevistaLocal, quando: Momento, motivo: string | null): Passo {
  const silent = { ...quando, audio: null };
  if (motivo === null) {
    return append(entrevista, silent, [{ tipo: 'finalizada' }], { fase: 'concluida', rascunhos: {} });
  }
  const said = cut(motivo, MOTIVO);
  const { motivoDigitado: _typed, ...before } = entrevista;
  const passo = append(before, silent, [{ tipo: 'interrompida', motivo: said }], {
    fase: 'interrompida',
    rascunhos: {},
  });
  if (entrevista.consentimento !== null) return passo;
  // Name and sound are dropped, because the respondent was not asked yet whether anything may be kept.
  return {
    ...passo,
    apagarSom: true,
    entrevista: { ...unheard(passo.entrevista), nome: '', telefone: null },
  };
}

/** Ends the interview politely at a question, by a rule of the questionnaire. The recording must have been stopped. */
export function dismiss(
  entrevista: EntrevistaLocal,
  quando: Momento,
  perguntaId: string,
  desfecho: Desfecho,
): Passo {
  return append(
    entrevista,
    { ...quando, audio: null },
    [{ tipo: 'encerrada', pergunta_id: perguntaId, motivo: desfecho }],
    { fase: 'interrompida', desfecho, rascunhos: {} },
  );
}

/** The answers as they stand on screen: drafts take the place of answers in the log. */
export const onScreen = ({ respostas, rascunhos }: EntrevistaLocal): Record<string, Answer> => ({
  ...respostas,
  ...rascunhos,
});
