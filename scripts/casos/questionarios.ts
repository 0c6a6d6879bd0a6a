/**
 * Questionnaires in the printed forms of institutes, a few lines each in invented words, with their expected questions.
 */
import { blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { Caso, CasosDoTipo } from './case.ts';

const DATAFOLHA = 'Datafolha, questionário PO 813751 (julho de 2014), docslib.org/doc/4617429';
const GFK = 'GfK Metris, ICS/ISCTE, questionário de abril de 2021, 1library.org/document/qop6wl7z';
const GFK_FAMILIA =
  'GfK Metris, Universidade de Lisboa, questionário sobre trajetórias, docplayer.com.br/127863023';
const ESS = 'Inquérito Social Europeu (ESS 8), questionário português, docplayer.com.br/117523912';
const ESS_TNS = 'Inquérito Social Europeu, TNS Euroteste, docplayer.com.br/8881826';
const CENSO = 'IBGE, Censo Demográfico 2010, Questionário Básico, slideshare 75176043';
const AMOSTRA = 'IBGE, Censo Demográfico 2010, Questionário da Amostra, docplayer.com.br/60526486';
const PELOTAS =
  'UFPel, Centro de Pesquisas Epidemiológicas, questionário de adultos, docplayer.com.br/9518899';
const CEBRAP = 'CEBRAP e IDS, questionário Associativismo e Representação Popular, docplayer.com.br/11924145';
const ESCUTA = 'Escuta, issue 31: formas de imprimir dos documentos que não eram lidos';

/** Describes questions, a line each: code, kind, text, options with their codes, condition, and '!' for a warning. */
export function resumoDe(perguntas: readonly PerguntaLida[]): string {
  return perguntas
    .map(({ codigo, tipo, texto, opcoes, minimo, maximo, unidade, mostrar_se, avisos }) => {
      const asked = mostrar_se && perguntas[mostrar_se.pergunta];
      const chosen = mostrar_se?.opcoes.map((at) => asked?.opcoes[at]?.valor).join(',');
      return [
        `${codigo} ${tipo}`,
        texto,
        ...(minimo === null ? [] : [`${minimo}–${maximo}`]),
        ...(unidade === null ? [] : [unidade]),
        ...opcoes.map(
          ({ valor, texto: words, especial }) => `${valor}=${words}${especial ? `(${especial})` : ''}`,
        ),
        ...(asked ? [`se ${asked.codigo}=${chosen}`] : []),
        ...(avisos.length > 0 ? ['!'] : []),
      ].join(' | ');
    })
    .join('\n');
}

/**
 * Makes the case of a questionnaire of a few lines.
 * @param esperado a line per question, in the form of `resumoDe`
 */
export const caso = (
  nome: string,
  fonte: string,
  linhas: readonly string[],
  esperado: readonly string[],
): Caso => ({
  nome,
  fonte,
  esperado: esperado.join('\n'),
  obtido: () => resumoDe(readQuestionnaire(blocksOfText(linhas.join('\n'))).perguntas),
});

const CASOS: readonly Caso[] = [
  caso(
    'códigos atrás de reticências, recusa e não sabe se espontâneos',
    GFK,
    [
      'P1a. A economia do país melhorou, ficou igual ou piorou? (LER. REGISTAR APENAS UMA RESPOSTA)',
      'Melhorou ... 1',
      'Ficou igual ... 2',
      'Piorou ... 3',
      'Recusa (SE ESPONTÂNEO) ... 97',
      'Não sabe (SE ESPONTÂNEO) ... 99',
    ],
    [
      'P1a escolha | A economia do país melhorou, ficou igual ou piorou? | 1=Melhorou | 2=Ficou igual | 3=Piorou | 97=Recusa(recusa) | 99=Não sabe(nao_sabe)',
    ],
  ),
  caso(
    'pergunta F1 com campo entre aspas e faixas que encerram',
    GFK,
    [
      'F1. Diga-me, por favor, qual a sua idade?',
      '‘___’___’ Anos',
      'F2. Em que região mora?',
      'Norte ... 1',
      'Centro ... 2',
      'Sul ... 3',
    ],
    [
      'F1 numero | Diga-me, por favor, qual a sua idade? | anos',
      'F2 escolha | Em que região mora? | 1=Norte | 2=Centro | 3=Sul',
    ],
  ),
  caso(
    'sexo registado sem perguntar, códigos atrás na mesma linha',
    GFK_FAMILIA,
    [
      'P.1 REGISTAR O SEXO DO ENTREVISTADO: MASCULINO... 1 FEMININO... 2',
      'P.2 Qual a sua data de nascimento?',
      '__/__/____',
    ],
    [
      'P1 escolha | REGISTAR O SEXO DO ENTREVISTADO: | 1=MASCULINO | 2=FEMININO',
      'P2 data | Qual a sua data de nascimento?',
    ],
  ),
  caso(
    'faixas que começam com números, na mesma linha que os códigos',
    DATAFOLHA,
    [
      'P.1 Qual destas é a sua faixa de idade? (ANOTE)',
      '1 16 a 24 anos 2 25 a 34 anos 3 35 a 44 anos 4 45 a 59 anos 5 60 anos ou mais',
      'P.2 Sexo (ANOTE) 1 Masculino 2 Feminino',
    ],
    [
      'P1 escolha | Qual destas é a sua faixa de idade? | 1=16 a 24 anos | 2=25 a 34 anos | 3=35 a 44 anos | 4=45 a 59 anos | 5=60 anos ou mais',
      'P2 escolha | Sexo | 1=Masculino | 2=Feminino',
    ],
  ),
  caso(
    'nomes em colunas: os códigos descem por cada coluna',
    DATAFOLHA,
    [
      'P.2 Se a eleição fosse hoje, em quem votaria? (RESPOSTA ESTIMULADA E ÚNICA)',
      '1 Ana Prado 5 Edu Lima 9 Pedro Sá 96 Em branco/nulo',
      '2 Beto Reis 6 Flávia Dias 10 Quim Paz 99 Não sabe',
      '3 Caio Melo 7 Gil Nunes 11 Rute Vaz',
      '4 Davi Cruz 8 Hugo Pinto',
    ],
    [
      'P2 escolha | Se a eleição fosse hoje, em quem votaria? | 1=Ana Prado | 2=Beto Reis | 3=Caio Melo | 4=Davi Cruz | 5=Edu Lima | 6=Flávia Dias | 7=Gil Nunes | 8=Hugo Pinto | 9=Pedro Sá | 10=Quim Paz | 11=Rute Vaz | 96=Em branco/nulo | 99=Não sabe(nao_sabe)',
    ],
  ),
  caso(
    'pergunta espontânea, anotada como foi dita',
    DATAFOLHA,
    [
      'P.1 Em quem pretende votar em outubro? (ESPONTÂNEA – ANOTE EXATAMENTE O QUE O ENTREVISTADO RESPONDER)',
      '________________________',
      'P.2 E para governador? (ESPONTÂNEA)',
      '________________',
    ],
    ['P1 texto | Em quem pretende votar em outubro?', 'P2 texto | E para governador?'],
  ),
  caso(
    'bateria de linhas A, B, C com uma fila de códigos',
    DATAFOLHA,
    [
      'P.3 De cada um, diga se conhece muito, pouco ou não conhece. (CITE CADA UM – APLIQUE O RODÍZIO)',
      'Muito 1   Pouco 2   Não conhece 3',
      'A Ana Prado 1 2 3',
      'B Beto Reis 1 2 3',
    ],
    [
      'P3a escolha | De cada um, diga se conhece muito, pouco ou não conhece: Ana Prado | 1=Muito | 2=Pouco | 3=Não conhece',
      'P3b escolha | De cada um, diga se conhece muito, pouco ou não conhece: Beto Reis | 1=Muito | 2=Pouco | 3=Não conhece',
    ],
  ),
  caso(
    'filtros PF com encerramento, antes das perguntas P',
    DATAFOLHA,
    [
      'Bom dia. Meu nome é _____. Sou do instituto e estou realizando uma pesquisa. Poderia responder a algumas perguntas?',
      'PF.1 : Vota neste município?',
      '1 Sim (PROSSIGA)',
      '2 Não (AGRADEÇA E ENCERRE)',
      'PF.2 : Qual a sua idade? (ANOTE)',
      '|__|__|',
      'P.1 Aprova o governo?',
      '1 Aprova',
      '2 Desaprova',
    ],
    [
      'PF1 escolha | Vota neste município? | 1=Sim | 2=Não',
      'PF2 numero | Qual a sua idade? | anos',
      'P1 escolha | Aprova o governo? | 1=Aprova | 2=Desaprova',
    ],
  ),
  caso(
    'códigos de letra A1, A2 com saltos para A4',
    ESS,
    [
      'A1 Usa a internet?',
      'Nunca 1 IR PARA A3',
      'Às vezes 2',
      'Todos os dias 3',
      'A2 Por quantas horas, num dia normal?',
      '|__|__|',
      'A3 Lê jornais?',
      'Sim 1',
      'Não 2',
    ],
    [
      'A1 escolha | Usa a internet? | 1=Nunca | 2=Às vezes | 3=Todos os dias',
      'A2 numero | Por quantas horas, num dia normal? | horas | se A1=2,3',
      'A3 escolha | Lê jornais? | 1=Sim | 2=Não',
    ],
  ),
  caso(
    'quem é perguntado, pelo texto e pelos códigos entre parênteses',
    ESS,
    [
      'A2 Com que frequência usa a internet?',
      'Nunca 1',
      'Só de vez em quando 2',
      'Na maior parte dos dias 3',
      'Todos os dias 4',
      'PERGUNTAR SE NA MAIOR PARTE DOS DIAS OU TODOS OS DIAS NA A2 (3 ou 4)',
      'A3 Quantos minutos por dia?',
      '|__|__|__|',
    ],
    [
      'A2 escolha | Com que frequência usa a internet? | 1=Nunca | 2=Só de vez em quando | 3=Na maior parte dos dias | 4=Todos os dias',
      'A3 numero | Quantos minutos por dia? | minutos | se A2=3,4',
    ],
  ),
  caso(
    'escala de 0 a 10 com as pontas nomeadas e códigos 77 e 88',
    ESS,
    [
      'B1 Até que ponto está satisfeito com a economia?',
      'Extremamente insatisfeito 00 01 02 03 04 05 06 07 08 09 10 Extremamente satisfeito',
      '(Recusa) 77',
      '(Não sabe) 88',
      'B2 E com a educação?',
      '0 1 2 3 4 5 6 7 8 9 10   (Não sabe) 88',
    ],
    [
      'B1 escala | Até que ponto está satisfeito com a economia? | 0–10 | 77=Recusa(recusa) | 88=Não sabe(nao_sabe)',
      'B2 escala | E com a educação? | 0–10 | 88=Não sabe(nao_sabe)',
    ],
  ),
  caso(
    'códigos de dois dígitos que começam em 00',
    ESS_TNS,
    [
      'A1: Quanto tempo passa a ver televisão?',
      'Nenhum 00',
      'Menos de meia hora 01',
      'Entre meia hora e uma hora 02',
      'Mais de uma hora 03',
      'A2: E a ouvir rádio?',
      'Nenhum 00',
      'Menos de meia hora 01',
      'Mais de meia hora 02',
    ],
    [
      'A1 escolha | Quanto tempo passa a ver televisão? | 0=Nenhum | 1=Menos de meia hora | 2=Entre meia hora e uma hora | 3=Mais de uma hora',
      'A2 escolha | E a ouvir rádio? | 0=Nenhum | 1=Menos de meia hora | 2=Mais de meia hora',
    ],
  ),
  caso(
    'números 2.01, tudo em maiúsculas, duas opções por linha',
    CENSO,
    [
      '2.01 - ESTA CASA É:',
      '1 - PRÓPRIA 2 - ALUGADA',
      '3 - CEDIDA',
      '2.02 - QUANTOS BANHEIROS EXISTEM?',
      '|__|',
      '2.03 - USA FOSSA?',
      '1 - SIM (Siga 2.04) 2 - NÃO (Passe ao 2.05)',
      '2.04 - A FOSSA É LIMPA?',
      '1 - SIM 2 - NÃO',
      '2.05 - TEM ÁGUA ENCANADA?',
      '1 - SIM 2 - NÃO',
    ],
    [
      'P2.1 escolha | ESTA CASA É: | 1=PRÓPRIA | 2=ALUGADA | 3=CEDIDA',
      'P2.2 numero | QUANTOS BANHEIROS EXISTEM?',
      'P2.3 escolha | USA FOSSA? | 1=SIM | 2=NÃO',
      'P2.4 escolha | A FOSSA É LIMPA? | 1=SIM | 2=NÃO | se P2.3=1',
      'P2.5 escolha | TEM ÁGUA ENCANADA? | 1=SIM | 2=NÃO',
    ],
  ),
  caso(
    'opções em duas colunas: 1 e 4 na mesma linha',
    AMOSTRA,
    [
      '1. De que são as paredes da casa?',
      '1 - ALVENARIA 4 - TAIPA',
      '2 - MADEIRA 5 - PALHA',
      '3 - ADOBE 6 - OUTRO MATERIAL',
      '2. Quantos cômodos existem?',
      '|__|__|',
    ],
    [
      'P1 escolha | De que são as paredes da casa? | 1=ALVENARIA | 2=MADEIRA | 3=ADOBE | 4=TAIPA | 5=PALHA | 6=OUTRO MATERIAL(outro)',
      'P2 numero | Quantos cômodos existem? | cômodos',
    ],
  ),
  caso(
    '(0) Não e (1) Sim, IGN 9, salto dentro da opção, SE SIM',
    PELOTAS,
    [
      '299. Gastou algum dinheiro no último atendimento?',
      '(0) Não -> PULE PARA 301',
      '(1) Sim',
      '(9) IGN',
      '300. Quanto gastou, em reais?',
      'R$ |__|__|__|__|  9999 IGN',
      '301. O atendimento foi por:',
      '(1) Convênio',
      '(2) Particular',
      '(3) SUS',
    ],
    [
      'P299 escolha | Gastou algum dinheiro no último atendimento? | 0=Não | 1=Sim | 9=IGN(nao_sabe)',
      'P300 numero | Quanto gastou, em reais? | reais | 9999=IGN(nao_sabe) | se P299=1,9',
      'P301 escolha | O atendimento foi por: | 1=Convênio | 2=Particular | 3=SUS',
    ],
  ),
  caso(
    'ABORDAGEM, blocos de letra e perguntas A1, B1',
    CEBRAP,
    [
      'ABORDAGEM: Bom dia, estou entrevistando pessoas do bairro. Aceita fazer a entrevista?',
      'A. DEMOGRAFIA',
      'A1. Há quantos anos mora no bairro?',
      '|__|__| anos',
      'A2. Participa de alguma associação?',
      '( ) 1 Sim',
      '( ) 2 Não',
      'B. OPINIÃO',
      'B1. Confia nos vizinhos?',
      '( ) 1 Sim',
      '( ) 2 Não',
      'B2. E na prefeitura?',
      '( ) 1 Sim',
      '( ) 2 Não',
    ],
    [
      'A1 numero | Há quantos anos mora no bairro? | anos',
      'A2 escolha | Participa de alguma associação? | 1=Sim | 2=Não',
      'B1 escolha | Confia nos vizinhos? | 1=Sim | 2=Não',
      'B2 escolha | E na prefeitura? | 1=Sim | 2=Não',
    ],
  ),
  caso(
    'tabela de códigos: palavras, tabulação, código',
    ESCUTA,
    [
      'P3 Como está a saúde no bairro?',
      'Muito boa\t1',
      'Boa\t2',
      'Regular\t3',
      'NS/NR\t9',
      'P4 Há médico no posto?',
      'Sim\t1',
      'Não\t2',
    ],
    [
      'P3 escolha | Como está a saúde no bairro? | 1=Muito boa | 2=Boa | 3=Regular | 9=NS/NR(nao_sabe)',
      'P4 escolha | Há médico no posto? | 1=Sim | 2=Não',
    ],
  ),
  caso(
    '|__|__| 99 – NS/NR: o código é uma opção do número',
    ESCUTA,
    [
      'P1. Quantas pessoas moram aqui?',
      '|__|__| 99 – NS/NR',
      'P2. Em que dia do mês recebe?',
      '|__|__| 99 – NS/NR',
    ],
    [
      'P1 numero | Quantas pessoas moram aqui? | pessoas | 99=NS/NR(nao_sabe)',
      'P2 numero | Em que dia do mês recebe? | 99=NS/NR(nao_sabe)',
    ],
  ),
  caso(
    'SÓ SE P1 > 1: não cabe como condição, e é dito',
    ESCUTA,
    [
      'P1. Quantas pessoas moram aqui?',
      '|__|__|',
      'P2. ( – – SÓ SE P1 > 1) Quem mais trabalha?',
      '______________',
    ],
    ['P1 numero | Quantas pessoas moram aqui? | pessoas', 'P2 texto | Quem mais trabalha? | !'],
  ),
  caso(
    'uma opção com um campo atrás continua opção',
    PELOTAS,
    [
      '3. Alguém da casa recebe o Bolsa Família?',
      '( )1 Sim, qual o valor? R$ ______',
      '( )2 Não',
      '( )9 NS/NR',
      '4. Trabalha?',
      '(1) Sim, onde? ______',
      '(2) Não',
    ],
    [
      'P3 escolha | Alguém da casa recebe o Bolsa Família? | 1=Sim, qual o valor? R$ | 2=Não | 9=NS/NR(nao_sabe)',
      'P4 escolha | Trabalha? | 1=Sim, onde? | 2=Não',
    ],
  ),
  caso(
    'bateria 4a, 4b e 4c por linhas, escala nas colunas',
    ESCUTA,
    [
      '4. Como avalia cada serviço?',
      'Bom 1  Regular 2  Ruim 3  NS 9',
      '4a) Ônibus   1  2  3  9',
      '4b) Lixo   1  2  3  9',
      '4c) Luz   1  2  3  9',
      '5. Mora aqui?',
      '1 - Sim',
      '2 - Não',
    ],
    [
      'P4a escolha | Como avalia cada serviço: Ônibus? | 1=Bom | 2=Regular | 3=Ruim | 9=NS(nao_sabe)',
      'P4b escolha | Como avalia cada serviço: Lixo? | 1=Bom | 2=Regular | 3=Ruim | 9=NS(nao_sabe)',
      'P4c escolha | Como avalia cada serviço: Luz? | 1=Bom | 2=Regular | 3=Ruim | 9=NS(nao_sabe)',
      'P5 escolha | Mora aqui? | 1=Sim | 2=Não',
    ],
  ),
  caso(
    '[ NOTA DE 0 A 10.] e os números da nota não são opções',
    ESCUTA,
    [
      '1. Que nota dá ao atendimento? [ NOTA DE 0 A 10.] 0 1 2 3 4 5 6 7 8 9 10  99 NS/NR',
      '2. Por quê?',
      '____________________',
    ],
    ['P1 escala | Que nota dá ao atendimento? | 0–10 | 99=NS/NR(nao_sabe)', 'P2 texto | Por quê?'],
  ),
  caso(
    'a frase de fecho e a assinatura não são da última pergunta',
    ESCUTA,
    [
      'P1. Quer ser avisado do resultado?',
      '1 – Sim',
      '2 – Não',
      'AGRADEÇA E ENCERRE.',
      'Muito obrigado pela atenção.',
      'Assinatura do entrevistador: ____________',
    ],
    ['P1 escolha | Quer ser avisado do resultado? | 1=Sim | 2=Não'],
  ),
];

export const QUESTIONARIOS: CasosDoTipo = { tipo: 'questionário', casos: CASOS };
