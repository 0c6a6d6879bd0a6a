import { expect, it } from 'vitest';
import type { EventoAparelho } from './device-log.ts';
import { eventLine, logDigest } from './log-digest.ts';

const evento = (seq: number, fields: Partial<EventoAparelho> = {}): EventoAparelho => ({
  seq,
  tipo: 'pergunta_exibida',
  pergunta_id: null,
  valor: null,
  valor_anterior: null,
  mono_ms: 10 * seq,
  relogio: 1_800_000_000_000 + seq,
  gravacao: null,
  audio_ms: null,
  motivo: null,
  ...fields,
});

it('writes an event the same in whatever order its fields were kept', () => {
  const one = evento(2, { valor: { opcoes: ['b', 'a'], texto: 'é "isso"\n' } });
  const turned = Object.fromEntries(
    Object.entries({ ...one, valor: { texto: one.valor!.texto, opcoes: one.valor!.opcoes } }).reverse(),
  ) as EventoAparelho;
  expect(eventLine(turned)).toBe(eventLine(one));
  expect(eventLine(one)).toBe(
    '[2,"pergunta_exibida",null,[["b","a"],"é \\"isso\\"\\n"],null,20,1800000000002,null,null,null]',
  );
});

it('tells logs apart by every event, and by where one ends', async () => {
  const log = [evento(1), evento(2, { motivo: 'x' })];
  const digest = await logDigest(log);
  // The output of sha256sum for the two lines.
  expect(digest).toBe('184a70aafdd6f78de44ccaef67ef8fe5348dd64d92808e2a4c228bcd0234b1fa');
  expect(await logDigest(log.slice(0, 1))).not.toBe(digest);
  expect(await logDigest([log[0]!, evento(2, { motivo: 'y' })])).not.toBe(digest);
});
