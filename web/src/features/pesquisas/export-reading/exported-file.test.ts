import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { logDigest } from '@escuta/shared/domain/interview/device/log-digest';
import { expect, it } from 'vitest';
import { sha256 } from '../../../lib/field-sync/sha256.ts';
import { NotAnExport, readExport } from './exported-file.ts';
import { storeOf } from './exported-store.ts';

const id = (n: number) => `019a0000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const HEAD = {
  formato: 'escuta-campo/1',
  exportado_em: '2026-11-20T15:30:00.000Z',
  aparelho_id: id(90),
  empresa_id: id(91),
  usuario_id: id(92),
};
const event = (seq: number, tipo: EventoAparelho['tipo'], motivo: string | null = null): EventoAparelho => ({
  ...{ seq, tipo, motivo, pergunta_id: null, valor: null, valor_anterior: null },
  ...{ mono_ms: seq, relogio: seq, gravacao: null, audio_ms: null },
});
const facts = (n: number, more: object = {}) => ({
  entrevista: {
    ...{
      id: id(n),
      versaoId: id(80),
      nome: `Pessoa ${n}`,
      telefone: null,
      iniciadaEm: 1,
      consentimento: 'aceito',
    },
    gravacoes: [{ n: 1, envioId: id(n + 40), tipo: 'audio/webm', fim: 'encerrada' }],
    ...more,
  },
});
const LOG = [event(1, 'iniciada'), event(2, 'consentimento', 'aceito'), event(3, 'finalizada')];
const eventos = (log = LOG) => log.map((evento) => ({ evento }));
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
const part = (n: number, bytes: Uint8Array) => ({
  parte: { gravacao: 1, n, sha256: 'a'.repeat(64), bytes: base64(bytes) },
});
const fim = async (n: number, partes: number) => ({
  fim: { id: id(n), eventos: 3, registro_sha256: await logDigest(LOG), partes },
});
const fileOf = (lines: readonly unknown[]) => new Blob(lines.map((line) => `${JSON.stringify(line)}\n`));

/** A file that remembers the size of the largest slice that was read, and the number of bytes read. */
function watched(file: Blob) {
  const seen = { largest: 0, bytes: 0 };
  const slice = (from: number, to: number): Blob => {
    seen.largest = Math.max(seen.largest, to - from);
    seen.bytes += Math.min(to, file.size) - from;
    return file.slice(from, to);
  };
  return { file: { size: file.size, slice } as Blob, seen };
}

it('never asks for more than a piece of a large file, and for a part of it only its own line', async () => {
  // The lines of this file end anywhere within a slice, and contain characters of several bytes.
  const sound = Uint8Array.from({ length: 300_001 }, (_, index) => index % 251);
  const first = part(1, sound).parte;
  const many = Array.from({ length: 20 }, (_, index) => ({ parte: { ...first, n: index + 1 } }));
  const whole = fileOf([HEAD, facts(1, { nome: 'Conceição 😀' }), ...eventos(), ...many, await fim(1, 20)]);
  expect(whole.size).toBeGreaterThan(8_000_000);
  const { file, seen } = watched(whole);
  const { entrevistas, cortada } = await readExport(file, sha256);
  expect(seen.largest).toBeLessThanOrEqual(1024 * 1024);
  expect([cortada, entrevistas.length]).toEqual([false, 1]);
  const [one] = entrevistas;
  expect(one).toMatchObject({ nome: 'Conceição 😀', inteira: true, problema: null, seq: 3 });
  if (!one) return;
  const before = seen.bytes;
  const store = storeOf(file, one);
  expect(await store.partes(one.id)).toEqual(
    new Map([[1, Array.from({ length: 20 }, (_, index) => index + 1)]]),
  );
  expect(seen.bytes).toBe(before);
  const parte = await store.parte(one.id, 1, 17);
  expect(base64(new Uint8Array(parte?.bytes ?? new ArrayBuffer())) === base64(sound)).toBe(true);
  expect(seen.bytes - before).toBeLessThan(500_000);
  expect(await store.eventos(one.id, 2, 10)).toEqual(LOG.slice(1));
});

it('knows by its log how an interview ended that an export of before says nothing of, and which one is the last', async () => {
  const file = fileOf([
    HEAD,
    facts(1),
    ...eventos(),
    facts(2),
    ...eventos(LOG.slice(0, 2)),
    facts(3),
    ...eventos(),
  ]);
  const { entrevistas } = await readExport(file, sha256);
  expect(entrevistas.map(({ fase, inteira }) => [fase, inteira])).toEqual([
    ['concluida', true],
    ['perguntas', true],
    // It is unknown whether the interview continued after the cut.
    ['concluida', false],
  ]);
});

it('says of each interview what is wrong with it, and of which there is no telling', async () => {
  const gap = [LOG[0], LOG[2]].map((evento) => ({ evento }));
  const { entrevistas, estragadas } = await readExport(
    fileOf([
      HEAD,
      facts(1),
      ...gap,
      await fim(1, 0),
      facts(2, { versaoId: 'x' }),
      ...eventos(),
      facts(3),
      ...eventos(),
      'uma linha qualquer',
      await fim(3, 0),
      facts(4),
      ...eventos(),
      await fim(4, 5),
      facts(5),
      ...eventos(),
      await fim(5, 0),
    ]),
    sha256,
  );
  expect(estragadas).toBe(1);
  expect(entrevistas.map(({ nome, problema }) => [nome, problema === null])).toEqual([
    ['Pessoa 1', false],
    ['Pessoa 3', false],
    ['Pessoa 4', false],
    ['Pessoa 5', true],
  ]);
});

it('is no export without its first line', async () => {
  for (const lines of [[], [{ ...HEAD, formato: 'outro' }], [facts(1), HEAD]]) {
    await expect(readExport(fileOf(lines), sha256)).rejects.toBeInstanceOf(NotAnExport);
  }
});
