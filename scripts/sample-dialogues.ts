/**
 * The dialogues of the sample calls. All people and things named here are invented: the company "Lumavia", the people,
 * the addresses, the document digits and the protocols.
 */

export type Papel = 'agente' | 'cliente';

/** A party's sentences before the other party answers. */
export type Turno = {
  papel: Papel;
  /** Sentences in order; each becomes a `sentenca` of the true transcript. */
  falas: readonly string[];
  /** Silence before the turn, ms. Negative: starts during the previous turn (overtalk). */
  pausaMs: number;
  /** Difference from the voice's own speaking rate, words per minute. */
  ritmo?: number;
  /** Louder (above 1) or softer than usual. */
  volume?: number;
  /** Confidence of a recogniser in this turn, 0 to 1; by default 0.93. */
  confianca?: number;
};

export type Voz = {
  /** espeak-ng voice with variant. */
  voz: string;
  /** Speaking rate, words per minute. */
  ritmo: number;
  /** espeak-ng pitch, 0 to 99. */
  tom: number;
};

export type Dialogo = {
  slug: string;
  titulo: string;
  numeroDestino: string;
  ramal: string;
  nomeEntrevistado: string;
  vozes: Record<Papel, Voz>;
  /** Silence at the end, ms. */
  finalMs: number;
  turnos: readonly Turno[];
};

const CAMILA: Voz = { voz: 'pt-br+Annie', ritmo: 188, tom: 62 };
const DIEGO: Voz = { voz: 'pt-br+m3', ritmo: 180, tom: 40 };
const ROGERIO: Voz = { voz: 'pt-br+m7', ritmo: 184, tom: 28 };
const PATRICIA: Voz = { voz: 'pt-br+f4', ritmo: 170, tom: 70 };

