import { QUARENTENAS } from '@escuta/shared/domain/interview/device/device-log';
import { expect, it } from 'vitest';
import { reasonsHeld } from './quarantine.tsx';

it('says of each reason what it is: consent, required answers and recordings by their name', () => {
  // The gravest reason comes first, whatever the order of discovery.
  const [semConsentimento, semGravacao, faltando] = reasonsHeld([
    'resposta_faltando',
    'sem_gravacao',
    'sem_consentimento',
  ]);
  expect(semConsentimento).toContain('Não há consentimento');
  expect(faltando).toContain('pergunta obrigatória');
  expect(semGravacao).toContain('não tem gravação');
  const all = reasonsHeld(QUARENTENAS);
  expect(new Set(all).size).toBe(QUARENTENAS.length);
  for (const words of all) expect(words).toMatch(/^\p{Lu}.*\.$/u);
});
