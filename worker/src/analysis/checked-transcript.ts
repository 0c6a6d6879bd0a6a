import { deflateSync } from 'node:zlib';
import { type Interval, intersect, unite } from '@escuta/shared/domain/audio/audio-facts';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import {
  type FalasDeixadas,
  type MotivoDeDuvida,
  summariseLeftOut,
} from '@escuta/shared/domain/transcripts/left-out-speech';
import type { Trecho } from '@escuta/shared/domain/transcripts/transcript';
import type { StageContext } from '../engine/stage.ts';
import { settleAll } from './settle-all.ts';
import { findDoubts, shareLeftOut, unheardMs } from './transcript-doubt.ts';

export type Heard = Trecho & { temposImpossiveis: boolean };

/** A piece of a channel. `ask` requests its transcription; `vez` 2: a second request after an implausible answer. */
export type Piece = Interval & { ask: (vez: 1 | 2) => Promise<Heard[]> };

export type ChannelToHear = {
  canal: Canal;
  pieces: readonly Piece[];
  join: (pieces: readonly Heard[][]) => Heard[];
};

export type HeldTranscript = {
  /** Plausible sentences, by channel. */
  trechos: Trecho[][];
  deixadas: FalasDeixadas | null;
  pedidasDeNovo: number;
};

/** Least unheard speech that justifies a second request, ms. */
const UNHEARD_MIN_MS = 2000;
const QUOTES_MAX = 1000;

const compressedSize = (texto: string): number => deflateSync(texto).length;
const wordsOf = (texto: string): number => normaliseQuote(texto).split(' ').length;

type Held = {
  channel: ChannelToHear;
  som: { fala: readonly Interval[]; audivel: readonly Interval[]; outros: readonly Interval[] };
  answers: Heard[][];
  doubts: (MotivoDeDuvida | null)[][];
};

/**
 * Transcribes channels. Has a piece with implausible sentences transcribed a second time, then drops the sentences that
 * the sound contradicts.
 * @param espera intervals of music and announcements, whose words are transcribed although no party speaks
 */
export async function transcribeChecked(
  context: StageContext,
  channels: readonly ChannelToHear[],
  fala: readonly (readonly Interval[])[],
  espera: readonly Interval[] = [],
): Promise<HeldTranscript> {
  const first = await settleAll(channels.map(({ pieces }) => settleAll(pieces.map((piece) => piece.ask(1)))));
  const held = channels.map((channel, index) => {
    const own = fala[index] ?? [];
    const outros = fala.filter((_, other) => other !== index).flat();
    return hold(channel, { fala: own, audivel: unite(own, espera), outros }, first[index] ?? []);
  });
  const due = held.map((one) => one.channel.pieces.map((_, index) => isWorthAsking(one, index)));
  context.signal.throwIfAborted();
  const second = await settleAll(
    held.map(({ channel, answers }, at) =>
      settleAll(
        channel.pieces.map((piece, index) =>
          due[at]?.[index] ? piece.ask(2) : Promise.resolve(answers[index] ?? []),
        ),
      ),
    ),
  );
  const chosen = held.map((one, at) => (due[at]?.some(Boolean) ? takeBetter(one, second[at] ?? []) : one));
  const isConfirmed = await confirmedBy(context, chosen);
  const canais = chosen.map(({ channel, som, answers, doubts }) => {
    const isKept = (piece: number, index: number) =>
      !doubts[piece]?.[index] || isConfirmed(answers[piece]?.[index] as Heard);
    return {
      channel,
      fala: som.fala,
      mantidas: answers.map((sentences, piece) => sentences.filter((_, index) => isKept(piece, index))),
      deixadas: answers.flatMap((sentences, piece) =>
        sentences.flatMap((sentence, index) =>
          isKept(piece, index)
            ? []
            : [{ ...sentence, canal: channel.canal, motivo: doubts[piece]?.[index] as MotivoDeDuvida }],
        ),
      ),
    };
  });
  const parcela = shareLeftOut(canais.map((one) => ({ ...one, mantidas: one.mantidas.flat() })));
  return {
    trechos: canais.map(({ channel, mantidas }) =>
      channel.join(mantidas).map(({ temposImpossiveis: _, ...trecho }) => trecho),
    ),
    deixadas: summariseLeftOut(
      canais.flatMap(({ deixadas }) => deixadas),
      parcela,
    ),
    pedidasDeNovo: due.flat().filter(Boolean).length,
  };
}

