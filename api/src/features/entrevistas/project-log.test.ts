import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { expect, it } from 'vitest';
import { frozenQuestion } from '../../../../tests/support/frozen-question.ts';
import { NAO_QUIS, projectLog } from './project-log.ts';

const pergunta = frozenQuestion({ id: 'p1', tipo: 'numero', minimo: 16, maximo: 120 });
const log = (...ditos: Partial<EventoAparelho>[]): EventoAparelho[] =>
  ditos.map((dito, i) => ({
    seq: i + 1,
    tipo: 'rede',
    pergunta_id: null,
    valor: null,
    valor_anterior: null,
    mono_ms: 0,
    relogio: 0,
    gravacao: null,
    audio_ms: null,
    motivo: null,
    ...dito,
  }));
const begun = { situacao: 'em_andamento', motivo: null, desfecho: null, consentimento: null } as const;
const typed = (texto: string): Partial<EventoAparelho> => ({
  tipo: 'resposta_alterada',
  pergunta_id: 'p1',
  valor: { opcoes: [], texto },
});

it('keeps the last answer that the version takes; one taken back is blank, another kind of thing is for a manager', () => {
  const found = projectLog([pergunta], begun, log(typed('41'), typed('42'), typed('muitos')));
  expect([...found.respostas]).toEqual([['p1', { resposta: { opcoes: [], texto: '42' }, seq: 2 }]]);
  expect(found.invalido).toBe(true);
  const back = projectLog([pergunta], begun, log(typed('41'), typed('')));
  expect(back.respostas.get('p1')?.resposta).toEqual({ opcoes: [], texto: null });
  expect(back.invalido).toBe(false);
});

it('ends with the log, and goes on only where the log does', () => {
  const given = { ...begun, situacao: 'interrompida', motivo: 'Sem sinal do aparelho.' } as const;
  expect(projectLog([], given, log({ tipo: 'rede' }))).toMatchObject({ situacao: 'interrompida' });
  expect(projectLog([], given, log({ tipo: 'pergunta_exibida' }))).toMatchObject({
    situacao: 'em_andamento',
    motivo: null,
  });
  const stopped = log({ tipo: 'interrompida', motivo: 'Foi embora.' }, { tipo: 'gravacao_interrompida' });
  expect(projectLog([], begun, stopped)).toMatchObject({ situacao: 'interrompida', motivo: 'Foi embora.' });
  const done = log(
    { tipo: 'finalizada' },
    { tipo: 'pergunta_exibida' },
    { tipo: 'interrompida', motivo: 'x' },
  );
  expect(projectLog([], begun, done)).toMatchObject({ situacao: 'concluida', motivo: null });
});

it('ends where the respondent refused, whatever the device says after it', () => {
  const refused = log(
    { tipo: 'consentimento', motivo: 'recusou' },
    { tipo: 'interrompida', motivo: 'Outro motivo' },
    { tipo: 'pergunta_exibida' },
  );
  expect(projectLog([], begun, refused)).toMatchObject({
    situacao: 'interrompida',
    motivo: NAO_QUIS,
    consentimento: 'recusou',
    consentimentos: ['recusou'],
    invalido: false,
  });
  // Events after a refusal give no answers.
  const beyond = log({ tipo: 'consentimento', motivo: 'recusou' }, typed('42'), { tipo: 'finalizada' });
  const found = projectLog([pergunta], begun, beyond);
  expect(found).toMatchObject({ situacao: 'interrompida', invalido: true });
  expect(found.respostas.size).toBe(0);
  // A second consent after a refusal does not count.
  const again = log(
    { tipo: 'consentimento', motivo: 'recusou' },
    { tipo: 'consentimento', motivo: 'aceito' },
  );
  expect(projectLog([], begun, again)).toMatchObject({ consentimento: 'recusou', invalido: true });
  expect(projectLog([], begun, log({ tipo: 'consentimento', motivo: 'talvez' }))).toMatchObject({
    consentimento: null,
    invalido: true,
  });
});

it('ends politely for good: nothing that the device says afterwards is an answer, or ends it otherwise', () => {
  const ended = { tipo: 'encerrada', motivo: 'filtro', pergunta_id: 'p1' } as const;
  const found = projectLog(
    [pergunta],
    begun,
    log(typed('17'), ended, { tipo: 'finalizada' }, { tipo: 'retomada' }),
  );
  expect(found).toMatchObject({
    ...{ situacao: 'interrompida', desfecho: 'filtro', motivo: 'Fora do perfil.', invalido: false },
  });
  const before = { ...begun, situacao: 'interrompida', desfecho: 'cota' } as const;
  const more = projectLog([pergunta], before, log({ tipo: 'pergunta_exibida' }, typed('42')));
  expect(more).toMatchObject({ situacao: 'interrompida', desfecho: 'cota', invalido: true });
  expect(more.respostas.size).toBe(0);
  expect(projectLog([], begun, log({ ...ended, motivo: 'cansou' }))).toMatchObject({
    desfecho: null,
    invalido: true,
  });
});
