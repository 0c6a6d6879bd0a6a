/** Lists of words, without accents and in lower case, by which the demo rules judge; short on purpose. */

/** Lower case without accents, for all comparisons. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export const wordsOf = (text: string) => plain(text).match(/[a-z0-9]+/g) ?? [];

/** Word beginning → weight, -1 to 1. The longest match counts. */
export const SENTIMENTO: Readonly<Record<string, number>> = {
  absurd: -0.8,
  pessim: -0.9,
  horrivel: -0.9,
  ruim: -0.6,
  lent: -0.4,
  erro: -0.4,
  errad: -0.5,
  problema: -0.4,
  reclama: -0.6,
  insatisf: -0.8,
  desrespeit: -0.9,
  demora: -0.4,
  cancel: -0.3,
  multa: -0.4,
  nunca: -0.3,
  ninguem: -0.3,
  indevid: -0.5,
  transtorno: -0.2,
  desemprega: -0.5,
  nervos: -0.4,
  merda: -1,
  idiota: -1,
  procon: -0.7,
  cai: -0.3,
  obrigad: 0.5,
  otim: 0.8,
  excelente: 0.9,
  perfeit: 0.8,
  ador: 0.9,
  resolv: 0.5,
  agradec: 0.5,
  bom: 0.3,
  boa: 0.3,
  rapid: 0.4,
  ajud: 0.2,
  gratis: 0.4,
  entendo: 0.2,
  compreendo: 0.2,
  razao: 0.3,
};

/** Beginnings of words for the client's problem; ignored in agents' speech, because agents must name the problem. */
export const QUEIXAS = new Set(
  'lent erro errad problema reclama demora cancel multa nunca ninguem indevid transtorno desemprega procon cai'.split(
    ' ',
  ),
);
/** Words of regret, in a text converted by `plain`. */
export const DESCULPAS = /\b(sinto muito|lamento|lamentamos|desculp\w*|perdao)\b/;

export const INTENSIFICADORES = new Set(['muito', 'muita', 'super', 'bem', 'demais', 'tao']);
export const NEGACOES = new Set(['nao', 'nem', 'nunca', 'sem', 'ninguem']);
/** "Bom dia" is a greeting, not praise. */
export const SAUDACOES = /\b(bom dia|boa tarde|boa noite)\b/g;

export const OFENSAS: readonly string[] = [
  'merda',
  'idiota',
  'idiotas',
  'imbecil',
  'imbecis',
  'burro',
  'burra',
  'otario',
  'otaria',
  'otarios',
  'babaca',
  'babacas',
  'porra',
  'caralho',
  'puta',
  'puto',
  'desgracado',
  'desgracada',
  'palhaco',
  'palhacos',
  'estupido',
  'estupida',
  'vagabundo',
  'vagabunda',
  'safado',
  'safada',
  'ladrao',
  'ladroes',
  'cretino',
  'cretina',
];

/** Words too common to show what a sentence is about. */
export const VAZIAS = new Set(
  'agente atendente operador cliente ligacao chamada durante sobre deve deveria foram forma fazer feito fez ter tem com para pelo pela seu sua seus suas que qual quando onde como uma uns umas dos das nos nas aos informou informa verificar verifica houve utilizou usou realizou'.split(
    ' ',
  ),
);
