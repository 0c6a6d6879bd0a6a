import { maskitoTransform } from '@maskito/core';
import { expect, it } from 'vitest';
import {
  CEP,
  CNPJ,
  DATE,
  DATE_TIME,
  DATE_TIME_SECONDS,
  dayOf,
  isTypedDate,
  PHONE,
  parseMaskedDate,
  parseMaskedDateTime,
  showDate,
  showDateTime,
  withDay,
} from './masks.ts';

it('punctuates a CNPJ while it is typed, numeric or alphanumeric', () => {
  const masked = (text: string) => maskitoTransform(text, CNPJ);
  expect(masked('1')).toBe('1');
  expect(masked('112')).toBe('11.2');
  expect(masked('11222333000181')).toBe('11.222.333/0001-81');
  expect(masked('11.222.333/0001-81999')).toBe('11.222.333/0001-81');
  expect(masked('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  // The mask drops typed letters in the place of the check digits.
  expect(masked('12ABC34501DEX3Y5')).toBe('12.ABC.345/01DE-35');
});

it('reads and shows typed dates', () => {
  expect(maskitoTransform('21112026', DATE)).toBe('21/11/2026');
  expect(maskitoTransform('211120260930', DATE_TIME)).toBe('21/11/2026 09:30');
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
  expect(isTypedDate('2026-11-21')).toBe(true);
  expect(isTypedDate('21/1')).toBe(false);
});

it('takes seconds where they are asked for, and is whole without them', () => {
  expect(maskitoTransform('211120260930', DATE_TIME_SECONDS)).toBe('21/11/2026 09:30');
  expect(maskitoTransform('21112026093005', DATE_TIME_SECONDS)).toBe('21/11/2026 09:30:05');
  expect(parseMaskedDateTime('21/11/2026 23:59:07')).toBe('2026-11-21T23:59:07');
  expect(parseMaskedDateTime('21/11/2026 23:59:7')).toBeNull();
  expect(parseMaskedDateTime('21/11/2026 23:59:60')).toBeNull();
  expect(showDateTime('2026-11-21T09:30:05')).toBe('21/11/2026 09:30:05');
});

it('corrects a time typed to the minute in place, and goes on to its seconds', () => {
  const { overwriteMode } = DATE_TIME_SECONDS;
  const mode = (value: string) =>
    typeof overwriteMode === 'function' ? overwriteMode({ value, selection: [12, 12] }) : overwriteMode;
  expect(mode('04/05/2026 10:00')).toBe('replace');
  expect(mode('04/05/2026 10:0')).toBe('shift');
});

it('exchanges the day and keeps the hour as far as it was typed', () => {
  expect(withDay('2026-11-21T09:30:05', '2026-12-01')).toBe('2026-12-01T09:30:05');
  expect(withDay('21/11/2026 09:3', '2026-12-01')).toBe('01/12/2026 09:3');
  expect(withDay('', '2026-12-01')).toBe('01/12/2026');
  expect(['2026-11-21T09:30', '21/11/2026 09', '21/1', ''].map(dayOf)).toEqual([
    '2026-11-21',
    '2026-11-21',
    '',
    '',
  ]);
});

it('punctuates a CEP and drops what is no digit', () => {
  const masked = (text: string) => maskitoTransform(text, CEP);
  expect(masked('01310')).toBe('01310');
  expect(masked('013101')).toBe('01310-1');
  expect(masked('CEP 01310-100, SP')).toBe('01310-100');
  expect(masked('013101009')).toBe('01310-100');
});

it('punctuates a phone of any kind, and leaves what is none as it is typed', () => {
  const masked = (text: string) => maskitoTransform(text, PHONE);
  expect(masked('11987654321')).toBe('(11) 98765-4321');
  expect(masked('1133334444')).toBe('(11) 3333-4444');
  expect(masked('08007701234')).toBe('0800 770 1234');
  expect(masked('40040001')).toBe('4004-0001');
  expect(masked('190')).toBe('190');
  expect(masked('1001')).toBe('1001');
  expect(masked('+44 20 7946 0958')).toBe('+44 20 7946 0958');
  expect(masked('011987654321')).toBe('011987654321');
});
