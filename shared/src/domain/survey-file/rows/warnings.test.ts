import { describe, expect, it } from 'vitest';
import { COLUNA_POR_PESSOA, type ColunaDoPreparoGravada, nadaContado } from '../../audit-preparation.ts';
import { alignColumns } from '../columns/columns.ts';
import { blocksOfText } from '../documents/document.ts';
import { readQuestionnaire } from '../documents/questionnaire-grammar.ts';
import type { PerguntaLida, QuestionarioLido } from '../documents/read-questionnaire.ts';
import { columnCounter } from './answer-counts.ts';
import { type Alerta, auditedPlaces, blockersOf, warningsOf } from './warnings.ts';

/** Counts the columns of a sheet with these rows; `said` replaces fields of columns, by column index. */
function read(
  lido: Pick<QuestionarioLido, 'perguntas'>,
  cabecalho: readonly string[],
  linhas: readonly (readonly string[])[],
  said: Readonly<Record<number, Partial<ColunaDoPreparoGravada>>> = {},
): ColunaDoPreparoGravada[] {
  const rows = linhas.map((celulas, index) => ({ n: index + 2, celulas: [...celulas] }));
  const aligned = alignColumns(cabecalho, rows, lido.perguntas);
  const { colunas, add } = columnCounter(
    lido.perguntas,
    aligned.map((coluna, n) => ({ ...coluna, ...said[n] })),
  );
  for (const row of rows) add(row);
  return colunas.map((coluna, n) => ({ ...coluna, ...said[n] }));
}
const document = (text: string) => readQuestionnaire(blocksOfText(text));
const warned = (
  text: string,
  cabecalho: readonly string[],
  linhas: readonly (readonly string[])[],
  said: Readonly<Record<number, Partial<ColunaDoPreparoGravada>>> = {},
): Alerta[] => {
  const lido = document(text);
  return warningsOf(lido, read(lido, cabecalho, linhas, said));
};
const short = (alertas: readonly Alerta[]) =>
  alertas.map(({ gravidade, tipo, codigo }) => `${gravidade} ${tipo}${codigo === null ? '' : ` ${codigo}`}`);
const ofQuestion = (
  pergunta: Partial<PerguntaLida>,
  counts: Partial<ColunaDoPreparoGravada['nao_reconhecidas']> = {},
) => {
  const whole: PerguntaLida = {
    ...{
      codigo: 'P1',
      texto: 'Como avalia?',
      tipo: 'texto',
      obrigatoria: true,
      ler_opcoes: true,
      instrucao: null,
    },
    ...{ minimo: null, maximo: null, unidade: null, opcoes: [], mostrar_se: null, avisos: [] },
    ...pergunta,
  };
  const coluna: ColunaDoPreparoGravada = {
    ...{ n: 0, cabecalho: 'P1', papel: 'pergunta', pergunta: 0, opcao: null, regra: 'número no cabeçalho' },
    ...{ exemplos: [], amostra: [], nao_reconhecidas: { ...nadaContado(), de: 10, ...counts } },
  };
  return warningsOf({ apresentacao: 'Bom dia.', perguntas: [whole] }, [coluna]);
};
const ofText = (texto: string, tipo: PerguntaLida['tipo'] = 'texto') => short(ofQuestion({ texto, tipo }));
const ofOptions = (...textos: string[]) =>
  short(
    ofQuestion({
      tipo: 'escolha',
      opcoes: textos.map((texto, at) => ({ texto, valor: at + 1, especial: null })),
    }),
  );

const CERTO = `Pesquisa de mobilidade

Apresentação: Bom dia, sou da Escuta Pesquisas. Posso fazer algumas perguntas?

1. O(a) senhor(a) mora neste bairro? (RU)
1 - Sim
2 - Não

2. Qual a sua faixa de idade?
1 - 16 a 24 anos
2 - 25 a 34 anos
3 - 35 anos ou mais
99 - NS/NR

3. Que linhas usa? (RM)
1 - Linha 1
2 - Linha 2
97 - Outra (qual?)

4. Em uma escala de 0 a 10, que nota dá ao transporte? Zero é péssimo e dez é ótimo.

5. O sr. usou o SUS (UPA, UBS) nos últimos 12 meses? Quantas vezes?

6. O que falta no bairro?
`;
const CERTA = ['ID', 'Nome', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'Obs'];
const linhas = [
  ['Q1', 'Ana', '1', '2', '1;2', '8', '3', 'Uma praça', ''],
  ['Q2', 'Rui', '2', '99', '97', '10', '0', 'Luz', 'ligou depois'],
  ['Q3', 'Eva', '1', '', 'Linha 1', '7', '12', '', ''],
];

it('says nothing of a questionnaire and a sheet that were read right', () => {
  expect(warned(CERTO, CERTA, linhas)).toEqual([]);
});

