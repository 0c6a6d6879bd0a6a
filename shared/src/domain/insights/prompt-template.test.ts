import { describe, expect, it } from 'vitest';
import {
  checkTemplate,
  findPlaceholders,
  missingParameters,
  renderPrompt,
  splitPrompt,
} from './prompt-template.ts';

const template = (
  promptTemplate: string,
  parametrosObrigatorios: string[] = [],
  parametrosOpcionais: string[] = [],
) => ({
  promptTemplate,
  parametrosObrigatorios,
  parametrosOpcionais,
});
const system = { transcricao: 'a transcrição abaixo' };

describe('placeholders', () => {
  it('are names in braces; JSON and empty braces are text', () => {
    expect(findPlaceholders('{produto} e {opção_2}, {produto}; {"a": 1} {} {{literal}} { x }')).toEqual([
      'produto',
      'opção_2',
    ]);
  });

  it('must be declared, and required ones used', () => {
    expect(checkTemplate(template('Analise {transcricao} sobre {produto}', ['produto']))).toEqual([]);
    expect(checkTemplate(template('Sobre {produto}'))).toHaveLength(1);
    expect(checkTemplate(template('Nada', ['produto'], ['opcional']))).toEqual([
      'O parâmetro obrigatório "produto" não aparece no texto.',
    ]);
    expect(checkTemplate(template('{a}', ['a'], ['a']))).toHaveLength(1);
    expect(checkTemplate(template('{a}', ['a', 'não pode']))).toHaveLength(1);
    expect(checkTemplate(template('{transcricao}', ['transcricao']))).toHaveLength(1);
  });

  it('are filled once: a value cannot bring placeholders of its own', () => {
    const t = template('{a} {b} {{a}} {transcricao}', ['a'], ['b']);
    expect(renderPrompt(t, { a: '{b}', b: 7 }, system)).toBe('{b} 7 {a} a transcrição abaixo');
    expect(renderPrompt(t, { a: 'x' }, system)).toBe('x  {a} a transcrição abaixo');
  });

  it('names the required ones without a value, and takes nothing from the prototype', () => {
    const t = template('{a}{constructor}', ['a', 'constructor']);
    expect(missingParameters(t, { a: '  ' })).toEqual(['a', 'constructor']);
    expect(missingParameters(t, { a: 'x', constructor: 'y' })).toEqual([]);
  });
});

it('cuts a prompt at its placeholders without losing a letter', () => {
  const prompt = '{a} e {{literal}} {"json": 1} {ação}.';
  expect(splitPrompt(prompt)).toEqual([
    { texto: '{a}', nome: 'a' },
    { texto: ' e {{literal}} {"json": 1} ', nome: null },
    { texto: '{ação}', nome: 'ação' },
    { texto: '.', nome: null },
  ]);
  expect(
    splitPrompt(prompt)
      .map(({ texto }) => texto)
      .join(''),
  ).toBe(prompt);
  expect(splitPrompt('')).toEqual([]);
});
