import { describe, expect, it } from 'vitest';
import {
  ACUSACOES,
  COMPARACOES,
  CONDUCOES,
  type FatosDaResposta,
  LEITURAS,
  RESPOSTAS_FALADAS,
  type Veredito,
  verdictOf,
} from './verdict.ts';

const proven = <T>(codigo: T) => ({ codigo, provado: true });
const unproven = <T>(codigo: T) => ({ codigo, provado: false });
const CLEAN: FatosDaResposta = {
  aplicavel: true,
  digitada: true,
  audivel: true,
  leitura: proven('exata'),
  conducao: proven('neutra'),
  resposta: proven('adequada'),
  comparacao: proven('compativel'),
};

describe('verdict of an answer', () => {
  it.each<[string, Partial<FatosDaResposta>, Veredito]>([
    ['everything as it should be', {}, 'confere'],
    ['an answer with a reservation', { resposta: proven('qualificada') }, 'confere'],
    [
      'a refusal that was typed as one',
      { resposta: proven('recusa'), comparacao: proven('compativel') },
      'confere',
    ],
    ['a reading that changes the meaning: a mark, no verdict', { leitura: proven('maior') }, 'confere'],
    ['asked back what had been told', { leitura: proven('verificacao') }, 'confere'],
    ['led past by the questionnaire', { aplicavel: false, audivel: false }, 'nao_se_aplica'],
    [
      'neither asked nor typed',
      { digitada: false, leitura: unproven('nao_feita'), resposta: proven('ausente') },
      'nao_se_aplica',
    ],
    ['a gap in the recording', { audivel: false, comparacao: proven('incompativel') }, 'inaudivel'],
    ['a model that calls it inaudible', { resposta: proven('inaudivel') }, 'a_revisar'],
    ['a reading that nobody proved', { leitura: unproven('exata') }, 'a_revisar'],
    [
      'typed, and proven not to have been asked',
      {
        leitura: proven('nao_feita'),
        resposta: proven('ausente'),
        comparacao: proven('so_digitada'),
      },
      'nao_perguntada',
    ],
    [
      'typed, and perhaps not asked',
      { leitura: unproven('nao_feita'), resposta: proven('ausente') },
      'a_revisar',
    ],
    ['not asked, yet answered: the steps disagree', { leitura: proven('nao_feita') }, 'a_revisar'],
    [
      'led to the answer, whatever was typed',
      { conducao: proven('diretiva'), comparacao: unproven('nao_comparavel') },
      'induzida',
    ],
    ['perhaps led to the answer', { conducao: unproven('diretiva') }, 'a_revisar'],
    ['another value typed than said', { comparacao: proven('incompativel') }, 'diverge'],
    ['perhaps another value', { comparacao: unproven('incompativel') }, 'a_revisar'],
    [
      'another value under a quote that stands nowhere',
      { comparacao: proven('incompativel'), resposta: unproven('adequada') },
      'a_revisar',
    ],
    [
      'a cell of the sheet that was not understood, whatever was said',
      { planilha: 'nao_reconhecida', digitada: false, comparacao: proven('so_falada') },
      'a_revisar',
    ],
    [
      'such a cell of a question that was led, or that nobody asked or answered',
      { planilha: 'planilha_indisponivel', conducao: proven('diretiva'), resposta: proven('ausente') },
      'a_revisar',
    ],
    ['such a cell where nothing can be heard', { planilha: 'nao_reconhecida', audivel: false }, 'inaudivel'],
    [
      'such a cell of a question led past',
      { planilha: 'nao_reconhecida', aplicavel: false },
      'nao_se_aplica',
    ],
    [
      'another answer to a question that perhaps did not apply',
      { planilha: 'filtro_desconhecido', comparacao: proven('incompativel') },
      'a_revisar',
    ],
    ['the same answer to such a question', { planilha: 'filtro_desconhecido' }, 'confere'],
    [
      'such a question that nobody asked, answered or typed: so it is in either case',
      {
        planilha: 'filtro_desconhecido',
        digitada: false,
        leitura: unproven('nao_feita'),
        resposta: proven('ausente'),
      },
      'nao_se_aplica',
    ],
    ['said, and left blank', { digitada: false, comparacao: proven('so_falada') }, 'diverge'],
    ['typed, and no answer heard', { resposta: proven('ausente') }, 'a_revisar'],
    ['one of two options typed', { comparacao: proven('parcial') }, 'a_revisar'],
  ])('%s', (_, fatos, expected) => {
    expect(verdictOf({ ...CLEAN, ...fatos })).toBe(expected);
  });

  it.each<[string, Partial<FatosDaResposta>]>([
    ['not asked', { leitura: proven('nao_feita'), resposta: proven('ausente') }],
    ['led', { conducao: proven('diretiva') }],
    ['typed otherwise', { comparacao: proven('incompativel') }],
  ])('accuses nobody by damaged sound: %s', (_, fatos) => {
    expect(['nao_perguntada', 'induzida', 'diverge']).toContain(verdictOf({ ...CLEAN, ...fatos }));
    expect(verdictOf({ ...CLEAN, ...fatos, danificado: true })).toBe('a_revisar');
    expect(verdictOf({ ...CLEAN, danificado: true })).toBe('confere');
  });

  it('accuses nobody by a cell of the sheet that could not be read, whatever the codes', () => {
    for (const leitura of LEITURAS)
      for (const conducao of CONDUCOES)
        for (const resposta of RESPOSTAS_FALADAS)
          for (const comparacao of COMPARACOES) {
            const fatos = {
              ...CLEAN,
              leitura: proven(leitura),
              conducao: proven(conducao),
              resposta: proven(resposta),
              comparacao: proven(comparacao),
            };
            expect(verdictOf({ ...fatos, planilha: 'nao_reconhecida' })).toBe('a_revisar');
            expect(verdictOf({ ...fatos, planilha: 'planilha_indisponivel' })).toBe('a_revisar');
            expect(ACUSACOES).not.toContain(verdictOf({ ...fatos, planilha: 'filtro_desconhecido' }));
          }
  });

  it('accuses nobody without proof, whatever the codes', () => {
    for (const leitura of LEITURAS)
      for (const conducao of CONDUCOES)
        for (const resposta of RESPOSTAS_FALADAS)
          for (const comparacao of COMPARACOES)
            for (const digitada of [true, false]) {
              const verdict = verdictOf({
                ...CLEAN,
                digitada,
                leitura: unproven(leitura),
                conducao: unproven(conducao),
                resposta: unproven(resposta),
                comparacao: unproven(comparacao),
              });
              expect(['a_revisar', 'nao_se_aplica']).toContain(verdict);
            }
  });
});