describe('texts', () => {
  it('an option that holds its code, before or behind its words', () => {
    const code = ['aviso opcao_com_codigo P1'];
    expect(ofOptions('1 Menos de seis meses', '2 Mais de seis meses')).toEqual(code);
    expect(ofOptions('( 1 ) Sim', '( 2 ) Não')).toContain(code[0]);
    expect(ofOptions('1 – Sim', '2 – Não')).toEqual(code);
    expect(ofOptions('Muito boa 1', 'Boa 2', 'Ruim 3')).toEqual(code);
    expect(ofOptions('Sim', 'Não', 'Outro 97')).toContain(code[0]);
    expect(
      ofOptions('18 a 24 anos', '25-34 anos', '2 vezes por semana', '1 Salário', '1ª vez', '5G'),
    ).toEqual([]);
    expect(ofOptions('Linha 1', 'Linha 2', 'Até 2', 'De 3 a 5', 'Mais de 5')).toEqual([]);
    expect(ofOptions('1', '2', '3')).toEqual([]);
    const [one] = ofQuestion({
      tipo: 'escolha',
      opcoes: [{ texto: '7 Menos de um mês', valor: 1, especial: null }],
    });
    expect(one?.texto).toBe('Em P1, a opção “7 Menos de um mês” parece ter o código no texto.');
  });

  it('a code in the text that is another option’s stops it: answers would be exchanged', () => {
    expect(ofOptions('2 Boa', '1 Ruim')).toEqual(['impede opcao_com_codigo P1']);
  });

  it('a question that goes on after its question mark', () => {
    for (const texto of [
      'Usa ônibus? Sim Não Não sabe',
      'O que falta? Agradecemos a participação. ASSINATURA:',
      'Que nota dá? [ NOTA DE 0 A 10.] 0 1 2 3',
      'Qual o meio de transporte? 4. Como avalia os pontos?',
    ]) {
      expect(ofText(texto), texto).toEqual(['aviso texto_continua P1']);
    }
    for (const texto of [
      'Quantas pessoas moram na casa?',
      'Qual a sua idade? (em anos completos)',
      'Usa ônibus? E metrô?',
      'De 0 a 10, que nota dá? Considere 0 péssimo e 10 ótimo.',
      '“Como vai?”',
      'Diga a sua idade.',
    ]) {
      expect(ofText(texto), texto).toEqual([]);
    }
  });

  it('options with their codes in the text of a question that has none stop it', () => {
    for (const tipo of ['texto', 'numero', 'escala'] as const) {
      for (const texto of [
        'Como avalia a saúde? Muito boa 1 Boa 2 Regular 3 NS/NR 9',
        'Avalie a saúde: muito boa 1 boa 2 ruim 3',
        'Mora aqui? Sim 1 Não 2 -> P8',
        'Qual a faixa de idade? 1 16 a 24 anos 2 25 a 34 anos 3 35 anos ou mais. E como avalia a saúde?',
        'Que seções visita? [ DE 1 A 4] Padaria 1 Açougue 2',
      ]) {
        expect(ofText(texto, tipo), `${tipo}: ${texto}`).toContain('impede texto_continua P1');
      }
    }
    for (const texto of [
      'De 1 a 5, que nota dá? 1 2 3 4 5',
      'De 1 a 5, que nota dá? Considere 1 péssimo, 2 ruim, 3 regular, 4 bom e 5 ótimo.',
    ]) {
      expect(ofText(texto, 'escala'), texto).toEqual(['aviso texto_continua P1']);
    }
    expect(ofText('Qual é a sua idade? 16 a 24 25 a 34', 'numero')).toEqual(['impede texto_continua P1']);
    expect(ofText('Qual é a sua idade? anos 99 NS/NR', 'numero')).toEqual(['aviso texto_continua P1']);
  });

  it('field marks, special codes and leaders that stayed in a text', () => {
    for (const texto of [
      'Há quanto tempo mora aqui NS/NR?',
      'Qual a idade 99?',
      'Quantas |__|__| pessoas?',
      'Quantas ........ pessoas?',
      'Usa ônibus -> P5?',
      'PULE PARA P5: usa ônibus?',
      'Quantos (NÚMERO EM ANOS) tem?',
      'Mora em [BAIRRO]?',
      'Quanto tempo ( – – SÓ SE P1 > 1) mora aqui?',
    ]) {
      expect(ofText(texto), texto).toContain('aviso marcas_no_texto P1');
    }
    for (const texto of [
      'O(a) sr(a) foi à UPA (SUS) nos últimos 12 meses?',
      'De 0 a 99 anos?',
      'Costuma ir para o trabalho de ônibus?',
      'Diria que a saúde é...?',
      'Em 98% das vezes?',
    ]) {
      expect(ofText(texto), texto).toEqual([]);
    }
    expect(ofOptions('Sim', 'Não -> P5')).toEqual(['aviso marcas_no_texto P1']);
    expect(ofOptions('Sim', 'Até 30 min 6. Qual é a sua idade?')).toContain('aviso marcas_no_texto P1');
    const nsnr = { texto: 'NS/NR', valor: 9, especial: 'nao_sabe' as const };
    expect(
      ofQuestion({ tipo: 'escolha', opcoes: [{ ...nsnr, texto: 'Sim', especial: null, valor: 1 }, nsnr] }),
    ).toEqual([]);
  });

  it('an empty text, a repeated option, and what the reading itself noted', () => {
    expect(ofText(' ')).toEqual(['impede texto_vazio P1']);
    expect(ofOptions('Sim', 'sim')).toEqual(['aviso opcao_repetida P1']);
    expect(
      ofQuestion({ avisos: ['Depois da pergunta 3 vem a 5: confira se falta uma pergunta.'] }),
    ).toMatchObject([
      { tipo: 'leitura', texto: 'P1: Depois da pergunta 3 vem a 5: confira se falta uma pergunta.' },
    ]);
  });
});

