import { expect, it } from 'vitest';
import { deedOf, thingOf, whenOf } from './access-words.ts';

const ACCESS = {
  tipo: 'som',
  alvo: { tipo: 'item', id: 'i', nome: '11987654321' },
  enviado: 0,
  tamanho: 1000,
  ouvido_ms: 0,
  primeiro_em: '2026-05-04T13:00:00.000Z',
  ultimo_em: '2026-05-04T13:00:20.000Z',
} as const;

it('says what was heard, and of what no player reported only what was sent', () => {
  expect(deedOf(ACCESS)).toBe('Abriu o áudio');
  expect(deedOf({ ...ACCESS, enviado: 400 })).toBe(
    'Recebeu 40% do arquivo de áudio; tempo ouvido desconhecido',
  );
  expect(deedOf({ ...ACCESS, alvo: { ...ACCESS.alvo, tipo: 'entrevista' } })).toBe(
    'Abriu o áudio da outra gravação',
  );
  expect(deedOf({ ...ACCESS, enviado: 400, ouvido_ms: 154_000 })).toBe('Ouviu 2:34');
  expect(deedOf({ ...ACCESS, tipo: 'download', enviado: 1000 })).toBe('Baixou 100% do arquivo');
  expect(deedOf({ ...ACCESS, tipo: 'aberta' })).toBe('Abriu a página');
  expect(deedOf({ ...ACCESS, tipo: 'aberta', alvo: { ...ACCESS.alvo, tipo: 'acessos' } })).toBe(
    'Consultou os acessos',
  );
});

it('says when and of what', () => {
  expect(whenOf(ACCESS)).toBe('04/05/2026 10:00');
  expect(whenOf({ ...ACCESS, ultimo_em: '2026-05-04T13:12:00.000Z' })).toBe('04/05/2026 10:00 até 10:12');
  expect(thingOf(ACCESS)).toBe('Ligação: 11987654321');
  expect(thingOf({ alvo: { ...ACCESS.alvo, nome: null } })).toBe('Ligação');
});
