/** Recognises columns for respondent, time, interviewer and recording, by heading words and cells. */
import { normaliseQuote } from '../../transcripts/evidence.ts';
import { fileOfAddress, isAudioName, readName, readPhones } from '../pairing/recording-name.ts';
import { momentOf, saysHour } from '../rows/day.ts';

export type PapelDePessoa =
  | 'identificador'
  | 'arquivo'
  | 'telefone'
  | 'nome'
  | 'data'
  | 'hora'
  | 'entrevistador';

export const PAPEL_LABEL: Record<PapelDePessoa, string> = {
  identificador: 'o identificador',
  arquivo: 'o arquivo da gravação',
  telefone: 'o telefone',
  nome: 'o nome do entrevistado',
  data: 'a data',
  hora: 'a hora',
  entrevistador: 'o entrevistador',
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PESSOAS =
  'cliente clientes consumidor consumidora paciente aluno aluna morador moradora cidadao cidada usuario usuaria associado associada ' +
  'beneficiario beneficiaria titular pessoa eleitor eleitora comprador compradora';

/** Decisive words, strongest role first: 'nome do arquivo' is a file, 'nome do entrevistador' an interviewer. */
const DECISIVAS: readonly (readonly [PapelDePessoa, ReadonlySet<string>])[] = [
  [
    'entrevistador',
    words(
      'entrevistador entrevistadora pesquisador pesquisadora agente recenseador recenseadora aplicador interviewer enumerador enumeradora ' +
        'enumerator surveyor',
    ),
  ],
  ['arquivo', words('arquivo arquivos audio audios gravacao gravacoes wav mp3 recording file link url')],
  ['telefone', words('telefone telefones fone fones tel celular cel whatsapp whats zap phone destino')],
  ['data', words('data dt date hora horario dia datahora carimbo timestamp inicio fim termino start end')],
  ['nome', words('nome name entrevistado entrevistada respondente participante')],
  [
    'identificador',
    words(
      'id identificador codigo cod protocolo questionario entrevista formulario ficha registro caso uuid n no nr num numero ordem seq sequencia resposta',
    ),
  ],
  // Words for people come last, because 'código do cliente' is a code.
  ['nome', words(PESSOAS)],
];
const COMPANHIA = words(
  `${PESSOAS} ` +
    'de do da dos das o a e n no nr num numero cod codigo id identificador nome completo contato principal entrevistado entrevistada ' +
    'respondente participante entrevista questionario pesquisa formulario ficha protocolo coleta realizacao inicio fim termino final ' +
    'data hora horario utc envio submissao resposta arquivo link url audio gravacao time date name ddd com fixo 1 registro caso ' +
    'interview response respondent unico interno ordem',
);

const HORA = words('hora horas horario time');
const DIA = words('data dt date dia datahora carimbo timestamp');
const FIM = words('fim termino final end');

const PREFERIDAS: Partial<Record<PapelDePessoa, readonly RegExp[]>> = {
  identificador: [
    /questionario|entrevista|protocolo|ficha|formulario/,
    /\bid\b|identificador|uuid/,
    /codigo|\bcod\b|registro|caso/,
  ],
  data: [/entrevista|coleta|realizacao/, /^(?:data|dt|date|dia)\b/, /inicio|start/, /carimbo|timestamp/],
  nome: [/nome|name/],
  hora: [/inicio|start/, /entrevista|coleta|realizacao/],
  arquivo: [/arquivo|file/, /audio|gravac/],
};
export function nearness(papel: PapelDePessoa, cabecalho: string): number {
  const plain = normaliseQuote(cabecalho);
  const forms = PREFERIDAS[papel] ?? [];
  const at = forms.findIndex((form) => form.test(plain));
  return at < 0 ? forms.length : at;
}

/** The role that all words of a heading fit; null: none. */
export function roleByWords(cabecalho: string): PapelDePessoa | null {
  // NFKC turns 'nº' into 'no'.
  const all = normaliseQuote(cabecalho.normalize('NFKC')).split(' ').filter(Boolean);
  // 'hora' beside a word for the day means day and hour; alone, the hour, unless the heading is about the end.
  if (all.some((word) => HORA.has(word)) && !all.some((word) => DIA.has(word)))
    return all.every((word) => HORA.has(word) || (COMPANHIA.has(word) && !FIM.has(word))) ? 'hora' : null;
  for (const [papel, decisive] of DECISIVAS) {
    const own = all.filter((word) => decisive.has(word));
    if (own.length > 0) return all.every((word) => decisive.has(word) || COMPANHIA.has(word)) ? papel : null;
  }
  return null;
}

/** True if the cells of an hour column contain full timestamps. */
export const holdsMoments = (cells: readonly string[]): boolean =>
  shareOf(cells, (cell) => momentOf(cell) !== null) >= 0.5;

const shareOf = (cells: readonly string[], is: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length;

export const holdsFiles = (cells: readonly string[]): boolean =>
  shareOf(cells, (cell) => isAudioName(fileOfAddress(cell))) >= 0.6;

const DDD = /^(?:1[1-9]|2[1-478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/u;
function isPhone(cell: string): boolean {
  const digits = cell.replace(/\.0+$/u, '').replace(/\D/gu, '').replace(/^0+/u, '');
  const own = digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits;
  if (/[\p{L}]/u.test(cell) || !DDD.test(own.slice(0, 2))) return false;
  return own.length === 11 ? own[2] === '9' : own.length === 10 && /[2-5]/u.test(own[2] ?? '');
}

const DOCUMENTO = /\b(?:cpf|cnpj|rg|cep|pis|nis|sus|titulo|conta)\b/u;
/** True if the cells of a column with an unknown heading are phones. */
export const holdsPhones = (cabecalho: string, cells: readonly string[]): boolean =>
  !DOCUMENTO.test(normaliseQuote(cabecalho)) && shareOf(cells, isPhone) >= 0.8;

const SIM_NAO = /^(?:sim|nao|s|n|0|1|x|ok|true|false|verdadeiro|falso|autorizou|autorizado)$/u;

/** Reason why cells contradict the heading's role; null: no contradiction. */
export function objection(papel: PapelDePessoa, cells: readonly string[]): string | null {
  if (cells.length === 0) return null;
  const plain = (cell: string) => normaliseQuote(cell);
  switch (papel) {
    case 'arquivo':
      return shareOf(cells, (cell) => SIM_NAO.test(plain(cell))) >= 0.6
        ? 'O cabeçalho fala de gravação, mas as células não contêm nomes de arquivos.'
        : null;
    case 'telefone':
      return shareOf(cells, (cell) => readPhones(cell).length > 0) < 0.5
        ? 'O cabeçalho fala de telefone, mas as células não têm telefones.'
        : null;
    case 'data':
      return shareOf(
        cells,
        (cell) => readName(cell).dias.length > 0 || /\d{1,2}[:h]\d{2}/u.test(cell) || momentOf(cell) !== null,
      ) < 0.5
        ? 'O cabeçalho fala de data, mas as células não têm datas.'
        : null;
    case 'hora':
      return shareOf(cells, saysHour) < 0.5
        ? 'O cabeçalho fala de hora, mas as células não têm horas.'
        : null;
    case 'identificador':
      return new Set(cells.map(plain)).size < cells.length * 0.8
        ? 'Parece um identificador, mas os valores se repetem entre as linhas.'
        : null;
    case 'nome':
      return shareOf(cells, (cell) => /\p{L}{2}/u.test(cell) && !SIM_NAO.test(plain(cell))) < 0.5
        ? 'O cabeçalho fala de nome, mas as células não têm nomes.'
        : null;
    default:
      return null;
  }
}

/** True if 'respondente' or 'entrevistado' cells are numbers, not names. */
export const numbersPeople = (cells: readonly string[]): boolean =>
  shareOf(cells, (cell) => /^\p{L}{0,4}[-_ ]?\d+$/u.test(cell.trim())) >= 0.8;
