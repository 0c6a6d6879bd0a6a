import { describe, expect, it } from 'vitest';
import { ENDERECO_RETIRADO, nameForMail, withoutAddresses } from './mail-names.ts';

const SEM = ENDERECO_RETIRADO;

describe('the name that goes into an e-mail', () => {
  it.each([
    ['GANHE R$ 500 em www.exemplo-golpe.com.br agora', `GANHE R$ 500 em ${SEM} agora`],
    ['Veja http://golpe.example/x?y=1 já', `Veja ${SEM} já`],
    ['Veja https golpe', `Veja ${SEM}`],
    ['hxxps://golpe[.]com', SEM],
    ['Ganhe em golpe.com.br/premio', `Ganhe em ${SEM}`],
    ['Ganhe em golpe.xyz', `Ganhe em ${SEM}`],
    ['Ganhe em golpe.COM', `Ganhe em ${SEM}`],
    ['golpe\u200b.\u200bcom.br', SEM],
    ['gol\u00adpe.c\u2060om', SEM],
    ['golpe\uff0ecom', SEM],
    ['golpe\u3002com', SEM],
    ['\uff47\uff4f\uff4c\uff50\uff45.com', SEM],
    ['golpe ponto com ponto br', SEM],
    ['golpe ponto com', SEM],
    ['golpe (ponto) com', SEM],
    ['golpe[.]com[.]br', SEM],
    ['golpe dot com', SEM],
    ['golpe .com', SEM],
    ['golpe . com . br', SEM],
    ['www golpe', SEM],
    ['escreva a vendas@golpe.com.br', `escreva a ${SEM}`],
    ['vendas@golpe', SEM],
    ['vendas arroba golpe ponto com', SEM],
    ['vendas [at] golpe [dot] com', SEM],
    ['promoção.golpe.com', SEM],
    ['xn--prmio-9ua.xn--p1ai', SEM],
    ['entre em 203.0.113.9:8080/x', `entre em ${SEM}`],
    ['mailto:a@b.co', SEM],
    ['a\nBcc: b@c.com', `a Bcc: ${SEM}`],
  ])('%j carries no address', (name, expected) => {
    const mailed = nameForMail(name);
    // Several rules may match an address, which then leaves several marks in a row.
    expect(mailed.replaceAll(`${SEM}${SEM}`, SEM)).toBe(expected);
    expect(mailed.replaceAll(SEM, '')).not.toMatch(/\.[a-z]{2}|@|www|http|:\/\//iu);
  });

  it.each([
    'Lumavia & Filhos Ltda.',
    'Comércio de Peças S.A.',
    'J.P. Souza Ltda. Comunicação',
    'Dr. José da Silva',
    'Nº 1.200.000.000 em vendas',
    'Atenção: 3.500 créditos',
    'Ponto Certo Cobranças',
    'Call Center 24h - São Paulo/SP',
    'Data Brasil Pesquisas',
    'Empresa 2.0',
  ])('%j stays as it is', (name) => {
    expect(nameForMail(name)).toBe(name);
  });

  it('a long name is cut; the rest of the text is not', () => {
    expect([...nameForMail('á'.repeat(200))]).toHaveLength(80);
    expect(nameForMail('á'.repeat(80))).toBe('á'.repeat(80));
    expect(withoutAddresses('x '.repeat(150))).toHaveLength(299);
  });

  it('a text made to be slow is not: the rules read each letter a few times', () => {
    for (const text of [
      'a.'.repeat(100),
      'a-'.repeat(100),
      'a ponto '.repeat(25),
      ' . '.repeat(60),
      '@'.repeat(200),
    ])
      expect(withoutAddresses(text).length).toBeLessThan(2000);
  });
});
