import { describe, expect, it } from 'vitest';
import type { Comparacao, RespostaFalada } from '../verdicts/verdict.ts';
import { compareAnswer, type PerguntaComparada } from './compare-answer.ts';

const SATISFACAO: PerguntaComparada = {
  tipo: 'escolha',
  opcoes: [
    { texto: 'Muito satisfeito', sinonimos: ['muito satisfeita'] },
    { texto: 'Satisfeito', sinonimos: ['satisfeita'] },
    { texto: 'Insatisfeito', sinonimos: ['insatisfeita'] },
    { texto: 'Não sabe', especial: 'nao_sabe' },
    { texto: 'Outro', especial: 'outro' },
  ],
};
const MEIOS: PerguntaComparada = {
  tipo: 'multipla',
  opcoes: [{ texto: 'Ônibus' }, { texto: 'Metrô' }, { texto: 'Carro', sinonimos: ['automóvel'] }],
};
const SIM_NAO: PerguntaComparada = { tipo: 'escolha', opcoes: [{ texto: 'Sim' }, { texto: 'Não' }] };
const TEMPERATURA: PerguntaComparada = { tipo: 'numero', opcoes: [], unidade: 'graus' };
const IDADE: PerguntaComparada = { tipo: 'numero', opcoes: [], unidade: 'anos' };
const NOTA: PerguntaComparada = { tipo: 'escala', opcoes: [] };
const DIA: PerguntaComparada = { tipo: 'data', opcoes: [] };
const LIVRE: PerguntaComparada = { tipo: 'texto', opcoes: [] };

const option = (...opcoes: number[]) => ({ opcoes, texto: '' });
const text = (texto: string) => ({ opcoes: [], texto });
const said = (citacao: string, codigo: RespostaFalada = 'adequada') => ({ citacao, codigo });

