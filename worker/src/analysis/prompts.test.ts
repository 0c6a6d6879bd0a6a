import { createHash } from 'node:crypto';
import { RESPOSTAS_IA } from '@escuta/shared/domain/ai-answers';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { describe, expect, it } from 'vitest';
import { analysisPrompt, insightPrompt } from './prompts.ts';

const lines = [
  { ordem: 1, falante: 'agente' as const, startMs: 0, texto: 'Bom dia.' },
  { ordem: 2, falante: 'cliente' as const, startMs: 900, texto: 'Oi <b>.' },
];
const everything = { sentimento: true, resumo: true, respostas: true };
const nothing = { sentimento: false, resumo: false, respostas: false };
const whole = (perfil: Perfil) => analysisPrompt(perfil, lines, { index: 0, total: 1 }, everything);
const part = (perfil: Perfil) => analysisPrompt(perfil, lines, { index: 1, total: 3 }, nothing);
const insight = (perfil: Perfil) =>
  insightPrompt(perfil, lines, {
    instrucoes: 'Avalie a transcrição abaixo.',
    criterios: [{ id: 'a', descricao: 'O agente <cumprimenta>.', peso: 1, critico: false }],
    formatoSaida: 'markdown',
  });
const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('the prompts', () => {
  it('of calls are, to the byte, what earlier versions asked and paid for', () => {
    // An answer is found again by what was asked: another byte here, and every call analysed anew is paid again.
    expect(hash(whole('ligacao'))).toBe('f88c8f5141e59e8b');
    expect(hash(part('ligacao'))).toBe('498f5ba14065b0aa');
    expect(hash(insight('ligacao'))).toBe('e41bf05b28545d48');
    const { analise_texto, insight: answer } = RESPOSTAS_IA.ligacao;
    expect(hash(analise_texto.jsonSchema)).toBe('d60830d35aeee309');
    expect(hash(answer.jsonSchema)).toBe('f775dbc1148ef167');
  });

  it('of interviews speak of interviewer and respondent, never of calls', () => {
    const [rules] = insight('entrevista');
    const asked = JSON.stringify([
      whole('entrevista')[0],
      whole('entrevista')[1]?.texto.split('<transcricao>')[0],
      part('entrevista')[1]?.texto.split('<transcricao>')[0],
      rules,
    ]);
    expect(asked).toContain('entrevistas de pesquisa de campo');
    expect(asked).toContain('sentimento_geral do entrevistado');
    expect(asked).toContain('palavras do entrevistador');
    expect(asked).toContain('esta é a parte 2 de 3');
    expect(asked).not.toMatch(/liga[cç]|agente|cliente|central/iu);
  });
});
