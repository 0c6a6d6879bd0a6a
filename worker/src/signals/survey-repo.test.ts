import { overlaps } from '@escuta/shared/domain/interview/signals/overlap';
import { describe, expect, it } from 'vitest';
import { activeStretches, lengthOf } from './survey-repo.ts';

const MIN = 60_000;
const H = 60 * MIN;
const T0 = Date.parse('2026-11-22T13:00:00Z');
type Row = Parameters<typeof activeStretches>[0];
const row = (fields: Partial<Row>): Row => ({
  versaoMs: T0 - 24 * H,
  criadaMs: T0,
  recebidaMs: null,
  iniciadaMs: T0,
  desvioMs: 0,
  concluidaMs: null,
  aqui: true,
  pausas: null,
  fimMono: 20 * MIN,
  ...fields,
});
const at = (de: number, ate: number) => ({ de: T0 + de, ate: T0 + ate });
const together = (...rows: Row[]) =>
  overlaps(
    rows.map((one, n) => ({
      id: String(n),
      agenteId: 'a',
      versaoId: 'v',
      em: 0,
      gravacaoEm: null,
      ativa: activeStretches(one),
      respostasEm: activeStretches(one).map(({ de }) => de),
      duracaoMs: 1,
      respondidas: 1,
      leituras: [],
      fechadas: new Uint16Array(),
      telefone: null,
    })),
  );

describe('when an interview was in progress', () => {
  it('with the pauses taken off', () => {
    const paused = row({
      pausas: [
        { tipo: 'pausa', ms: 5 * MIN, antes: 4 * MIN },
        { tipo: 'retomada', ms: 15 * MIN, antes: 5 * MIN },
      ],
    });
    expect(activeStretches(paused)).toEqual([at(0, 5 * MIN), at(15 * MIN, 20 * MIN)]);
    expect(lengthOf(paused)).toBe(10 * MIN);
  });

  it('cut by the battery at 10:05 and resumed at 16:00, was not so in between', () => {
    // The phone died without a 'pausa'. The interview resumes six hours later by its own clock, for ten minutes.
    const cut = row({ pausas: [{ tipo: 'retomada', ms: 6 * H, antes: 5 * MIN }], fimMono: 6 * H + 10 * MIN });
    expect(activeStretches(cut)).toEqual([at(0, 5 * MIN), at(6 * H, 6 * H + 10 * MIN)]);
    expect(lengthOf(cut)).toBe(15 * MIN);
    const between = row({ criadaMs: T0 + 2 * H, iniciadaMs: T0 + 2 * H });
    expect(together(cut, between)).toEqual([]);
  });

  it('nobody knows when an impossible clock puts it before its version, or after it was received', () => {
    const lost = (iniciadaMs: number) => row({ iniciadaMs, recebidaMs: T0 + H });
    // Both phones' clocks had been reset to 1970: nothing shows that the interviews overlapped.
    expect(together(lost(0), lost(5 * MIN))).toEqual([]);
    // A start before the version's creation counts as the creation, also after a pause.
    const clamped = row({
      iniciadaMs: T0 - 24 * H,
      fimMono: 60 * MIN,
      pausas: [
        { tipo: 'pausa', ms: 5 * MIN, antes: MIN },
        { tipo: 'retomada', ms: 6 * MIN, antes: 5 * MIN },
      ],
    });
    expect(together(clamped, clamped)).toEqual([]);
    expect(together(lost(T0 + 9000 * H), lost(T0 + 9000 * H + MIN))).toEqual([]);
    expect(activeStretches(lost(0))).toEqual([]);
    expect(lengthOf(lost(0))).toBe(20 * MIN);
    // The clock jumped forward by 56 years during the pause.
    const years = 56 * 365 * 24 * H;
    const forward = row({
      recebidaMs: T0 + H,
      pausas: [{ tipo: 'retomada', ms: years, antes: 5 * MIN }],
      fimMono: years + 10 * MIN,
    });
    expect(activeStretches(forward)).toEqual([]);
    expect(lengthOf(forward)).toBe(15 * MIN);
  });
});