describe('cells', () => {
  const exemplos = [{ linha: 12, texto: 'bom dia', motivo: 'não é uma opção.' }];

  it('more than a tenth not understood is said, more than half stops it', () => {
    expect(short(ofQuestion({}, { n: 1, exemplos }))).toEqual([]);
    const [said, ...none] = ofQuestion({}, { n: 2, exemplos });
    expect(none).toEqual([]);
    expect(said).toMatchObject({
      ...{ tipo: 'nao_reconhecidas', gravidade: 'aviso', codigo: 'P1', pergunta: 0, coluna: 0 },
      texto: '2 de 10 respostas de P1 não foram entendidas (20%).',
      celulas: [{ linha: 12, texto: 'bom dia' }],
    });
    expect(short(ofQuestion({}, { n: 5 }))).toEqual(['aviso nao_reconhecidas P1']);
    expect(short(ofQuestion({}, { n: 6 }))).toEqual(['impede nao_reconhecidas P1']);
  });

  it('a free text whose answers are its own options or codes has lost its options', () => {
    const glued = { texto: 'Como avalia a saúde? Muito boa 1 Boa 2 Ruim 3' };
    expect(short(ofQuestion(glued, { duvidosas: 6 }))).toEqual([
      'impede opcoes_no_texto P1',
      'impede texto_continua P1',
    ]);
    const text = `${CERTO}\n7. Como avalia a saúde?\nMuito boa 1\nBoa 2\nRuim 3\n`;
    const more = (cells: string[]) => linhas.map((linha, at) => [...linha, cells[at] ?? '']);
    expect(short(warned(text, [...CERTA, 'P7'], more(['Boa', 'Muito boa', 'Ruim'])))).toEqual([]);
    expect(short(warned(text, [...CERTA, 'P7'], more(['1', '2', '3'])))).toEqual([]);
    expect(short(ofQuestion({ texto: 'Há quanto tempo mora aqui?' }, { duvidosas: 6 }))).toEqual([
      'impede numeros_em_texto P1',
    ]);
    expect(short(ofQuestion({ texto: 'Há quanto tempo mora aqui?' }, { duvidosas: 5 }))).toEqual([]);
  });

  it('a free text with few different answers may be a list of options', () => {
    const texto = 'Como avalia a saúde?';
    expect(short(ofQuestion({ texto }, { de: 20, diferentes: 4 }))).toEqual(['aviso respostas_repetidas P1']);
    expect(short(ofQuestion({ texto }, { de: 20, diferentes: 7 }))).toEqual([]);
    expect(short(ofQuestion({ texto }, { de: 10, diferentes: 2 }))).toEqual([]);
    expect(short(ofQuestion({ texto }, { de: 20, diferentes: null }))).toEqual([]);
  });

  it('codes that no option has: those of “não sabe” are told of, others stop it', () => {
    const column = (lines: string[], cells: string[]) =>
      short(
        warned(
          `${CERTO}\n7. ${lines.join('\n')}\n`,
          ['P7'],
          cells.map((cell) => [cell]),
        ),
      ).filter((one) => one.includes('codigo_'));
    const many = (...cells: string[]) => [...cells, ...Array.from({ length: 40 }, () => '1')];
    const sexo = ['Qual o sexo?', '( ) Feminino', '( ) Masculino'];
    expect(column(sexo, many('2', '99', '99', '99'))).toEqual(['aviso codigo_especial P7']);
    expect(column(sexo, many('2', '9', '9', '9'))).toEqual(['aviso codigo_especial P7']);
    expect(column(sexo, many('2', '2', '0'))).toEqual(['impede codigo_sem_opcao P7']);
    expect(column(sexo, many('2', '3'))).toEqual([]);
    expect(column(sexo, many('3', '3', '3', '3', '3', '3'))).toEqual(['impede codigo_sem_opcao P7']);
    for (const asked of ['Quantas pessoas moram aqui?', 'De 0 a 10, que nota dá?']) {
      expect(column([asked], many('99', '99', '99')), asked).toEqual(['aviso codigo_especial P7']);
      expect(column([asked], many('2', '7', '9', '9')), asked).toEqual([]);
    }
    expect(column(['De 0 a 10, que nota dá?'], many('88', '88'))).toEqual(['aviso codigo_especial P7']);
    for (const asked of ['Quantos anos tem?', 'Quanto ganha, em reais?']) {
      expect(column([asked], many('77', '88', '88')), asked).toEqual([]);
    }
  });

  it('what an earlier version read has no counts: it is read anew first', () => {
    expect(short(ofQuestion({}, { de: null }))).toEqual(['impede leitura_antiga']);
  });
});

