import { expect, it } from 'vitest';
import { checkedPattern } from './name-pattern.ts';

it.each([
  String.raw`^(?<agente>[^-]+)-(?<numero>\d+)-(?<data>\d{8})-(?<hora>\d{6})`,
  String.raw`(?:in|out)_(?<ramal>\d{3,4})_.*(?<numero>\d{10,11})`,
  String.raw`(?<numero>\d+)(?:-[a-z])?\.wav`,
])('%s is kept', (padrao) => expect(checkedPattern(` ${padrao} `)).toBe(padrao));

it.each([
  [String.raw`(?<numero>(\d+)+)x`, /se repete/],
  [String.raw`(?<numero>\d)(a|aa)*b`, /se repete/],
  [String.raw`(?<numero>\d+)((a+)b){2,}`, /se repete/],
  [String.raw`(?=x)(?<numero>\d+)`, /adiante/],
  [String.raw`(?<numero>\d+)-\1`, /texto de um grupo/],
  ['(?<numero>.*).*.*.*.*.*.*.*.*', /em excesso/],
  [String.raw`(?<telefone>\d+)`, /“telefone” não existe/],
  [String.raw`\d+`, /Dê nome/],
  ['(?<numero>', /não é uma expressão/],
  ['', /Escreva/],
  [`(?<numero>${'a'.repeat(200)})`, /no máximo 200/],
])('%s is refused', (padrao, why) => expect(() => checkedPattern(padrao)).toThrow(why));