/** Searches the whole channel for doubtful sentences, because a repeated text may continue from piece to piece. */
function hold(channel: ChannelToHear, som: Held['som'], answers: Heard[][]): Held {
  const found = findDoubts(answers.flat(), { fala: som.audivel, outros: som.outros }, compressedSize);
  const rest = [...found];
  return { channel, som, answers, doubts: answers.map((sentences) => rest.splice(0, sentences.length)) };
}

/** True if the piece has doubtful sentences. If all are only words in silence, much speech must also lack sentences. */
function isWorthAsking({ channel, som, answers, doubts }: Held, index: number): boolean {
  const of = doubts[index] ?? [];
  if (of.every((motivo) => motivo === null)) return false;
  if (of.some((motivo) => motivo !== null && motivo !== 'silencio')) return true;
  const piece = channel.pieces[index] as Piece;
  const plausible = (answers[index] ?? []).filter((_, at) => of[at] === null);
  return unheardMs(plausible, intersect(som.fala, [piece])) >= UNHEARD_MIN_MS;
}

const worthOf = ({ answers, doubts }: Held, piece: number): number =>
  (answers[piece] ?? []).reduce(
    (sum, { texto }, index) => sum + (doubts[piece]?.[index] ? -wordsOf(texto) : wordsOf(texto)),
    0,
  );

/** Keeps each piece's answer with the higher count of plausible minus doubtful words; never an empty second answer. */
function takeBetter(first: Held, answers: Heard[][]): Held {
  const second = hold(first.channel, first.som, answers);
  const better = first.answers.map((own, piece) => {
    const other = answers[piece] ?? [];
    return other.length > 0 && worthOf(second, piece) > worthOf(first, piece) ? other : own;
  });
  return hold(first.channel, first.som, better);
}

type Quote = { citacao: string; startMs: number; endMs: number };

/** SQL join that keeps only runs with the recording of run $2, or without a stored recording path. */
const ofThisRecording = (
  execucaoId: string,
) => `join execucao_etapas a on a.execucao_id = ${execucaoId} and a.etapa = 'audio'
               and coalesce(a.saida ->> 'arquivoPath' = (select o.saida ->> 'arquivoPath' from execucao_etapas o
                 where o.execucao_id = $2 and o.etapa = 'audio'), true)`;

/** Returns a function: true for sentences that a person confirmed as evidence or corrected; these are never dropped. */
async function confirmedBy(
  { db, run }: Pick<StageContext, 'db' | 'run'>,
  held: readonly Held[],
): Promise<(sentence: Heard) => boolean> {
  if (held.every(({ doubts }) => doubts.flat().every((motivo) => motivo === null))) return () => false;
  const { rows } = await db.query<Quote>({
    name: 'confirmed_quotes',
    text: `select e.citacao, e.start_ms as "startMs", e.end_ms as "endMs"
           from insights g join evidencias e on e.insight_id = g.id ${ofThisRecording('g.execucao_id')}
           where g.item_id = $1 and g.validado_humano and e.verificada
           union all
           select e.citacao, e.start_ms, e.end_ms from confrontos c join confronto_evidencias e on e.confronto_id = c.id
             ${ofThisRecording('c.execucao_id')}
           where c.item_id = $1 and c.veredito_pessoa is not null and e.verificada
           union all
           select s.texto, s.start_ms, s.end_ms from sentenca_correcoes c join sentencas s on s.id = c.sentenca_id
             join transcricoes t on t.id = s.transcricao_id join auditoria_resultados r on r.id = t.resultado_id
             ${ofThisRecording('r.execucao_id')}
           where c.item_id = $1 and c.em_vigor
           limit ${QUOTES_MAX}`,
    values: [run.itemId, run.execucaoId],
  });
  const quotes = rows.map((quote) => ({ ...quote, words: ` ${normaliseQuote(quote.citacao)} ` }));
  return ({ texto, startMs, endMs }) => {
    const words = ` ${normaliseQuote(texto)} `;
    return quotes.some(
      (quote) =>
        quote.startMs <= endMs &&
        startMs <= quote.endMs &&
        (words.includes(quote.words) || quote.words.includes(words)),
    );
  };
}
