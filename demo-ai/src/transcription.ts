import { deflateSync } from 'node:zlib';
import type { Lado } from '@escuta/shared/domain/profiles/roles';
import { OpenAiError } from './openai-errors.ts';
import { AudioIlegivelError, DURACAO_MAXIMA_S, decodeAudio } from './recognise/audio.ts';
import { RATE } from './recognise/features.ts';
import type { Matcher, Reconhecimento } from './recognise/matcher.ts';
import { estimateTokens } from './tokens.ts';
import type { PedidoDeTranscricao } from './transcription-request.ts';

export const CODIGO_AUDIO_DESCONHECIDO = 'demo_audio_desconhecido';

const RECUSA =
  'O modo demonstração só transcreve as gravações de exemplo que acompanham a Escuta e não conhece este áudio. ' +
  'Para transcrever as suas gravações, informe no arquivo .env OPENAI_API_KEY, ou OPENAI_BASE_URL de um servidor próprio ' +
  '(sem chave, se ele não pedir uma), e reinicie a aplicação.';

/** Audio tokens per second billed by the gpt-4o family. */
const TOKENS_DE_AUDIO_POR_SEGUNDO = 10;

/** A word heard in the piece; times in ms from its start. */
type PalavraOuvida = { texto: string; startMs: number; endMs: number };
type SentencaOuvida = { palavras: PalavraOuvida[]; confianca: number; startMs: number; papel: Lado };

/**
 * Recognises the sample recording by its sound and returns its words within the piece, in the requested format.
 * @throws OpenAiError 400 `demo_audio_desconhecido` for any other recording; 400 for an unreadable or too short one
 */
export async function transcribe(
  file: string,
  pedido: PedidoDeTranscricao,
  matcher: Matcher,
): Promise<Record<string, unknown> | string> {
  const pcm = await decode(file);
  const seconds = pcm.length / RATE;
  if (seconds < 0.1) {
    throw new OpenAiError(400, 'O áudio é curto demais: o mínimo são 0,1 segundo.', {
      param: 'file',
      code: 'audio_too_short',
    });
  }
  if (seconds >= DURACAO_MAXIMA_S) throw unknownAudio();
  const found = await matcher.recognise(pcm);
  if (found.tipo === 'desconhecido') throw unknownAudio();
  const sentencas = found.tipo === 'silencio' ? [] : wordsHeard(found);
  return formatAnswer(sentencas, seconds, pedido);
}

const unknownAudio = () => new OpenAiError(400, RECUSA, { param: 'file', code: CODIGO_AUDIO_DESCONHECIDO });

async function decode(file: string): Promise<Float32Array> {
  try {
    const [pcm] = await decodeAudio(file, 'mono');
    return pcm ?? new Float32Array();
  } catch (error) {
    if (!(error instanceof AudioIlegivelError)) throw error;
    throw new OpenAiError(400, 'O arquivo de áudio está corrompido ou tem um formato que não é aceito.', {
      param: 'file',
      code: 'invalid_value',
    });
  }
}

/** The true transcript's words whose middle is in a recognised stretch, with times from the piece's start. */
function wordsHeard({
  amostra,
  faixa,
  trechos,
}: Extract<Reconhecimento, { tipo: 'amostra' }>): SentencaOuvida[] {
  const heard: SentencaOuvida[] = [];
  for (const sentenca of amostra.sentencas) {
    if (sentenca.ouvida === false || (faixa !== 'mono' && sentenca.canal !== faixa)) continue;
    const palavras: PalavraOuvida[] = [];
    for (const [texto, startMs, endMs] of sentenca.palavras) {
      const middle = (startMs + endMs) / 2;
      for (const trecho of trechos) {
        const shift = trecho.fromMs - trecho.startInSampleMs;
        if (middle + shift < trecho.fromMs || middle + shift >= trecho.toMs) continue;
        palavras.push({ texto, startMs: Math.max(0, startMs + shift), endMs: endMs + shift });
        break;
      }
    }
    const [first] = palavras;
    if (first)
      heard.push({ palavras, confianca: sentenca.confianca, startMs: first.startMs, papel: sentenca.papel });
  }
  return heard.sort((a, b) => a.startMs - b.startMs);
}

const textOf = (sentenca: SentencaOuvida) => sentenca.palavras.map((p) => p.texto).join(' ');

function formatAnswer(sentencas: readonly SentencaOuvida[], seconds: number, pedido: PedidoDeTranscricao) {
  const text = sentencas.map(textOf).join(' ');
  if (pedido.formato === 'text') return `${text}\n`;
  const usage = usageOf(text, seconds, pedido);
  if (pedido.formato === 'json') {
    return {
      text,
      ...(pedido.modelo === 'gpt-transcribe' && { languages: text === '' ? [] : [{ code: 'pt' }] }),
      ...(pedido.logprobs && { logprobs: sentencas.flatMap(logprobsOf) }),
      usage,
    };
  }
  const duration = round(seconds);
  const end = (ms: number) => Math.min(duration, round(ms / 1000));
  if (pedido.formato === 'diarized_json') {
    const vozes = [...new Set(sentencas.map(({ papel }) => papel))];
    return {
      task: 'transcribe',
      duration,
      text,
      segments: sentencas.map((s, index) => ({
        type: 'transcript.text.segment',
        id: `seg_${index}`,
        start: round(s.startMs / 1000),
        end: end(s.palavras.at(-1)?.endMs ?? s.startMs),
        text: textOf(s),
        // Names the speakers A, B in the order in which they are heard.
        speaker: String.fromCharCode('A'.charCodeAt(0) + vozes.indexOf(s.papel)),
      })),
      usage,
    };
  }
  return {
    task: 'transcribe',
    language: 'portuguese',
    duration,
    text,
    ...(pedido.palavras && {
      words: sentencas.flatMap((s) =>
        s.palavras.map((p) => ({ word: p.texto, start: round(p.startMs / 1000), end: end(p.endMs) })),
      ),
    }),
    ...(pedido.segmentos && {
      segments: sentencas.map((s, id) => ({
        id,
        seek: 0,
        start: round(s.startMs / 1000),
        end: end(s.palavras.at(-1)?.endMs ?? s.startMs),
        text: ` ${textOf(s)}`,
        // This server has no tokeniser, so no token ids.
        tokens: [],
        temperature: 0,
        avg_logprob: round(Math.log(s.confianca), 4),
        compression_ratio: compressionRatio(textOf(s)),
        no_speech_prob: round((1 - s.confianca) * 0.2, 4),
      })),
    }),
    usage,
  };
}

/** One entry per word, each with the logarithm of the sentence's confidence. */
const logprobsOf = (sentenca: SentencaOuvida) =>
  sentenca.palavras.map(({ texto }) => ({
    token: ` ${texto}`,
    logprob: round(Math.log(sentenca.confianca), 4),
    bytes: [...Buffer.from(` ${texto}`)],
  }));

function usageOf(text: string, seconds: number, pedido: PedidoDeTranscricao) {
  if (pedido.uso === 'duration') return { type: 'duration', seconds: Math.ceil(seconds) };
  const audio = Math.ceil(seconds * TOKENS_DE_AUDIO_POR_SEGUNDO);
  const prompt = estimateTokens(pedido.prompt);
  const output = estimateTokens(text);
  return {
    type: 'tokens',
    input_tokens: audio + prompt,
    input_token_details: { text_tokens: prompt, audio_tokens: audio },
    output_tokens: output,
    total_tokens: audio + prompt + output,
  };
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return round(bytes.length / deflateSync(bytes).length, 4);
}

const round = (value: number, digits = 3) => Number(value.toFixed(digits));
