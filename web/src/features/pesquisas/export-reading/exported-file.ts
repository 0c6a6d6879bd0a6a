/**
 * Reads a device's export ('escuta-campo/1': JSON lines, web/src/field/device/storage/export-copy.ts) in a single pass:
 * keeps facts, and the positions of events and sound. Only one line is in memory at a time, whatever the file's size.
 */
import {
  CONSENTIMENTOS,
  eventoAparelho,
  INTERRUPCOES_GRAVACAO,
} from '@escuta/shared/domain/interview/device/device-log';
import { eventLine } from '@escuta/shared/domain/interview/device/log-digest';
import { z } from 'zod';
import type { EntrevistaAEnviar, Fase } from '../../../lib/field-sync/model.ts';

/** Size of a read slice, bytes. */
const SLICE_BYTES = 1024 * 1024;
/** Greatest length of a line, bytes: enough for a part of 8 MiB in base64 with its JSON. */
const LINE_BYTES = 12 * 1024 * 1024;

const id = z.uuid().toLowerCase();
const cabecalho = z.object({
  formato: z.literal('escuta-campo/1'),
  exportado_em: z.iso.datetime(),
  aparelho_id: id.nullable(),
  empresa_id: id.nullable(),
  usuario_id: id.nullable(),
});
export type Cabecalho = z.infer<typeof cabecalho>;
const entrevista = z.object({
  id,
  versaoId: id,
  nome: z.string().max(200),
  telefone: z.string().max(32).nullable(),
  iniciadaEm: z.number().int().min(0),
  consentimento: z.enum(CONSENTIMENTOS).nullable(),
  gravacoes: z
    .array(
      z.object({
        n: z.number().int().min(1).max(1000),
        envioId: id,
        tipo: z.enum(['audio/webm', 'audio/mp4', 'audio/ogg']),
        fim: z.enum(INTERRUPCOES_GRAVACAO).nullable(),
      }),
    )
    .max(1000),
  /** Phase of the interview. Absent in older exports; it is then derived from the log. */
  fase: z.enum(['consentimento', 'perguntas', 'concluida', 'interrompida']).optional(),
});
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const parteExportada = z.object({
  gravacao: z.number().int().min(1).max(1000),
  n: z.number().int().min(1).max(20_000),
  sha256,
  /** Sound in base64. */
  bytes: z.string(),
});
/** Line at the end of an interview; older exports do not have it. */
const fim = z.object({
  id,
  eventos: z.number().int().min(0),
  registro_sha256: sha256,
  partes: z.number().int().min(0),
});

/** Position of a line in the file, bytes. */
export interface Place {
  from: number;
  to: number;
}

/** An interview in an export, with the places of its data. */
export interface Exportada extends EntrevistaAEnviar {
  /** Place of the interview's events, which follow each other in the file; null if there are none. */
  eventos: Place | null;
  /** Places of the parts of the interview's sound, by number of the recording, then by number of the part. */
  sons: Map<number, Map<number, Place>>;
  /** True if the file has all that the device had of the interview, with nothing cut off. */
  inteira: boolean;
  /** Words for why nothing of the interview may be sent; null if it may be sent. */
  problema: string | null;
}

export interface Exportacao {
  cabecalho: Cabecalho;
  entrevistas: Exportada[];
  /** True if the file ends in the middle of a line. */
  cortada: boolean;
  /** Number of interviews that cannot be identified. */
  estragadas: number;
}

/** Thrown if the file is not a readable export; the message tells people why. */
export class NotAnExport extends Error {
  override readonly name = 'NotAnExport';
}
const NENHUMA =
  'Este arquivo não é uma exportação de aparelho: selecione o arquivo .ndjson exportado pela tela de entrevistas.';

/**
 * The lines of a file with their places. `ended` is false for a last line without a line break.
 * @throws NotAnExport if a line is longer than `LINE_BYTES`
 */