describe('spoken against typed', () => {
  it.each<[string, PerguntaComparada, ReturnType<typeof option>, Comparacao | null]>([
    ['satisfeito, passa três vezes', SATISFACAO, option(1), 'compativel'],
    ['muito satisfeita', SATISFACAO, option(0), 'compativel'],
    ['muito satisfeita', SATISFACAO, option(1), 'incompativel'],
    ['insatisfeito', SATISFACAO, option(1), 'incompativel'],
    ['satisfeito não', SATISFACAO, option(1), null],
    ['não, insatisfeito', SATISFACAO, option(2), null],
    ['satisfeito ou insatisfeito, tanto faz', SATISFACAO, option(1), null],
    ['insatisfeito, quer dizer, satisfeito', SATISFACAO, option(1), 'compativel'],
    ['insatisfeito, quer dizer, satisfeito', SATISFACAO, option(2), 'incompativel'],
    ['a primeira', SATISFACAO, option(0), 'compativel'],
    ['a opção dois', SATISFACAO, option(0), 'incompativel'],
    ['letra c', SATISFACAO, option(2), 'compativel'],
    ['mais ou menos', SATISFACAO, option(1), null],
    ['satisfeito', SATISFACAO, option(4), null],
    ['não', SIM_NAO, option(1), 'compativel'],
    ['sim, precisei', SIM_NAO, option(1), 'incompativel'],
    ['ônibus e metrô', MEIOS, option(0, 1), 'compativel'],
    ['de automóvel', MEIOS, option(0), 'incompativel'],
    ['ônibus e depois metrô', MEIOS, option(0), 'parcial'],
  ])('options: "%s"', (citacao, pergunta, digitada, expected) => {
    expect(compareAnswer(pergunta, said(citacao), digitada)).toBe(expected);
  });

  it.each<[string, PerguntaComparada, string, Comparacao | null]>([
    ['tenho quarenta e dois anos', IDADE, '42', 'compativel'],
    ['quarenta e dois', IDADE, '24', 'incompativel'],
    ['nasci em mil novecentos e oitenta e quatro', IDADE, '42', null],
    ['uns quarenta e poucos', IDADE, '42', null],
    ['quarenta e poucos', IDADE, '40', null],
    ['quase cinquenta', IDADE, '49', null],
    ['quarenta, não, quarenta e um', IDADE, '41', null],
    ['seis meses', IDADE, '7', null],
    ['um sete. Não, melhor, um seis', NOTA, '6', 'compativel'],
    ['um sete. Não, melhor, um seis', NOTA, '7', 'incompativel'],
    ['dou dez', NOTA, '10', 'compativel'],
    ['um', NOTA, '1', 'compativel'],
    ['mil e duzentos', { tipo: 'numero', opcoes: [], unidade: 'reais' }, '1.200', 'compativel'],
    ['meia dúzia', { tipo: 'numero', opcoes: [], unidade: 'pessoas' }, '6', 'compativel'],
    ['um salário mínimo', { tipo: 'numero', opcoes: [], unidade: 'reais' }, '1500', null],
    ['cinco', TEMPERATURA, '-5', null],
    ['menos cinco', TEMPERATURA, '-5', 'compativel'],
    ['fez menos cinco graus', TEMPERATURA, '-5', 'compativel'],
    ['cinco graus negativos', TEMPERATURA, '-5', 'compativel'],
    ['-5', TEMPERATURA, '-5', 'compativel'],
    ['-5', TEMPERATURA, '5', null],
    ['menos cinco', TEMPERATURA, '5', null],
    ['menos cinco, quer dizer, cinco', TEMPERATURA, '-5', null],
    ['menos sete', TEMPERATURA, '-5', 'incompativel'],
    ['sete', TEMPERATURA, '-5', null],
    ['mais ou menos cinco', TEMPERATURA, '-5', null],
    ['pelo menos cinco', TEMPERATURA, '-5', null],
    ['negativo, cinco', TEMPERATURA, '-5', null],
    ['cinco', TEMPERATURA, '5', 'compativel'],
    ['três e meio', TEMPERATURA, '3.5', null],
    ['mil e duzentos reais', { tipo: 'numero', opcoes: [], unidade: 'reais' }, 'R$ 1.200,00', 'compativel'],
    ['mil e duzentos', { tipo: 'numero', opcoes: [], unidade: 'reais' }, 'R$ -1.200', null],
    ['doze de março de mil novecentos e oitenta e quatro', DIA, '12/03/1984', 'compativel'],
    ['primeiro de maio', DIA, '01/05/1984', 'compativel'],
    ['doze de março', DIA, '13/03/1984', 'incompativel'],
    ['no começo do ano', DIA, '12/03/1984', null],
    ['a segurança sem dúvida', LIVRE, 'segurança', null],
    ['a segurança do bairro', LIVRE, 'Segurança', 'compativel'],
    ['o trânsito', LIVRE, 'segurança', null],
  ])('numbers, days and texts: "%s"', (citacao, pergunta, digitada, expected) => {
    expect(compareAnswer(pergunta, said(citacao), text(digitada))).toBe(expected);
  });

  it('knows what was only said, only typed, or neither', () => {
    expect(compareAnswer(IDADE, said('quarenta'), text(' '))).toBe('so_falada');
    expect(compareAnswer(IDADE, said('não sei', 'nao_sabe'), text(''))).toBe('compativel');
    expect(compareAnswer(IDADE, said('', 'ausente'), text('40'))).toBe('so_digitada');
    expect(compareAnswer(IDADE, said('', 'ausente'), text(''))).toBe('nao_comparavel');
  });

  it("takes 'não sabe' for the option that says so, and leaves it open beside any other", () => {
    expect(compareAnswer(SATISFACAO, said('não sei dizer', 'nao_sabe'), option(3))).toBe('compativel');
    expect(compareAnswer(SATISFACAO, said('não sei dizer', 'nao_sabe'), option(1))).toBeNull();
  });
});
