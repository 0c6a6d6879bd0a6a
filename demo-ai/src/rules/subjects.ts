import type { Linha } from '../prompt-reader.ts';
import { plain } from './lexicon.ts';
import { scoreSentiment } from './text-analysis.ts';

type Papel = Linha['papel'];

/** A subject of criteria, and the signs of its presence in a call. All patterns match texts converted by `plain`. */
export type Assunto = {
  nome: string;
  /** Matches a criterion's description. */
  pedido: RegExp;
  /** Match a sentence that meets the criterion; most convincing pattern first. */
  fala: readonly RegExp[];
  /** Matching sentences never count. */
  exceto?: RegExp;
  /** The party that must say the sentence; default: the party that the criterion names, else the agent. */
  papel?: Papel;
  /** Only this number of the party's first or last sentences count. */
  entre?: { primeiras: number } | { ultimas: number };
  /** The criterion applies only if a sentence, of party `de` if given, matches. */
  quando?: { fala: RegExp; de?: Papel };
  /** The party's matching sentences prove that the criterion is not met. */
  contra?: RegExp;
};

const NUMERO =
  '(\\d+|um|uma|primeiro|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta)';

export const ASSUNTOS: readonly Assunto[] = [
  {
    nome: 'saudação',
    pedido: /\b(saudac|cumpriment|sauda\b|saudou|abertura)/,
    fala: [/\b(bom dia|boa tarde|boa noite|ola)\b/],
    entre: { primeiras: 3 },
  },
  {
    nome: 'nome da empresa',
    pedido: /\b(nome|diz|disse|identific\w*|apresent\w*|saud\w*)\b.*\bempresa\b/,
    fala: [/\b(lumavia|(da|do) \w+ (telecom|cobrancas|seguros|saude|internet)|aqui e d[ao])\b/],
    entre: { primeiras: 3 },
  },
  {
    nome: 'identificação do agente',
    pedido:
      /(se (identific|apresent)|apresenta-se|identificacao do (agente|atendente|operador)|seu nome|proprio nome)/,
    fala: [/\b(meu nome e|aqui e (a|o) \w+|quem fala e|eu sou (a|o) \w+)\b/],
    entre: { primeiras: 4 },
  },
  {
    nome: 'confirmação de dados do cliente',
    pedido:
      /(dados (cadastrais|do cliente|pessoais)|cpf|identidade|titular|confirm\w* .*(nome|cadastro|endereco)|valid(ou|ar|acao))/,
    fala: [
      /\bconfirm\w* .*\b(nome|cpf|nascimento|endereco|cadastr\w*|telefone|dados)\b|\bcpf\b|data de nascimento|nome completo/,
      /\beu falo com\b/,
    ],
  },
  { nome: 'aviso de gravação', pedido: /grava(cao|d|r)/, fala: [/\b(gravada|gravado|gravacao)\b/] },
  {
    nome: 'número de protocolo',
    pedido: /protocolo/,
    fala: [/\bprotocolo\b.*\d|\bprotocolo( e)?:? .*\b(zero|um|dois|tres|quatro|cinco|seis|sete|oito|nove)\b/],
    contra: /\bdepois\b.*\b(liga|ligue|pede|peca)\b/,
  },
  {
    nome: 'oferta de ajuda adicional',
    pedido: /(algo mais|mais alguma|ajuda adicional|outra duvida|mais ajuda)/,
    fala: [/\b(algo mais|mais alguma coisa|alguma duvida)\b/],
  },
  {
    nome: 'encerramento cordial',
    pedido:
      /(encerr|despedid|finaliz|agradec\w* (a|o|pela|pelo) (ligacao|contato|participacao|preferencia)|agradecimento)/,
    fala: [/\b(agradece|agradecemos|obrigad[ao] pel|tenha (um|uma))\b/],
    entre: { ultimas: 3 },
  },
  {
    nome: 'expressões de cortesia',
    pedido: /(cortes|por favor|gentil)/,
    fala: [/\b(por favor|por gentileza|com licenca)\b/, /\b(obrigad[ao]|agradec\w+)\b/],
  },
  {
    nome: 'empatia',
    pedido: /(empat|acolh\w* (o cliente|a queixa)|desculp|compreens)/,
    fala: [
      /\b(sinto muito|lamento|desculp\w*|imagino|sua (preocupacao|situacao))\b/,
      /\b(entendo|compreendo|transtorno|tem razao)\b/,
    ],
  },
  {
    nome: 'aviso de espera',
    pedido: /^(?!.*agradec).*(\bespera\b|aguard|\bpausa|\bmudo\b|\bhold\b)/,
    fala: [/\b(aguarda|aguarde|um momento|um instante|um minuto|espera ai|espere)\b/],
    quando: { fala: /\b(aguard\w*|espera ai|espere|um momento|um instante|um minuto)\b/ },
  },
  {
    nome: 'agradecimento pela espera',
    pedido: /agradec\w* .*(espera|aguard)/,
    fala: [/\b(por aguardar|pela espera)\b/],
    quando: { fala: /\b(aguard\w*|espera ai|espere|um momento|um instante|um minuto)\b/ },
  },
  {
    nome: 'atendimento do pedido de cancelamento',
    pedido: /cancel/,
    fala: [
      /\b(ja cancelei|cancelei|foi cancelad\w|esta cancelad\w|cancelamento (foi |esta )?(registrado|concluido|feito|processado))\b/,
    ],
    quando: { fala: /\bcancel(a|e|o|ar|amento|em|ei)\b/, de: 'cliente' },
    contra: /\bcancel\w* .*\bnao (da|posso|consigo)\b|\bnao (da|posso|consigo)\b.* cancel/,
  },
  {
    nome: 'informação sobre fidelidade ou multa',
    pedido: /(fidelidade|multa|carencia)/,
    fala: [/\b(fidelidade|multa|carencia)\b/],
  },
  {
    nome: 'direito de arrependimento',
    pedido: /(arrependimento|desist|sete dias)/,
    fala: [/\b(desistir|arrependimento|sete dias)\b/],
  },
  { nome: 'preço', pedido: /(\bpreco|valor (total|atualizado))/, fala: [/\breais\b|r\$/] },
  {
    nome: 'prazo ou data',
    pedido: /(\bprazo|\bdata (do|da|e|ou)\b|dias uteis)/,
    fala: [
      new RegExp(
        `\\bdia ${NUMERO}\\b|\\bate (segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha)\\b|\\b(em|ate|dentro de) ${NUMERO}( e ${NUMERO})? (minutos?|horas?|dias?|semanas?)\\b|\\bdias uteis\\b|\\b(mes|semana) que vem\\b|\\bamanha\\b|\\d/\\d`,
      ),
      /\b(proxim[ao] (fatura|semana|mes)|hoje)\b/,
    ],
    // Excludes dates that were not agreed in the call: of overdue debts, contract periods or the right to withdraw.
    exceto: /\b(vencid[ao]|venceu|desistir|fidelidade|multa)\b/,
  },
  {
    nome: 'oferta ou proposta',
    pedido: /(ofert|propost|negoci|parcel|desconto|benefici|plano)/,
    fala: [/\b(posso oferecer|parcelas|desconto|mega por|gratis|negociar)\b/],
  },
  {
    nome: 'solução do pedido',
    pedido: /(soluc|resolv|atend(eu|er) (a|ao|o) (pedido|solicita|demanda))/,
    fala: [
      /\b(ja cancelei|solicitei|enviei|estorno|posso oferecer)\b/,
      /\b(foi|esta) (concluid|registrad|feit|resolvid)[ao]\b/,
    ],
  },
  {
    nome: 'fechamento da venda',
    pedido: /(venda|contrat(ou|ar|acao)|fechamento)/,
    fala: [/\b(quero contratar|pedido foi concluido)\b/],
    papel: 'cliente',
  },
];

