// @vitest-environment node
import { createLigacao } from '@escuta/shared/contracts/calls/auditoria-items';
import { describe, expect, it } from 'vitest';
import {
  callBody,
  durationSeconds,
  durationText,
  EMPTY_CALL,
  endOf,
  lacksValue,
  validateCall,
} from './call-form.ts';

const form = {
  ...EMPTY_CALL,
  numero_destino: ' 11987654321 ',
  ramal: '2001',
  nome_entrevistado: 'Rogério',
  inicio: '2026-05-04T10:00',
  fim: '2026-05-04T10:03',
};

describe('validateCall', () => {
  it('accepts a whole form', () => {
    expect(validateCall(form)).toEqual({});
  });

  it.each([
    ['numero_destino', '   '],
    ['inicio', ''],
    ['fim', ''],
  ] as const)('asks for %s', (field, value) => {
    const asked = { ...form, [field]: value };
    expect(validateCall(asked)).toEqual({ [field]: 'Campo obrigatório' });
    expect(lacksValue(asked)).toBe(true);
  });

  it.each([
    ['inicio', '31/02/2026 10:00'],
    ['inicio', '04/05/20'],
    ['fim', '2026-13-40T10:00'],
  ] as const)('calls %s of %s invalid, not missing', (field, value) => {
    const asked = { ...form, [field]: value };
    expect(validateCall(asked)).toEqual({ [field]: 'Informe data e hora válidas, como 31/12/2026 10:15.' });
    expect(lacksValue(asked)).toBe(false);
  });

  it.each([
    ['abc', false],
    ['2001', true],
    ['0800 770 1234', true],
  ])('takes the number %s: %s', (numero_destino, taken) => {
    expect(validateCall({ ...form, numero_destino })).toEqual(
      taken ? {} : { numero_destino: 'Informe um número, como (11) 98765-4321 ou um ramal.' },
    );
  });

  it.each(['2026-05-04T10:00', '2026-05-04T09:59'])('refuses the end %s', (fim) => {
    expect(validateCall({ ...form, fim })).toEqual({
      fim: 'Horário de fim deve ser posterior ao de início.',
    });
  });
});

it('tells the end by the length of the recording', () => {
  expect(endOf('2026-05-04T10:59:50', 12.4)).toBe('2026-05-04T11:00:02');
  expect(endOf('2026-05-04T10:00', 0.2)).toBe('2026-05-04T10:00:01');
  expect(endOf('', 12)).toBe('');
});

describe('callBody', () => {
  it('sends the agent that a person chose', () => {
    const agente = { id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11', nome: 'Ana' };
    expect(callBody({ ...form, agente }, agente.id)).toMatchObject({ agente_id: agente.id });
    expect(callBody(form, agente.id)).not.toHaveProperty('agente_id');
  });

  it('sends what the API takes, with the duration as rounded minutes in text', () => {
    const body = callBody({ ...form, fim: '2026-05-04T11:29' }, '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11');
    expect(body).toMatchObject({
      numero_destino: '11987654321',
      call_start_time: '2026-05-04T13:00:00.000Z',
      call_end_time: '2026-05-04T14:29:00.000Z',
      metadata: {
        telefone_entrevistado: '11987654321',
        ramal: '2001',
        duracao: '89',
        nome_entrevistado: 'Rogério',
        observacoes: '',
        tipo: 'ligacao',
      },
    });
    expect(createLigacao.body.safeParse(body).success).toBe(true);
  });

  it('takes a call under a minute, its seconds in the duration', () => {
    const short = { ...form, inicio: '2026-05-04T10:00:05', fim: '2026-05-04T10:00:25' };
    expect(validateCall(short)).toEqual({});
    const body = callBody(short, '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11');
    expect(body).toMatchObject({
      call_start_time: '2026-05-04T13:00:05.000Z',
      call_end_time: '2026-05-04T13:00:25.000Z',
      call_duration: 20,
      metadata: { duracao: '0' },
    });
    expect(createLigacao.body.safeParse(body).success).toBe(true);
    expect([20, 60, 185].map(durationText)).toEqual(['20 segundos', '1 minuto', '3 minutos e 5 segundos']);
  });

  it('has no duration without both times', () => {
    expect(durationSeconds({ inicio: '', fim: form.fim })).toBeNull();
    expect(() => callBody({ ...form, fim: '' }, 'x')).toThrow();
  });
});
