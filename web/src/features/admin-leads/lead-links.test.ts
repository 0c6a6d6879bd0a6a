import { expect, it } from 'vitest';
import { internationalDigits, mailHref, telHref, whatsappHref } from './lead-links.ts';

it('takes Brazilian numbers with and without the country, and foreign ones with a plus', () => {
  expect(internationalDigits('(11) 98765-4321')).toBe('5511987654321');
  expect(internationalDigits('011 3000-1234')).toBe('551130001234');
  expect(internationalDigits('+55 11 98765-4321')).toBe('5511987654321');
  expect(internationalDigits('5511987654321')).toBe('5511987654321');
  expect(internationalDigits('+351 912 345 678')).toBe('351912345678');
});

it('makes no link of what is no phone', () => {
  for (const text of ['ramal 12', 'ligar depois', '+1', '1234567890123456789']) {
    expect(telHref(text)).toBeNull();
    expect(whatsappHref(text, 'Ana')).toBeNull();
  }
});

it('writes links that cannot be broken by what people typed', () => {
  expect(telHref('(11) 98765-4321')).toBe('tel:+5511987654321');
  const whatsapp = new URL(whatsappHref('(11) 98765-4321', 'Ana & Cia <x>') ?? '');
  expect(whatsapp.pathname).toBe('/5511987654321');
  expect(whatsapp.searchParams.get('text')).toMatch(/^Olá, Ana!/);
  expect(mailHref('a?cc=b@x.com')).toMatch(/^mailto:a%3Fcc%3Db@x\.com\?subject=/);
});