/** Something that must not be said. */
export type Proibido = {
  /** Matches the description of a criterion that forbids this. */
  pedido: RegExp;
  nome: string;
  papel: Papel;
  dita: (linha: Linha) => boolean;
};

/** Sentiment of a plainly angry client. */
export const IRRITADO = -0.7;
/** Words with which the client threatens to complain outside the company. */
export const QUEIXA_EXTERNA = /\b(procon|anatel|reclame aqui|justica|processar|advogad\w*)\b/;

export const PROIBIDOS: readonly Proibido[] = [
  {
    pedido: /(procon|anatel|justica|reclamar em publico)/,
    nome: 'ameaça de reclamar em órgão de defesa',
    papel: 'cliente',
    dita: ({ texto }) => QUEIXA_EXTERNA.test(plain(texto)),
  },
  {
    pedido: /(irrita|raiva)/,
    nome: 'irritação',
    papel: 'cliente',
    dita: ({ texto, papel }) => scoreSentiment(texto, papel) <= IRRITADO,
  },
  {
    pedido: /(senha|codigo de seguranca|numero completo do cartao)/,
    nome: 'pedido de senha ou código',
    papel: 'agente',
    dita: ({ texto }) => /\b(senha|codigo de seguranca|numero completo do cartao)\b/.test(plain(texto)),
  },
];

/** The party that a criterion is about: the client if its text begins with 'o cliente' or similar, else the agent. */
export const sideAsked = (pedido: string): Papel =>
  /^(o|a|os|as) (cliente|consumidor)/.test(pedido) ? 'cliente' : 'agente';

/** One side's sentences and those of unknown speakers; with `entre`, only the first or the last of them. */
export function linesOf(linhas: readonly Linha[], papel: Papel, entre?: Assunto['entre']): readonly Linha[] {
  const own = linhas.filter((linha) => linha.papel === papel || linha.papel === 'desconhecido');
  if (entre === undefined) return own;
  return 'primeiras' in entre ? own.slice(0, entre.primeiras) : own.slice(-entre.ultimas);
}

/** The first sentence that matches the most convincing pattern. */
export function bestLine(linhas: readonly Linha[], { fala, exceto }: Assunto): Linha | undefined {
  const possible = linhas.filter(({ texto }) => !exceto?.test(plain(texto)));
  for (const pattern of fala) {
    const found = possible.find(({ texto }) => pattern.test(plain(texto)));
    if (found) return found;
  }
  return undefined;
}