export const DIALOGOS: readonly Dialogo[] = [
  {
    slug: 'amostra-principal',
    titulo: 'Cobrança indevida na fatura, resolvida no primeiro contato',
    numeroDestino: '11955550142',
    ramal: '2001',
    nomeEntrevistado: 'Rogério Almeida Prado',
    vozes: { agente: CAMILA, cliente: ROGERIO },
    finalMs: 900,
    turnos: [
      {
        papel: 'agente',
        pausaMs: 700,
        falas: ['Lumavia Telecom, bom dia!', 'Meu nome é Camila, em que posso ajudar?'],
      },
      {
        papel: 'cliente',
        pausaMs: 450,
        falas: [
          'Bom dia, Camila.',
          'É... a minha fatura veio errada de novo.',
          'Isso é um absurdo, já é a segunda vez!',
        ],
      },
      {
        papel: 'agente',
        pausaMs: 500,
        falas: [
          'Sinto muito pelo transtorno, senhor.',
          'Informo que esta ligação está sendo gravada.',
          'Por gentileza, me confirma o seu nome completo e os três primeiros dígitos do CPF?',
        ],
      },
      { papel: 'cliente', pausaMs: 650, falas: ['Rogério Almeida Prado.', 'Três, nove, um.'] },
      {
        papel: 'agente',
        pausaMs: 400,
        falas: [
          'Obrigada, seu Rogério.',
          'Vou verificar a sua conta, o senhor aguarda um momento, por favor?',
        ],
      },
      {
        papel: 'cliente',
        pausaMs: 500,
        falas: ['Tá, mas não demora.'],
        volume: 0.55,
        ritmo: 30,
        confianca: 0.41,
      },
      {
        papel: 'agente',
        pausaMs: 7200,
        falas: [
          'Obrigada por aguardar.',
          'Identifiquei uma cobrança indevida de quarenta e nove reais e noventa centavos, de um serviço adicional que não foi confirmado.',
        ],
      },
      { papel: 'cliente', pausaMs: -1500, falas: ['Que eu nunca pedi, viu!'], volume: 1.15 },
      {
        papel: 'agente',
        pausaMs: 600,
        falas: [
          'Entendo, o senhor tem razão.',
          'Já cancelei o serviço e solicitei o estorno do valor na próxima fatura.',
        ],
      },
      { papel: 'cliente', pausaMs: 700, falas: ['Hum... e eu preciso pagar essa de agora?'] },
      {
        papel: 'agente',
        pausaMs: 350,
        falas: [
          'Não precisa.',
          'Enviei uma fatura corrigida para o seu e-mail, com vencimento no dia quinze.',
        ],
      },
      { papel: 'cliente', pausaMs: 450, falas: ['Ah, ótimo.', 'Muito obrigado, você resolveu rápido.'] },
      {
        papel: 'agente',
        pausaMs: 350,
        falas: [
          'Anote, por favor, o número do protocolo: sete, zero, quatro, um, oito, dois.',
          'Posso ajudar em algo mais?',
        ],
      },
      { papel: 'cliente', pausaMs: 550, falas: ['Não, era só isso, obrigado pela atenção.'] },
      { papel: 'agente', pausaMs: 350, falas: ['A Lumavia agradece a sua ligação, tenha um ótimo dia!'] },
      { papel: 'cliente', pausaMs: 300, falas: ['Bom dia.'] },
    ],
  },
  {
    slug: 'cancelamento-mal-conduzido',
    titulo: 'Pedido de cancelamento mal conduzido',
    numeroDestino: '21955550187',
    ramal: '2004',
    nomeEntrevistado: 'Patrícia Nogueira Lins',
    vozes: { agente: DIEGO, cliente: PATRICIA },
    finalMs: 1200,
    turnos: [
      { papel: 'agente', pausaMs: 900, falas: ['Alô, suporte.'] },
      {
        papel: 'cliente',
        pausaMs: 900,
        falas: ['Oi, boa tarde.', 'Eu quero cancelar a minha internet, por favor.'],
      },
      { papel: 'agente', pausaMs: 300, falas: ['Cancelar por quê?'] },
      {
        papel: 'cliente',
        pausaMs: 600,
        falas: [
          'Porque cai todo dia, é... eu trabalho em casa e fico sem sinal.',
          'Já liguei quatro vezes e ninguém resolve o problema.',
        ],
      },
      {
        papel: 'agente',
        pausaMs: -900,
        falas: ['Mas a senhora reiniciou o aparelho?', 'Tem que reiniciar, senhora.'],
        volume: 1.1,
      },
      { papel: 'cliente', pausaMs: 500, falas: ['Já reiniciei várias vezes, moço.', 'Eu quero cancelar.'] },
      {
        papel: 'agente',
        pausaMs: 450,
        falas: ['Olha, cancelar agora não dá.', 'A senhora tem fidelidade e vai pagar multa.'],
      },
      {
        papel: 'cliente',
        pausaMs: 500,
        falas: ['Que multa?', 'O meu contrato é de três anos atrás, ninguém me avisou de multa nenhuma.'],
      },
      { papel: 'agente', pausaMs: 300, falas: ['Espera aí que eu vou ver.'], confianca: 0.52, volume: 0.6 },
      { papel: 'cliente', pausaMs: 12400, falas: ['Alô?', 'Você ainda está aí?'] },
      {
        papel: 'agente',
        pausaMs: 1500,
        falas: [
          'Tô aqui, o sistema está lento.',
          'Posso dar um desconto de dez por cento e a gente encerra isso.',
        ],
      },
      {
        papel: 'cliente',
        pausaMs: 450,
        falas: [
          'Eu não quero desconto, quero cancelar.',
          'Estou muito insatisfeita, isso é um desrespeito.',
          'Se não resolver, eu vou registrar uma reclamação no Procon e na Anatel.',
        ],
        volume: 1.1,
      },
      {
        papel: 'agente',
        pausaMs: -700,
        falas: ['A senhora faz o que achar melhor.', 'O setor de cancelamento só funciona até as quatro.'],
      },
      { papel: 'cliente', pausaMs: 600, falas: ['E o número do protocolo?'] },
      { papel: 'agente', pausaMs: 900, falas: ['Depois a senhora liga e pede lá.'] },
      { papel: 'cliente', pausaMs: 500, falas: ['Que atendimento péssimo.', 'Nunca mais contrato vocês.'] },
      { papel: 'agente', pausaMs: 800, falas: ['Tá bom, tchau.'] },
    ],
  },
  {
    slug: 'cobranca-com-ofensa',
    titulo: 'Negociação de dívida com palavra ofensiva do cliente',
    numeroDestino: '31955550163',
    ramal: '2010',
    nomeEntrevistado: 'Rogério Sampaio Duarte',
    vozes: { agente: PATRICIA, cliente: ROGERIO },
    finalMs: 800,
    turnos: [
      {
        papel: 'agente',
        pausaMs: 600,
        falas: [
          'Boa tarde, aqui é a Patrícia, da Lumavia Cobranças.',
          'Esta ligação é gravada para sua segurança.',
          'Eu falo com o senhor Rogério Sampaio?',
        ],
      },
      { papel: 'cliente', pausaMs: 700, falas: ['É ele, pode falar.'] },
      {
        papel: 'agente',
        pausaMs: 400,
        falas: ['Para sua segurança, o senhor pode confirmar a sua data de nascimento?'],
      },
      { papel: 'cliente', pausaMs: 800, falas: ['Doze de maio de mil novecentos e oitenta.'] },
      {
        papel: 'agente',
        pausaMs: 450,
        falas: [
          'Obrigada.',
          'Consta em aberto uma parcela de trezentos e vinte reais, vencida no dia dez.',
          'O senhor prefere negociar à vista ou parcelado?',
        ],
      },
      {
        papel: 'cliente',
        pausaMs: 600,
        falas: [
          'De novo isso?',
          'Vocês ligam todo dia, que merda!',
          'Eu já falei que estou desempregado, vocês são uns idiotas.',
        ],
        volume: 1.15,
        ritmo: 15,
      },
      {
        papel: 'agente',
        pausaMs: 700,
        falas: [
          'Eu compreendo a sua situação, senhor, e peço que mantenhamos o respeito.',
          'Posso oferecer quatro parcelas de setenta e cinco reais, sem juros.',
        ],
      },
      {
        papel: 'cliente',
        pausaMs: 1600,
        falas: ['É... quatro de setenta e cinco?', 'E quando vence a primeira?'],
        confianca: 0.58,
        volume: 0.7,
      },
      { papel: 'agente', pausaMs: 400, falas: ['No dia vinte do mês que vem, por boleto ou Pix.'] },
      { papel: 'cliente', pausaMs: -450, falas: ['Pode ser no Pix.'] },
      {
        papel: 'agente',
        pausaMs: 500,
        falas: ['Certo, só um instante que vou gerar o acordo.'],
      },
      {
        papel: 'agente',
        pausaMs: 6200,
        falas: [
          'Obrigada por aguardar.',
          'O acordo foi registrado, e o protocolo é: cinco, cinco, um, nove, três, zero.',
          'Ficou alguma dúvida?',
        ],
      },
      { papel: 'cliente', pausaMs: 600, falas: ['Não.', 'Desculpa aí o nervoso.'] },
      { papel: 'agente', pausaMs: 400, falas: ['Imagine, a Lumavia agradece, tenha uma boa tarde.'] },
    ],
  },
  {
    slug: 'venda-de-fibra',
    titulo: 'Venda de plano de fibra com avisos obrigatórios',
    numeroDestino: '41955550119',
    ramal: '2007',
    nomeEntrevistado: 'Denise Farias Moreira',
    vozes: {
      agente: DIEGO,
      cliente: { voz: 'pt-br+f2', ritmo: 165, tom: 58 },
    },
    finalMs: 700,
    turnos: [
      {
        papel: 'agente',
        pausaMs: 500,
        falas: [
          'Olá, bom dia, meu nome é Diego, da Lumavia Telecom.',
          'Esta ligação está sendo gravada, tudo bem?',
        ],
      },
      { papel: 'cliente', pausaMs: 600, falas: ['Tudo bem, pode falar.'] },
      {
        papel: 'agente',
        pausaMs: 350,
        falas: [
          'Dona Denise, a fibra chegou na sua rua.',
          'Temos quinhentos mega por noventa e nove reais e noventa por mês, com instalação grátis.',
        ],
      },
      {
        papel: 'cliente',
        pausaMs: -600,
        falas: ['Quinhentos mega?', 'Nossa, que bom, a minha é muito lenta.'],
      },
      {
        papel: 'agente',
        pausaMs: 400,
        falas: ['Isso mesmo, e a instalação é feita em até dois dias úteis.'],
      },
      { papel: 'cliente', pausaMs: 900, falas: ['Hum... tem fidelidade?'], confianca: 0.55, volume: 0.65 },
      {
        papel: 'agente',
        pausaMs: 350,
        falas: [
          'Tem fidelidade de doze meses.',
          'E a senhora pode desistir em até sete dias sem nenhum custo.',
        ],
      },
      { papel: 'cliente', pausaMs: 500, falas: ['Perfeito, eu quero contratar.'] },
      {
        papel: 'agente',
        pausaMs: 400,
        falas: ['Ótimo!', 'Me confirma o endereço e os três últimos dígitos do CPF, por favor?'],
      },
      {
        papel: 'cliente',
        pausaMs: 700,
        falas: ['Rua das Acácias, número duzentos e quatro.', 'O final é zero, cinco, oito.'],
      },
      {
        papel: 'agente',
        pausaMs: 5600,
        falas: [
          'Obrigado por aguardar, o pedido foi concluído.',
          'O protocolo é: oito, três, dois, seis, um, quatro.',
          'Posso ajudar em algo mais?',
        ],
      },
      { papel: 'cliente', pausaMs: 500, falas: ['Não, muito obrigada, adorei o atendimento.'] },
      { papel: 'agente', pausaMs: 300, falas: ['A Lumavia agradece, tenha um excelente dia!'] },
    ],
  },
  {
    slug: 'teste-curta',
    titulo: 'Ligação curta para testes',
    numeroDestino: '11955550100',
    ramal: '2099',
    nomeEntrevistado: 'Cliente de Teste',
    vozes: { agente: CAMILA, cliente: ROGERIO },
    finalMs: 500,
    turnos: [
      { papel: 'agente', pausaMs: 400, falas: ['Lumavia, boa tarde.'] },
      { papel: 'cliente', pausaMs: 500, falas: ['Boa tarde, eu quero a segunda via.'], confianca: 0.5 },
      { papel: 'agente', pausaMs: 400, falas: ['Claro, envio agora.'] },
    ],
  },
];