async function* linesOf(file: Blob): AsyncGenerator<{ text: string; place: Place; ended: boolean }> {
  let held: Uint8Array[] = [];
  let size = 0;
  let from = 0;
  const take = (rest: Uint8Array): string => {
    const bytes = new Uint8Array(size + rest.length);
    let at = 0;
    for (const piece of [...held, rest]) {
      bytes.set(piece, at);
      at += piece.length;
    }
    held = [];
    size = 0;
    return new TextDecoder().decode(bytes);
  };
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const slice = new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer());
    let begin = 0;
    for (let end = slice.indexOf(10); end !== -1; end = slice.indexOf(10, begin)) {
      const to = at + end + 1;
      yield { text: take(slice.subarray(begin, end)), place: { from, to }, ended: true };
      from = to;
      begin = end + 1;
    }
    if (begin < slice.length) {
      held.push(slice.subarray(begin));
      size += slice.length - begin;
    }
    if (size > LINE_BYTES) throw new NotAnExport(NENHUMA);
  }
  if (size > 0) yield { text: take(new Uint8Array()), place: { from, to: file.size }, ended: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Reading {
  current: Exportada | null;
  /** Lines of the interview's log, in the notation from which the log's hash is computed. */
  log: string[];
  closed: boolean;
  /** Phase of the interview after the last event of its log. */
  fase: Fase;
  given: Fase | undefined;
}

const ESTRAGADA =
  'Há uma linha corrompida nesta entrevista, e ela não será enviada. Exporte outra cópia no aparelho.';
const ALTERADA =
  'O registro desta entrevista foi alterado depois de exportado, e ela não será enviada. Exporte outra cópia no aparelho.';
const REPETIDA =
  'Esta entrevista aparece duas vezes no arquivo e não será enviada. Exporte outra cópia no aparelho.';

/** Finishes the interview that is being read. `last` is true if no other interview follows in the file. */
function endOf(reading: Reading, last: boolean): void {
  const { current } = reading;
  if (!current) return;
  current.seq = reading.log.length;
  current.fase = reading.given ?? reading.fase;
  // Older exports have no end line; in them an interview counts as whole if another interview follows.
  if (!reading.closed) current.inteira = !last;
  reading.current = null;
}

/**
 * Reads an export.
 * @param sha256Of computes the SHA-256 of bytes, hex
 * @throws NotAnExport if the file is not a readable export
 */
export async function readExport(
  file: Blob,
  sha256Of: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
  onProgress: (share: number) => void = () => undefined,
): Promise<Exportacao> {
  let head: Cabecalho | null = null;
  let cortada = false;
  let estragadas = 0;
  const found: Exportada[] = [];
  const seen = new Set<string>();
  const reading: Reading = { current: null, log: [], closed: false, fase: 'perguntas', given: undefined };
  const fault = (problema: string): void => {
    if (reading.current) reading.current.problema ??= problema;
  };
  for await (const { text, place, ended } of linesOf(file)) {
    const line = parsed(text);
    onProgress(place.to / file.size);
    if (head === null) {
      const first = cabecalho.safeParse(line);
      if (!first.success) throw new NotAnExport(NENHUMA);
      head = first.data;
      continue;
    }
    if (line === null && !ended) {
      cortada = true;
      break;
    }
    const says: object = typeof line === 'object' && line !== null ? line : {};
    if ('entrevista' in says) {
      endOf(reading, false);
      const facts = entrevista.safeParse(says.entrevista);
      if (!facts.success) {
        // The lines up to the next interview are skipped, because their interview is unknown.
        estragadas += 1;
        continue;
      }
      const { fase, ...rest } = facts.data;
      const one: Exportada = {
        ...rest,
        fase: fase ?? 'perguntas',
        seq: 0,
        eventos: null,
        sons: new Map(),
        inteira: false,
        problema: seen.has(rest.id) ? REPETIDA : null,
      };
      seen.add(one.id);
      found.push(one);
      Object.assign(reading, { current: one, log: [], closed: false, fase: 'perguntas', given: fase });
    } else if (!reading.current) {
      // Skips the line, because it belongs to an unknown interview or to none.
    } else if ('evento' in says) {
      const evento = eventoAparelho.safeParse(says.evento);
      const { current, log } = reading;
      if (!evento.success || evento.data.seq !== log.length + 1 || current.sons.size > 0) fault(ESTRAGADA);
      else {
        log.push(eventLine(evento.data));
        current.eventos = { from: current.eventos?.from ?? place.from, to: place.to };
        if (evento.data.tipo === 'finalizada') reading.fase = 'concluida';
        else if (evento.data.tipo === 'interrompida' || evento.data.tipo === 'encerrada')
          reading.fase = 'interrompida';
      }
    } else if ('parte' in says) {
      const parte = parteExportada.safeParse(says.parte);
      const { current } = reading;
      const numbers = parte.success
        ? (current.sons.get(parte.data.gravacao) ?? new Map<number, Place>())
        : null;
      if (!parte.success || !numbers) fault(ESTRAGADA);
      else current.sons.set(parte.data.gravacao, numbers.set(parte.data.n, place));
    } else if ('fim' in says) {
      const end = fim.safeParse(says.fim);
      const { current, log } = reading;
      const sons = [...current.sons.values()].reduce((sum, numbers) => sum + numbers.size, 0);
      if (!end.success || end.data.id !== current.id || end.data.partes !== sons) fault(ESTRAGADA);
      else {
        const digest = await sha256Of(new TextEncoder().encode(log.map((one) => `${one}\n`).join('')));
        if (end.data.eventos !== log.length || end.data.registro_sha256 !== digest) fault(ALTERADA);
        current.inteira = true;
        reading.closed = true;
      }
      endOf(reading, false);
    } else fault(ESTRAGADA);
  }
  endOf(reading, true);
  if (head === null) throw new NotAnExport(NENHUMA);
  return { cabecalho: head, entrevistas: found, cortada, estragadas };
}
