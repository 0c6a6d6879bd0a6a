import { expect, it } from 'vitest';
import {
  maskCep,
  maskCnpj,
  maskDate,
  maskDateTime,
  parseMaskedDate,
  parseMaskedDateTime,
  showDate,
  showDateTime,
} from './masks.ts';

it('punctuates a CNPJ while it is typed, numeric or alphanumeric', () => {
  expect(maskCnpj('1')).toBe('1');
  expect(maskCnpj('112')).toBe('11.2');
  expect(maskCnpj('11222333000181')).toBe('11.222.333/0001-81');
  expect(maskCnpj('11.222.333/0001-81999')).toBe('11.222.333/0001-81');
  expect(maskCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  // The check digits are never letters.
  expect(maskCnpj('12ABC34501DEX3Y5')).toBe('12.ABC.345/01DE-35');
});

it('reads and shows typed dates', () => {
  expect(maskDate('21112026')).toBe('21/11/2026');
  expect(maskDateTime('211120260930')).toBe('21/11/2026 09:30');
  expect(parseMaskedDate('29/02/2024')).toBe('2024-02-29');
  expect(parseMaskedDate('29/02/2026')).toBeNull();
  expect(parseMaskedDate('2/2/2026')).toBeNull();
  expect(parseMaskedDateTime('21/11/2026 23:59')).toBe('2026-11-21T23:59');
  expect(parseMaskedDateTime('21/11/2026 24:00')).toBeNull();
  expect(parseMaskedDateTime('21/11/2026')).toBeNull();
  expect(showDate('2026-11-21')).toBe('21/11/2026');
  expect(showDate('')).toBe('');
  expect(showDateTime('2026-11-21T09:30')).toBe('21/11/2026 09:30');
  expect(showDateTime('')).toBe('');
});

it('punctuates a CEP and drops what is no digit', () => {
  expect(maskCep('01310')).toBe('01310');
  expect(maskCep('013101')).toBe('01310-1');
  expect(maskCep('CEP 01310-100, SP')).toBe('01310-100');
  expect(maskCep('013101009')).toBe('01310-100');
});
