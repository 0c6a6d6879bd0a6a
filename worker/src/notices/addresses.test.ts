import { expect, it } from 'vitest';
import { noticeAddresses } from './addresses.ts';

it('leads from the failed criteria of a mail to the report of the same week', () => {
  const week = { de: '2026-11-16', ate: '2026-11-22' };
  expect(noticeAddresses({ PUBLIC_URL: 'https://escuta.example' }).criterios(week)).toBe(
    'https://escuta.example/dashboard/relatorios/criterios?de=2026-11-16&ate=2026-11-22',
  );
  expect(noticeAddresses({}).criterios(week)).toBeNull();
});
