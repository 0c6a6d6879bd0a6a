/**
 * Two invented questionnaires of twelve questions, with possible answers and their meaning, and ways in which an
 * interviewer spoils a question. They are only for this measurement: no rule of shared/domain/interview or of the demo
 * AI uses their phrases.
 */
import type {
  OpcaoCongelada,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';

export type RespostaPossivel = {
  /** Sentences of the respondent. */
  fala: string;
  /** The meaning of `fala`: texts of the chosen options, a number in digits, or some words. */
  valor: string[];
  codigo?: 'adequada' | 'qualificada' | 'nao_sabe' | 'recusa';
  /** Correct typing (a summarised text, a computed age); by default like `valor`. */
  digitado?: string;
  /** Kind of trap; absent: a plain answer. */
  armadilha?: string;
  /** Deliberately wrong typing, with the name of the fault. */
  errado?: { digitado: string; falha: string };
};

export type PerguntaVerdade = PerguntaCongelada & {
  respostas: readonly RespostaPossivel[];
  /** Reading with other words that change the meaning. */
  parafrase: string;
  /** Reading without any of the question's words, so that no search by words finds it. */
  outrasPalavras: string;
  /** The whole reading with an added word that biases it. */
  adjetivo: string;
  /** The reading without its last words. */
  semCauda: string;
  /** Words by which the interviewer leads the respondent, in four ways, and the value that they suggest (`valor`). */
  conduzida: { ne: string; opiniao: string; sugere: string; responde: string; valor: string };
};

type Esboco = Partial<PerguntaCongelada> &
  Pick<PerguntaVerdade, 'texto' | 'tipo' | 'conduzida'> & {
    opcoesTexto?: string[];
    respostas: RespostaPossivel[];
    parafrase: string;
    outrasPalavras: string;
    adjetivo: string;
    semCauda: string;
  };

function optionsOf(prefix: string, texts: readonly string[]): OpcaoCongelada[] {
  return texts.map((texto, index) => ({
    id: `${prefix}o${index + 1}`,
    texto,
    valor: index + 1,
    sinonimos: [],
    especial: texto === 'Não sabe' ? 'nao_sabe' : texto === 'Não respondeu' ? 'recusa' : null,
  }));
}

/**
 * Makes the questions of a questionnaire from drafts, with ids and codes by position.
 * @param name prefix of the ids
 */
export function questionnaire(name: string, drafts: readonly Esboco[]): PerguntaVerdade[] {
  return drafts.map(({ opcoesTexto = [], ...draft }, index) => ({
    id: `${name}${index + 1}`,
    codigo: `P${index + 1}`,
    obrigatoria: true,
    lerOpcoes: false,
    instrucao: null,
    mostrarSe: null,
    minimo: null,
    maximo: null,
    unidade: null,
    opcoes: optionsOf(`${name}${index + 1}`, opcoesTexto),
    ...draft,
  }));
}

const SATISFACAO = [
  'Muito satisfeito',
  'Satisfeito',
  'Insatisfeito',
  'Muito insatisfeito',
  'Não sabe',
  'Não respondeu',
];

/** Answers 'I do not know', which fit any question. */
export const NAO_SABE: readonly RespostaPossivel[] = [
  { fala: 'Ah, isso eu não sei dizer não.', valor: [], codigo: 'nao_sabe' },
  { fala: 'Não faço ideia, moça.', valor: [], codigo: 'nao_sabe' },
];
export const RECUSA: readonly RespostaPossivel[] = [
  { fala: 'Essa eu prefiro não responder.', valor: [], codigo: 'recusa' },
];

export const CIDADE = questionnaire('c', [
  {
    texto: 'Quantos anos o(a) senhor(a) tem?',
    tipo: 'numero',
    unidade: 'anos',
    respostas: [
      { fala: 'Tenho quarenta e dois.', valor: ['42'] },
      { fala: 'Sessenta e sete anos completos.', valor: ['67'] },
      { fala: 'Vinte e nove.', valor: ['29'] },
      {
        fala: 'Sou de mil novecentos e oitenta e quatro.',
        valor: ['nascido em 1984'],
        digitado: '42',
        armadilha: 'ano de nascimento',
        errado: { digitado: '48', falha: 'ano de nascimento errado' },
      },
      {
        fala: 'Eu tenho trinta e três, quer dizer, trinta e quatro.',
        valor: ['34'],
        armadilha: 'correção',
        errado: { digitado: '33', falha: 'correção ignorada' },
      },
    ],
    parafrase: 'E de idade?',
    outrasPalavras: 'O senhor nasceu faz muito tempo?',
    adjetivo: 'Quantos anos bem vividos o senhor tem?',
    semCauda: 'Quantos anos?',
    conduzida: {
      ne: 'O senhor tem uns cinquenta anos, né?',
      opiniao: 'Eu acho que o senhor tem cinquenta.',
      sugere: 'Uns cinquenta, por aí?',
      responde: 'Vou colocar cinquenta aqui.',
      valor: '50',
    },
  },
  {
    texto: 'Contando com o(a) senhor(a), quantas pessoas moram na sua casa?',
    tipo: 'numero',
    unidade: 'pessoas',
    respostas: [
      { fala: 'Somos quatro.', valor: ['4'] },
      { fala: 'Duas, só eu e minha filha.', valor: ['2'] },
      { fala: 'Seis com os netos.', valor: ['6'] },
      { fala: 'Meia dúzia de gente.', valor: ['6'], armadilha: 'número por extenso' },
      { fala: 'Na minha casa moram cinco pessoas.', valor: ['5'], armadilha: 'palavras da pergunta' },
    ],
    parafrase: 'A casa é cheia?',
    outrasPalavras: 'E aí debaixo do mesmo teto, quanta gente vive?',
    adjetivo: 'Contando com o senhor, quantas pessoas dependentes moram na sua casa?',
    semCauda: 'Contando com o senhor, quantas pessoas?',
    conduzida: {
      ne: 'O senhor mora com a esposa e um filho, são três, né?',
      opiniao: 'Para mim são três aí na casa.',
      sugere: 'Três pessoas, pode ser?',
      responde: 'Aqui eu já marco três.',
      valor: '3',
    },
  },
  {
    texto:
      'De zero a dez, que nota o(a) senhor(a) dá para o atendimento dos funcionários do posto de saúde do seu bairro?',
    tipo: 'escala',
    minimo: 0,
    maximo: 10,
    respostas: [
      { fala: 'Um sete, eu acho.', valor: ['7'], codigo: 'qualificada' },
      { fala: 'Nove, porque me trataram bem.', valor: ['9'] },
      { fala: 'Dou cinco.', valor: ['5'] },
      {
        fala: 'Um sete. Não, melhor, um seis.',
        valor: ['6'],
        armadilha: 'correção',
        errado: { digitado: '7', falha: 'correção ignorada' },
      },
      {
        fala: 'Para o atendimento dos funcionários eu dou oito.',
        valor: ['8'],
        armadilha: 'palavras da pergunta',
      },
    ],
    parafrase: 'O pessoal do posto é bom?',
    outrasPalavras: 'E o povo que recebe a gente lá quando se está doente, merece elogio?',
    adjetivo:
      'De zero a dez, que nota o senhor dá para o excelente atendimento dos funcionários do posto de saúde do seu bairro?',
    semCauda: 'De zero a dez, que nota o senhor dá para o atendimento?',
    conduzida: {
      ne: 'Para o atendimento do posto o senhor dá dez, né?',
      opiniao: 'Eu sempre fui bem atendida lá, eu daria dez.',
      sugere: 'Um dez, então?',
      responde: 'Esse aqui eu ponho dez.',
      valor: '10',
    },
  },
  {
    texto:
      'De zero a dez, que nota o(a) senhor(a) dá para o tempo de espera até ser chamado pelo médico na última consulta?',
    tipo: 'escala',
    minimo: 0,
    maximo: 10,
    respostas: [
      { fala: 'Três, demorou demais.', valor: ['3'] },
      { fala: 'Oito.', valor: ['8'] },
      { fala: 'Quatro, porque esperei a manhã toda.', valor: ['4'] },
      {
        fala: 'Dois. Ou melhor, um três.',
        valor: ['3'],
        armadilha: 'correção',
        errado: { digitado: '2', falha: 'correção ignorada' },
      },
      { fala: 'Olha, zero, moça, zero mesmo.', valor: ['0'] },
    ],
    parafrase: 'Demorou para atender?',
    outrasPalavras: 'E ficar lá sentado até o doutor aparecer, como é que foi?',
    adjetivo:
      'De zero a dez, que nota o senhor dá para o enorme tempo de espera até ser chamado pelo médico na última consulta?',
    semCauda: 'De zero a dez, que nota o senhor dá para o tempo de espera?',
    conduzida: {
      ne: 'A espera foi péssima, nota um, né?',
      opiniao: 'Na minha opinião a demora merece um.',
      sugere: 'Nota um está bom para o senhor?',
      responde: 'Demora é sempre um, já anotei.',
      valor: '1',
    },
  },
  {
    texto: 'Nos últimos doze meses, o(a) senhor(a) precisou de remédio que faltou na farmácia da unidade?',
    tipo: 'escolha',
    opcoesTexto: ['Sim', 'Não', 'Não sabe', 'Não respondeu'],
    respostas: [
      { fala: 'Sim, duas vezes.', valor: ['Sim'] },
      { fala: 'Não, nunca faltou.', valor: ['Não'] },
      { fala: 'Precisei sim, o da pressão.', valor: ['Sim'] },
      { fala: 'Não.', valor: ['Não'] },
      { fala: 'Faltou, e como faltou.', valor: ['Sim'], armadilha: 'resposta sem a opção' },
    ],
    parafrase: 'Faltou remédio alguma vez na vida?',
    outrasPalavras: 'E os comprimidos, de uns tempos para cá, sempre tinha para pegar?',
    adjetivo:
      'Nos últimos doze meses, o senhor precisou com urgência de remédio que faltou na farmácia da unidade?',
    semCauda: 'Nos últimos doze meses, o senhor precisou de remédio?',
    conduzida: {
      ne: 'Faltou remédio na farmácia sim, né?',
      opiniao: 'Lá vive faltando, eu acho que sim.',
      sugere: 'Sim, então?',
      responde: 'Sim, já marquei que sim.',
      valor: 'Sim',
    },
  },
  {
    texto: 'Quantas vezes o(a) senhor(a) ficou sem esse remédio?',
    tipo: 'numero',
    unidade: 'vezes',
    mostrarSe: { perguntaId: 'c5', opcoes: ['c5o1'] },
    respostas: [
      { fala: 'Duas vezes.', valor: ['2'] },
      { fala: 'Umas três.', valor: ['3'], codigo: 'qualificada' },
      { fala: 'Foram cinco vezes.', valor: ['5'] },
    ],
    parafrase: 'Foi muito?',
    outrasPalavras: 'E isso aconteceu bastante?',
    adjetivo: 'Quantas vezes o senhor ficou desesperado sem esse remédio?',
    semCauda: 'Quantas vezes?',
    conduzida: {
      ne: 'Foram umas dez vezes, né?',
      opiniao: 'Eu chuto que foram dez.',
      sugere: 'Dez vezes mais ou menos?',
      responde: 'Coloco dez vezes.',
      valor: '10',
    },
  },
  {
    texto: 'Qual destes meios o(a) senhor(a) usa com mais frequência para ir ao trabalho?',
    tipo: 'escolha',
    lerOpcoes: true,
    instrucao: 'LER AS OPÇÕES',
    opcoesTexto: ['Ônibus', 'Metrô', 'Carro', 'Moto', 'A pé', 'Não sabe'],
    respostas: [
      { fala: 'Vou de ônibus todo dia.', valor: ['Ônibus'] },
      { fala: 'Metrô, e depois caminho um pouco.', valor: ['Metrô'] },
      { fala: 'Carro do meu cunhado.', valor: ['Carro'] },
      {
        fala: 'A primeira.',
        valor: ['Ônibus'],
        armadilha: 'a primeira',
        errado: { digitado: 'Metrô', falha: 'a primeira' },
      },
      {
        fala: 'A segunda opção.',
        valor: ['Metrô'],
        armadilha: 'a primeira',
        errado: { digitado: 'Carro', falha: 'a primeira' },
      },
      { fala: 'De moto, o senhor sabe como é o trânsito.', valor: ['Moto'] },
    ],
    parafrase: 'O senhor vai como para o serviço?',
    outrasPalavras: 'De manhã, para o serviço, o amigo vai como?',
    adjetivo: 'Qual destes meios confortáveis o senhor usa com mais frequência para ir ao trabalho?',
    semCauda: 'Qual destes meios o senhor usa?',
    conduzida: {
      ne: 'O senhor vai de ônibus para o trabalho, né?',
      opiniao: 'Eu acho que todo mundo aqui vai de ônibus.',
      sugere: 'Ônibus, não é isso?',
      responde: 'Ônibus, nem precisa falar.',
      valor: 'Ônibus',
    },
  },
  {
    texto:
      'O(A) senhor(a) está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a coleta de lixo da sua rua?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: SATISFACAO,
    respostas: [
      { fala: 'Satisfeito, passa três vezes.', valor: ['Satisfeito'] },
      { fala: 'Muito insatisfeito, nem me fale.', valor: ['Muito insatisfeito'] },
      { fala: 'Insatisfeito.', valor: ['Insatisfeito'] },
      {
        fala: 'Não, satisfeito não, insatisfeito.',
        valor: ['Insatisfeito'],
        armadilha: 'opção negada',
        errado: { digitado: 'Satisfeito', falha: 'opção negada' },
      },
      {
        fala: 'Muito satisfeito com a coleta de lixo.',
        valor: ['Muito satisfeito'],
        armadilha: 'palavras da pergunta',
      },
    ],
    parafrase: 'O caminhão do lixo passa direito?',
    outrasPalavras: 'E o caminhão dos sacos, passa direitinho aí na porta?',
    adjetivo:
      'O senhor está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a nova e moderna coleta de lixo da sua rua?',
    semCauda: 'O senhor está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito?',
    conduzida: {
      ne: 'Com a coleta de lixo o senhor está satisfeito, né?',
      opiniao: 'Eu particularmente estou satisfeita com o caminhão.',
      sugere: 'Então satisfeito?',
      responde: 'Satisfeito, vou pôr satisfeito.',
      valor: 'Satisfeito',
    },
  },
  {
    texto:
      'O(A) senhor(a) está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a iluminação das praças?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: SATISFACAO,
    respostas: [
      { fala: 'Insatisfeito, é tudo escuro.', valor: ['Insatisfeito'] },
      { fala: 'Satisfeito.', valor: ['Satisfeito'] },
      { fala: 'Muito satisfeito, trocaram tudo.', valor: ['Muito satisfeito'] },
      {
        fala: 'Satisfeito eu não estou, estou insatisfeito.',
        valor: ['Insatisfeito'],
        armadilha: 'opção negada',
        errado: { digitado: 'Satisfeito', falha: 'opção negada' },
      },
    ],
    parafrase: 'As praças são claras de noite?',
    outrasPalavras: 'De noite, ali onde as crianças brincam, dá para enxergar bem?',
    adjetivo:
      'O senhor está muito satisfeito, satisfeito, insatisfeito ou muito insatisfeito com a precária iluminação das praças?',
    semCauda: 'O senhor está muito satisfeito, satisfeito ou insatisfeito?',
    conduzida: {
      ne: 'A iluminação está ruim, o senhor está insatisfeito, né?',
      opiniao: 'Eu acho as praças um breu, insatisfeito total.',
      sugere: 'Insatisfeito, posso marcar?',
      responde: 'Todo mundo diz insatisfeito, vou marcar.',
      valor: 'Insatisfeito',
    },
  },
  {
    texto:
      'Na sua opinião, qual é o principal problema que a prefeitura deveria resolver primeiro na cidade?',
    tipo: 'texto',
    respostas: [
      {
        fala: 'A segurança, sem dúvida nenhuma.',
        valor: ['segurança'],
        digitado: 'Segurança',
        errado: { digitado: 'Transporte público', falha: 'texto trocado' },
      },
      {
        fala: 'Os buracos das avenidas e também as enchentes.',
        valor: ['buracos e enchentes'],
        digitado: 'Buracos nas ruas, enchentes',
        armadilha: 'texto resumido',
        errado: { digitado: 'Falta de iluminação', falha: 'texto trocado' },
      },
      {
        fala: 'Faltam creches para as mães trabalharem.',
        valor: ['falta de creches'],
        digitado: 'Falta de vagas em creche',
        armadilha: 'texto resumido',
        errado: { digitado: 'Não faltam creches', falha: 'texto invertido' },
      },
      {
        fala: 'O desemprego, que só aumenta.',
        valor: ['aumento do desemprego'],
        digitado: 'Desemprego',
        errado: { digitado: 'O desemprego diminuiu', falha: 'texto invertido' },
      },
    ],
    parafrase: 'E o que é que está ruim por aqui?',
    outrasPalavras: 'Se mandasse em tudo por aqui, por onde começava?',
    adjetivo:
      'Na sua opinião, qual é o vergonhoso problema que a prefeitura deveria resolver primeiro na cidade?',
    semCauda: 'Na sua opinião, qual é o principal problema?',
    conduzida: {
      ne: 'O principal problema da cidade é a saúde, né?',
      opiniao: 'Para mim o pior é a saúde.',
      sugere: 'Seria a saúde, por exemplo?',
      responde: 'Vou escrever saúde.',
      valor: 'Saúde',
    },
  },
  {
    texto: 'Quais destes serviços da prefeitura o(a) senhor(a) usou no último ano?',
    tipo: 'multipla',
    lerOpcoes: true,
    opcoesTexto: ['Posto de saúde', 'Escola', 'Creche', 'Biblioteca', 'Parque', 'Não sabe'],
    respostas: [
      { fala: 'Escola e creche.', valor: ['Escola', 'Creche'] },
      { fala: 'Só o posto de saúde.', valor: ['Posto de saúde'] },
      { fala: 'A biblioteca e o parque.', valor: ['Biblioteca', 'Parque'] },
      { fala: 'Parque, escola dos meninos e a biblioteca.', valor: ['Escola', 'Biblioteca', 'Parque'] },
    ],
    parafrase: 'O senhor anda usando alguma coisa da prefeitura?',
    outrasPalavras: 'E médico, escola, essas coisas públicas, procurou alguma?',
    adjetivo: 'Quais destes ótimos serviços da prefeitura o senhor usou no último ano?',
    semCauda: 'Quais destes serviços?',
    conduzida: {
      ne: 'No último ano o senhor só usou o posto de saúde, né?',
      opiniao: 'Eu diria que o senhor usou o posto de saúde.',
      sugere: 'Posto de saúde, só isso?',
      responde: 'Deixo só posto de saúde.',
      valor: 'Posto de saúde',
    },
  },
  {
    texto: 'Somando tudo, qual é a renda mensal da sua família, em reais?',
    tipo: 'numero',
    unidade: 'reais',
    respostas: [
      { fala: 'Dois mil e quinhentos.', valor: ['2500'], armadilha: 'número por extenso' },
      { fala: 'Mil e duzentos reais.', valor: ['1200'], armadilha: 'número por extenso' },
      { fala: 'Quatro mil somando todo mundo.', valor: ['4000'], armadilha: 'número por extenso' },
      { fala: 'R$ 3.100, mais ou menos isso.', valor: ['3100'], codigo: 'qualificada' },
    ],
    parafrase: 'O dinheiro dá?',
    outrasPalavras: 'E juntando o que todos aí ganham, dá mais ou menos que valor?',
    adjetivo: 'Somando tudo, qual é a humilde renda mensal da sua família, em reais?',
    semCauda: 'Somando tudo, qual é a renda?',
    conduzida: {
      ne: 'A renda da família fica em dois mil, né?',
      opiniao: 'Pela casa eu calculo dois mil.',
      sugere: 'Dois mil reais está certo?',
      responde: 'Ponho dois mil e pronto.',
      valor: '2000',
    },
  },
]);

export const LOJA = questionnaire('l', [
  {
    texto: 'Há quantos meses a senhora compra no supermercado Bom Preço?',
    tipo: 'numero',
    unidade: 'meses',
    respostas: [
      { fala: 'Uns oito meses.', valor: ['8'], codigo: 'qualificada' },
      { fala: 'Faz dez meses.', valor: ['10'] },
      { fala: 'Há dois anos já.', valor: ['24'], digitado: '24', armadilha: 'outra unidade' },
      { fala: 'Sete meses, desde que eu mudei.', valor: ['7'] },
    ],
    parafrase: 'A senhora é cliente antiga?',
    outrasPalavras: 'Faz tempo que vem fazer a feira aqui com a gente?',
    adjetivo: 'Há quantos meses a senhora compra feliz no supermercado Bom Preço?',
    semCauda: 'Há quantos meses a senhora compra?',
    conduzida: {
      ne: 'A senhora compra lá faz um ano, doze meses, né?',
      opiniao: 'Eu diria uns doze meses.',
      sugere: 'Doze meses, mais ou menos?',
      responde: 'Marco doze.',
      valor: '12',
    },
  },
  {
    texto: 'Em que dia a senhora fez a última compra?',
    tipo: 'data',
    respostas: [
      { fala: 'Foi em doze de março.', valor: ['12/03'], digitado: '12/03/2026' },
      { fala: 'No dia vinte e cinco de fevereiro.', valor: ['25/02'], digitado: '25/02/2026' },
      { fala: 'Primeiro de abril, não é mentira.', valor: ['01/04'], digitado: '01/04/2026' },
    ],
    parafrase: 'Comprou faz tempo?',
    outrasPalavras: 'E quando foi que passou no caixa pela derradeira vez?',
    adjetivo: 'Em que dia abençoado a senhora fez a última compra?',
    semCauda: 'Em que dia foi?',
    conduzida: {
      ne: 'A última compra foi em dez de março, né?',
      opiniao: 'Acho que foi dez de março.',
      sugere: 'Dez de março, talvez?',
      responde: 'Fica dez de março.',
      valor: '10/03/2026',
    },
  },
  {
    texto: 'Com que frequência a senhora vai à loja: toda semana, todo mês ou só de vez em quando?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: ['Toda semana', 'Todo mês', 'Só de vez em quando', 'Não sabe'],
    respostas: [
      { fala: 'Toda semana, no sábado.', valor: ['Toda semana'] },
      { fala: 'Todo mês, quando sai o pagamento.', valor: ['Todo mês'] },
      { fala: 'Só de vez em quando.', valor: ['Só de vez em quando'] },
      {
        fala: 'A última.',
        valor: ['Só de vez em quando'],
        armadilha: 'a primeira',
        errado: { digitado: 'Toda semana', falha: 'a primeira' },
      },
    ],
    parafrase: 'A senhora vai muito lá?',
    outrasPalavras: 'Costuma aparecer por aqui muito ou pouco?',
    adjetivo: 'Com que boa frequência a senhora vai à loja: toda semana, todo mês ou só de vez em quando?',
    semCauda: 'Com que frequência a senhora vai à loja: toda semana ou todo mês?',
    conduzida: {
      ne: 'A senhora vai à loja toda semana, né?',
      opiniao: 'Eu acho que é toda semana.',
      sugere: 'Toda semana, então?',
      responde: 'Toda semana, já sei.',
      valor: 'Toda semana',
    },
  },
  {
    texto: 'Como a senhora avalia a limpeza da loja: ótima, boa, regular, ruim ou péssima?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: ['Ótima', 'Boa', 'Regular', 'Ruim', 'Péssima', 'Não sabe', 'Não respondeu'],
    respostas: [
      { fala: 'Boa.', valor: ['Boa'] },
      { fala: 'É regular, podia melhorar.', valor: ['Regular'] },
      { fala: 'Ótima, brilhando.', valor: ['Ótima'] },
      {
        fala: 'Boa não é, é ruim mesmo.',
        valor: ['Ruim'],
        armadilha: 'opção negada',
        errado: { digitado: 'Boa', falha: 'opção negada' },
      },
    ],
    parafrase: 'A loja é limpinha?',
    outrasPalavras: 'E o chão, as prateleiras, tudo brilhando?',
    adjetivo: 'Como a senhora avalia a impecável limpeza da loja: ótima, boa, regular, ruim ou péssima?',
    semCauda: 'Como a senhora avalia a limpeza da loja: ótima, boa ou regular?',
    conduzida: {
      ne: 'A limpeza da loja é boa, né?',
      opiniao: 'Eu compro lá também e acho boa.',
      sugere: 'Boa, pode ser?',
      responde: 'Limpeza é boa, vamos adiante.',
      valor: 'Boa',
    },
  },
  {
    texto: 'E como a senhora avalia a variedade de produtos da loja: ótima, boa, regular, ruim ou péssima?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: ['Ótima', 'Boa', 'Regular', 'Ruim', 'Péssima', 'Não sabe', 'Não respondeu'],
    respostas: [
      { fala: 'Ruim, nunca tem o que eu quero.', valor: ['Ruim'] },
      { fala: 'Ótima.', valor: ['Ótima'] },
      { fala: 'Regular.', valor: ['Regular'] },
      {
        fala: 'Péssima. Não, péssima é exagero, ruim.',
        valor: ['Ruim'],
        armadilha: 'correção',
        errado: { digitado: 'Péssima', falha: 'correção ignorada' },
      },
    ],
    parafrase: 'Tem de tudo lá?',
    outrasPalavras: 'E encontra de tudo o que procura nas prateleiras?',
    adjetivo:
      'E como a senhora avalia a pouca variedade de produtos da loja: ótima, boa, regular, ruim ou péssima?',
    semCauda: 'E como a senhora avalia a variedade de produtos da loja: ótima, boa ou regular?',
    conduzida: {
      ne: 'A variedade de produtos é ótima, né?',
      opiniao: 'Na minha visão a variedade é ótima.',
      sugere: 'Ótima também?',
      responde: 'Ótima também, claro.',
      valor: 'Ótima',
    },
  },
  {
    texto: 'A senhora já usou o aplicativo do supermercado?',
    tipo: 'escolha',
    opcoesTexto: ['Sim', 'Não', 'Não sabe', 'Não respondeu'],
    respostas: [
      { fala: 'Já usei sim.', valor: ['Sim'] },
      { fala: 'Não, nunca.', valor: ['Não'] },
      { fala: 'Sim.', valor: ['Sim'] },
      { fala: 'Não, eu nem tenho celular bom.', valor: ['Não'] },
    ],
    parafrase: 'E o telefone, a senhora mexe?',
    outrasPalavras: 'E pelo celular, já fez alguma encomenda?',
    adjetivo: 'A senhora já usou o maravilhoso aplicativo do supermercado?',
    semCauda: 'A senhora já usou?',
    conduzida: {
      ne: 'O aplicativo a senhora já usou, né?',
      opiniao: 'Hoje em dia eu acho que todo mundo já usou.',
      sugere: 'Sim, imagino?',
      responde: 'Vou pôr que sim.',
      valor: 'Sim',
    },
  },
  {
    texto: 'Que nota de um a cinco a senhora dá para o aplicativo?',
    tipo: 'escala',
    minimo: 1,
    maximo: 5,
    mostrarSe: { perguntaId: 'l6', opcoes: ['l6o1'] },
    respostas: [
      { fala: 'Quatro.', valor: ['4'] },
      { fala: 'Dou um três para ele.', valor: ['3'] },
      { fala: 'Cinco, adorei.', valor: ['5'] },
    ],
    parafrase: 'É fácil de mexer?',
    outrasPalavras: 'E achou fácil de mexer?',
    adjetivo: 'Que nota boa de um a cinco a senhora dá para o aplicativo?',
    semCauda: 'Que nota de um a cinco?',
    conduzida: {
      ne: 'O aplicativo merece um dois, né?',
      opiniao: 'Eu mesma daria dois.',
      sugere: 'Dois, quem sabe?',
      responde: 'Dois, que trava muito.',
      valor: '2',
    },
  },
  {
    texto: 'Quais destas seções a senhora mais visita?',
    tipo: 'multipla',
    lerOpcoes: true,
    opcoesTexto: ['Padaria', 'Açougue', 'Hortifruti', 'Bebidas', 'Limpeza', 'Não sabe'],
    respostas: [
      { fala: 'Padaria e açougue.', valor: ['Padaria', 'Açougue'] },
      { fala: 'O hortifruti.', valor: ['Hortifruti'] },
      { fala: 'Bebidas, padaria e limpeza.', valor: ['Padaria', 'Bebidas', 'Limpeza'] },
      { fala: 'Açougue e hortifruti, sempre.', valor: ['Açougue', 'Hortifruti'] },
    ],
    parafrase: 'A senhora passeia por onde lá dentro?',
    outrasPalavras: 'Quando entra, costuma passear por quais corredores?',
    adjetivo: 'Quais destas belas seções a senhora mais visita?',
    semCauda: 'Quais destas?',
    conduzida: {
      ne: 'A seção que a senhora mais visita é a padaria, né?',
      opiniao: 'Acho que é a padaria, cheira tão bem.',
      sugere: 'Padaria, com certeza?',
      responde: 'Padaria e vamos para a próxima.',
      valor: 'Padaria',
    },
  },
  {
    texto: 'Quanto a senhora gasta por mês no supermercado, em reais?',
    tipo: 'numero',
    unidade: 'reais',
    respostas: [
      { fala: 'Oitocentos reais.', valor: ['800'], armadilha: 'número por extenso' },
      { fala: 'Mil e cem.', valor: ['1100'], armadilha: 'número por extenso' },
      { fala: 'Gasto seiscentos e cinquenta.', valor: ['650'], armadilha: 'número por extenso' },
      {
        fala: 'Uns quinhentos, não, agora é setecentos.',
        valor: ['700'],
        armadilha: 'correção',
        errado: { digitado: '500', falha: 'correção ignorada' },
      },
    ],
    parafrase: 'A conta vem alta?',
    outrasPalavras: 'E deixa quanto dinheiro no caixa, de pagamento a pagamento?',
    adjetivo: 'Quanto a senhora gasta à toa por mês no supermercado, em reais?',
    semCauda: 'Quanto a senhora gasta?',
    conduzida: {
      ne: 'Por mês a senhora gasta uns mil reais, né?',
      opiniao: 'Eu imagino mil reais.',
      sugere: 'Mil reais está bom?',
      responde: 'Coloquei mil reais.',
      valor: '1000',
    },
  },
  {
    texto: 'O que a senhora mudaria na loja?',
    tipo: 'texto',
    respostas: [
      {
        fala: 'As filas, que são grandes demais.',
        valor: ['filas grandes'],
        digitado: 'Filas muito grandes',
        armadilha: 'texto resumido',
        errado: { digitado: 'As filas são pequenas', falha: 'texto invertido' },
      },
      {
        fala: 'O preço da carne está um absurdo.',
        valor: ['preço alto da carne'],
        digitado: 'Carne cara',
        armadilha: 'texto resumido',
        errado: { digitado: 'A carne está barata', falha: 'texto invertido' },
      },
      {
        fala: 'O estacionamento.',
        valor: ['estacionamento'],
        digitado: 'Estacionamento',
        errado: { digitado: 'Atendimento dos caixas', falha: 'texto trocado' },
      },
    ],
    parafrase: 'Tem reclamação?',
    outrasPalavras: 'Se fosse a dona, fazia diferente em quê?',
    adjetivo: 'O que a senhora mudaria de ruim na loja?',
    semCauda: 'O que a senhora mudaria?',
    conduzida: {
      ne: 'A senhora mudaria a iluminação da loja, né?',
      opiniao: 'Eu trocaria as luzes da loja.',
      sugere: 'A iluminação, por exemplo?',
      responde: 'Escrevo iluminação.',
      valor: 'Iluminação',
    },
  },
  {
    texto: 'A senhora indicaria o supermercado a uma amiga: com certeza, talvez ou de jeito nenhum?',
    tipo: 'escolha',
    lerOpcoes: true,
    opcoesTexto: ['Com certeza', 'Talvez', 'De jeito nenhum', 'Não sabe'],
    respostas: [
      { fala: 'Com certeza.', valor: ['Com certeza'] },
      { fala: 'Talvez, depende da amiga.', valor: ['Talvez'] },
      { fala: 'De jeito nenhum.', valor: ['De jeito nenhum'] },
    ],
    parafrase: 'Fala bem dele por aí?',
    outrasPalavras: 'E se uma vizinha perguntar, diz para ela vir também?',
    adjetivo:
      'A senhora indicaria o seu querido supermercado a uma amiga: com certeza, talvez ou de jeito nenhum?',
    semCauda: 'A senhora indicaria o supermercado a uma amiga: com certeza ou talvez?',
    conduzida: {
      ne: 'A senhora indicaria o supermercado com certeza, né?',
      opiniao: 'Eu indicaria com certeza.',
      sugere: 'Com certeza, certo?',
      responde: 'Com certeza, pelo jeito.',
      valor: 'Com certeza',
    },
  },
  {
    texto: 'Qual é a sua escolaridade?',
    tipo: 'escolha',
    instrucao: 'NÃO LER. Marcar a última série completa.',
    opcoesTexto: ['Fundamental', 'Médio', 'Superior', 'Não estudou', 'Não respondeu'],
    respostas: [
      { fala: 'Terminei o ensino médio.', valor: ['Médio'] },
      { fala: 'Tenho superior completo, pedagogia.', valor: ['Superior'] },
      { fala: 'Só o fundamental mesmo.', valor: ['Fundamental'] },
      { fala: 'Fiz faculdade de direito.', valor: ['Superior'], armadilha: 'resposta sem a opção' },
    ],
    parafrase: 'Estudou até quando?',
    outrasPalavras: 'E nos estudos, parou onde?',
    adjetivo: 'Qual é a sua modesta escolaridade?',
    semCauda: 'Qual é a sua?',
    conduzida: {
      ne: 'A sua escolaridade é ensino médio, né?',
      opiniao: 'Pelo seu jeito eu diria médio.',
      sugere: 'Médio completo?',
      responde: 'Marco médio.',
      valor: 'Médio',
    },
  },
]);
