/** Ways of printing a questionnaire that institutes' typists have, each in a few lines. */
import type { Caso, CasosDoTipo } from './case.ts';
import { caso } from './questionarios.ts';

const ESCUTA = 'Escuta, issue 31: formas de imprimir que eram lidas erradas ou sem aviso';

const CASOS: readonly Caso[] = [
  caso(
    'o mesmo sinal na pergunta e na opção: a última opção não é outra pergunta',
    ESCUTA,
    [
      '1) Você trabalha?',
      '1) Sim',
      '2) Não',
      '2) Qual meio de transporte você mais usa?',
      '1) Ônibus',
      '2) Carro',
      '3) Moto',
      '4) A pé',
    ],
    [
      'P1 escolha | Você trabalha? | 1=Sim | 2=Não',
      'P2 escolha | Qual meio de transporte você mais usa? | 1=Ônibus | 2=Carro | 3=Moto | 4=A pé',
    ],
  ),
  caso(
    'opções que começam como perguntas (Já, Tem, Quando, Correio) são opções',
    ESCUTA,
    [
      '1. Qual destes jornais você lê?',
      '1. Folha da Manhã',
      '2. Correio',
      '2. Com que frequência viaja?',
      '1. Já viajei este mês',
      '2. Tem ano que viajo',
      '3. Quando preciso',
    ],
    [
      'P1 escolha | Qual destes jornais você lê? | 1=Folha da Manhã | 2=Correio',
      'P2 escolha | Com que frequência viaja? | 1=Já viajei este mês | 2=Tem ano que viajo | 3=Quando preciso',
    ],
  ),
  caso(
    'perguntas pelo nome do assunto, com o sinal das opções; o que não se decide é dito',
    ESCUTA,
    [
      '1. Sexo',
      '1. Masculino',
      '2. Feminino',
      '2. Idade',
      '3. Escolaridade',
      '1. Fundamental',
      '2. Médio',
      '4. Marca preferida',
    ],
    [
      'P1 escolha | Sexo | 1=Masculino | 2=Feminino',
      'P2 numero | Idade | anos',
      'P3 escolha | Escolaridade | 1=Fundamental | 2=Médio',
      'P4 texto | Marca preferida | !',
    ],
  ),
  caso(
    'letras com traço, ponto ou risco',
    ESCUTA,
    [
      '1. Qual o seu sexo?',
      'A-) Masculino',
      'B-) Feminino',
      '2. Você trabalha?',
      'a.) Sim',
      'b.) Não',
      '3. Como vai ao trabalho?',
      'A – Ônibus',
      'B – Carro',
      '4. A sua cor é:',
      'a- Branca',
      'b- Preta',
    ],
    [
      'P1 escolha | Qual o seu sexo? | 1=Masculino | 2=Feminino',
      'P2 escolha | Você trabalha? | 1=Sim | 2=Não',
      'P3 escolha | Como vai ao trabalho? | 1=Ônibus | 2=Carro',
      'P4 escolha | A sua cor é: | 1=Branca | 2=Preta',
    ],
  ),
  caso(
    'letras num documento de maiúsculas não são títulos',
    ESCUTA,
    ['1. QUAL O SEU SEXO?', 'A. MASCULINO', 'B. FEMININO', '2. TRABALHA?', 'A – SIM', 'B – NÃO'],
    ['P1 escolha | QUAL O SEU SEXO? | 1=MASCULINO | 2=FEMININO', 'P2 escolha | TRABALHA? | 1=SIM | 2=NÃO'],
  ),
];

export const FORMAS_IMPRESSAS: CasosDoTipo = { tipo: 'questionário', casos: CASOS };