describe('columns', () => {
  const more = (heads: string[], cells: string[][], said = {}) =>
    warned(
      CERTO,
      [...CERTA, ...heads],
      linhas.map((linha, at) => [...linha, ...(cells[at] ?? [])]),
      said,
    );

  it('answers of a question that the questionnaire does not have stop it, until somebody leaves them out', () => {
    for (const head of ['P7', '7', '7. Usa metrô?', '4a', 'P4_b', 'Q4.1', 'Usa metrô?']) {
      const found = more([head], [['3'], ['4'], ['']]);
      expect(short(found), head).toContain('impede coluna_sem_pergunta');
      const lost = blockersOf(found).find(({ tipo }) => tipo === 'coluna_sem_pergunta');
      expect(lost, head).toMatchObject({ coluna: 9, pergunta: null });
      expect(lost?.celulas, head).toEqual([
        { linha: 2, texto: '3' },
        { linha: 3, texto: '4' },
      ]);
    }
    expect(more(['P7'], [['3']], { 9: { papel: 'ignorar', regra: COLUNA_POR_PESSOA } })).toEqual([]);
    // These columns cause no warning, because they belong to no question, or stand beside columns with the answers.
    for (const head of [
      'Cidade',
      '1ª visita',
      '2 via',
      'P1_rotulo',
      'P2_tempo',
      'P3/Linha 1',
      'P3_1',
      '2024',
    ]) {
      expect(more([head], [['1'], ['0'], ['1']]), head).toEqual([]);
    }
    expect(more(['P7'], [[''], [''], ['']])).toEqual([]);
  });

  it('a battery that became one question’s options is told by its columns', () => {
    const text = `${CERTO}\n7. Vou ler frases. Diga se concorda.\na) O posto é limpo\nb) O atendimento é rápido\n`;
    const found = (...heads: string[]) =>
      short(
        warned(
          text,
          [...CERTA, ...heads],
          linhas.map((linha) => [...linha, '1', '2']),
        ),
      );
    expect(found('P7_a', 'P7_b')).toContain('impede colunas_por_opcao P7');
    expect(found('7a', '7b').filter((one) => one === 'impede coluna_sem_pergunta')).toHaveLength(2);
  });

  it('a question without a column stays out, and says what that does to those that depend on it', () => {
    const [one, ...none] = warned(
      CERTO,
      CERTA.filter((head) => head !== 'P6'),
      linhas.map((linha) => linha.filter((_, at) => at !== 7)),
    );
    expect(none).toEqual([]);
    expect(one).toMatchObject({
      ...{ tipo: 'pergunta_sem_coluna', gravidade: 'aviso', codigo: 'P6' },
      texto: 'P6 não tem coluna na planilha e fica fora da auditoria.',
    });
    const lido = document(CERTO);
    const columns = read(lido, ['P1', 'P2'], [['1', '2']]);
    expect([...auditedPlaces(columns)]).toEqual([0, 1]);
    expect(short(warned(CERTO, ['Nome'], [['Ana']]))).toEqual(['impede pergunta_sem_coluna']);
    const filtered = lido.perguntas.map((one, at) =>
      at === 1 ? { ...one, mostrar_se: { pergunta: 0, opcoes: [0] } } : one,
    );
    const without = warningsOf(
      { ...lido, perguntas: filtered },
      read(
        lido,
        CERTA.slice(3),
        linhas.map((l) => l.slice(3)),
      ),
    );
    expect(without.map(({ texto }) => texto)).toEqual([
      'P1 não tem coluna na planilha e fica fora da auditoria. Por isso, as perguntas que dependem de P1 são conferidas em todas as entrevistas.',
    ]);
  });

  it('a presentation that was not found is said', () => {
    const without = CERTO.replace(/Apresentação:.*\n/u, '');
    expect(short(warned(without, CERTA, linhas))).toEqual(['aviso sem_apresentacao']);
  });
});
