import { expect, it } from 'vitest';
import { LeaseLostError, Leases } from './leases.ts';

it('a stage that a worker lost and took again stops its first execution, and keeps the second', () => {
  const leases = new Leases({ query: () => new Promise(() => undefined) } as never, 60_000);
  const stage = { execucaoId: 'a', etapa: 'negocio' as const };
  const first = leases.hold({ ...stage, versao: 1 }, null);
  const second = leases.hold({ ...stage, versao: 2 }, null);
  expect(first.signal.aborted).toBe(true);
  expect(first.signal.reason).toBeInstanceOf(LeaseLostError);
  // The first lease's release must not affect the second.
  first.release();
  leases.handBack();
  expect(second.signal.aborted).toBe(true);
  leases.close();
});
