import { describe, expect, it } from 'vitest';
import {
  admit,
  type Circuit,
  ESPERA_SONDA_MS,
  ITENS_PARA_ABRIR,
  PAUSA_INICIAL_MS,
  PAUSA_MAXIMA_MS,
  recordFailure,
  SONDA_LIMITE_MS,
  SONDAS_SEM_CONTAR,
} from './circuit.ts';

function failing(items: readonly string[], now = 0): Circuit | null {
  return items.reduce<Circuit | null>(
    (circuit, quem) => recordFailure(circuit, { quem, id: quem, now }).circuit,
    null,
  );
}

describe('provider circuit', () => {
  it('opens when three different items in a row fail, never for one item alone', () => {
    const alone = failing(Array.from({ length: 20 }, () => 'a'));
    expect(alone?.aberto).toBeNull();
    expect(admit(alone, { quem: 'b', id: '1', now: 0 })).toMatchObject({ passa: true, sonda: false });
    expect(failing(['a', 'b', 'a', 'b'])?.aberto).toBeNull();
    const third = recordFailure(failing(['a', 'b', 'a']), { quem: 'c', id: '3', now: 100 });
    // The failure that opens the circuit, and all later failures, do not count as attempts.
    expect(third).toMatchObject({ conta: false, esperaMs: PAUSA_INICIAL_MS });
    expect(third.circuit.aberto).toMatchObject({ desde: 100, ate: 100 + PAUSA_INICIAL_MS });
    expect(ITENS_PARA_ABRIR).toBe(3);
  });

  it('lets one probe out at a time once the pause is over, and another when that one is given up', () => {
    const open = failing(['a', 'b', 'c']);
    expect(admit(open, { quem: 'a', id: '1', now: 500 })).toMatchObject({ passa: false, esperaMs: 1500 });
    const probe = admit(open, { quem: 'a', id: '1', now: 2000 });
    expect(probe).toMatchObject({ passa: true, sonda: true });
    const held = admit(probe.circuit, { quem: 'b', id: '2', now: 2001 });
    expect(held).toMatchObject({ passa: false, esperaMs: ESPERA_SONDA_MS });
    // Even another call of the probing item must wait.
    expect(admit(probe.circuit, { quem: 'a', id: '3', now: 2001 }).passa).toBe(false);
    const next = admit(probe.circuit, { quem: 'b', id: '2', now: 2000 + SONDA_LIMITE_MS });
    expect(next).toMatchObject({ passa: true, sonda: true });
    // The first probe's late failure changes nothing.
    expect(recordFailure(next.circuit, { quem: 'a', id: '1', now: 30_000 }).circuit).toEqual(next.circuit);
  });

  it('pauses longer with each failed probe, up to a bound', () => {
    let circuit = failing(['a', 'b', 'c']);
    let now = 0;
    const pauses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      now = circuit?.aberto?.ate ?? 0;
      const id = String(round);
      circuit = recordFailure(admit(circuit, { quem: id, id, now }).circuit, { quem: id, id, now }).circuit;
      pauses.push((circuit.aberto?.ate ?? 0) - now);
    }
    expect(pauses).toEqual([4000, 8000, 16_000, ...Array.from({ length: 4 }, () => PAUSA_MAXIMA_MS)]);
  });

  it('a failure of what was in the air when it opened does not lengthen the pause', () => {
    const open = failing(['a', 'b', 'c']);
    const late = recordFailure(open, { quem: 'd', id: '4', now: 1000 });
    expect(late.circuit).toEqual(open);
    expect(late).toMatchObject({ conta: false });
  });

  it('items that are probes over and over end by their own attempts: a few broken ones do not wait for ever', () => {
    let circuit = failing(['a', 'b', 'c']);
    const counted: boolean[] = [];
    for (let round = 0; round <= SONDAS_SEM_CONTAR; round += 1) {
      const now = circuit?.aberto?.ate ?? 0;
      const id = String(round);
      const after = recordFailure(admit(circuit, { quem: 'a', id, now }).circuit, { quem: 'a', id, now });
      circuit = after.circuit;
      counted.push(after.conta);
    }
    expect(counted.slice(0, SONDAS_SEM_CONTAR).every((conta) => !conta)).toBe(true);
    expect(counted.at(-1)).toBe(true);
    const now = circuit?.aberto?.ate ?? 0;
    const other = recordFailure(admit(circuit, { quem: 'b', id: 'x', now }).circuit, {
      quem: 'b',
      id: 'x',
      now,
    });
    expect(other.conta).toBe(false);
  });

  it('remembers only so many probes, however long an outage lasts', () => {
    let circuit = failing(['a', 'b', 'c']);
    for (let round = 0; round < 1000; round += 1) {
      const now = circuit?.aberto?.ate ?? 0;
      const id = `item-${round}`;
      circuit = recordFailure(admit(circuit, { quem: id, id, now }).circuit, { quem: id, id, now }).circuit;
    }
    expect(JSON.stringify(circuit).length).toBeLessThan(10_000);
  });
});
