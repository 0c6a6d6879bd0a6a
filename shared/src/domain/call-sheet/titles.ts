/** What the columns of call sheets are called, by people and by programs. */
import type { DestinoColuna, OrigemPlanilha } from './fields.ts';

/** A title as it is compared: small letters without accents, words with one blank between. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();

/** The column that the refused rows of an import come back with. */
export const MOTIVO = 'Motivo';

const SINONIMOS: Record<Exclude<DestinoColuna, 'metadado'>, readonly string[]> = {
  inicio: [
    'inicio',
    'data inicio',
    'data hora inicio',
    'data e hora inicio',
    'inicio da ligacao',
    'inicio da chamada',
    'inicio chamada',
    'hora inicio',
    'data hora',
    'data e hora',
    'data hora da ligacao',
    'data hora da chamada',
    'data da ligacao',
    'data da chamada',
    'call start time',
    'start time',
    'starttime',
    'start',
    'call time',
    'calldate',
    'call date',
    'datetime',
    'date time',
    'timestamp',
    'time start',
    'inicio atendimento',
    'data de inicio',
    'horario de inicio',
    'horario inicio',
    'datahora',
    'dthr inicio',
    'data inicial',
  ],
  dia: ['data', 'dia', 'date', 'data ligacao', 'data chamada', 'dt ligacao', 'data atendimento'],
  hora: [
    'hora',
    'horario',
    'time',
    'hora da ligacao',
    'hora da chamada',
    'hora ligacao',
    'hora chamada',
    'hora inicial',
  ],
  fim: [
    'fim',
    'data fim',
    'data hora fim',
    'data e hora fim',
    'fim da ligacao',
    'fim da chamada',
    'fim chamada',
    'hora fim',
    'termino',
    'call end time',
    'end time',
    'endtime',
    'end',
    'time end',
    'data de termino',
    'horario de fim',
    'horario fim',
    'data final',
    'encerramento',
    'data termino',
    'data hora termino',
  ],
  duracao: [
    'duracao',
    'duracao da ligacao',
    'duracao da chamada',
    'duracao chamada',
    'duracao ligacao',
    'tempo',
    'tempo total',
    'tempo de conversa',
    'tempo de ligacao',
    'tempo de atendimento',
    'tempo conversa',
    'tempo falado',
    'duration',
    'call duration',
    'billsec',
    'talk time',
    'talking',
    'duracao s',
    'segundos',
    'duracao segundos',
    'duracao em segundos',
    'tma',
  ],
  numero: [
    'numero',
    'telefone',
    'numero destino',
    'numero de destino',
    'destino',
    'numero discado',
    'numero chamado',
    'numero do cliente',
    'numero cliente',
    'telefone do cliente',
    'telefone cliente',
    'telefone destino',
    'telefone entrevistado',
    'fone',
    'celular',
    'dst',
    'destination',
    'dnis',
    'called',
    'callee',
    'called number',
    'dialed number',
    'numero telefone',
    'to',
    'remote',
    'contato',
    'telefone contato',
    'telefone de contato',
    'numero do telefone',
    'phone',
    'phone number',
    'numero b',
  ],
  ramal: [
    'ramal',
    'ramal origem',
    'ramal de origem',
    'extensao',
    'extension',
    'ramal do agente',
    'ramal agente',
    'ramal do operador',
    'ramal operador',
    'ramal atendente',
    'src',
    'source',
    'cnum',
    'pa',
    'posicao',
    'caller id',
    'from',
    'from dn',
    'numero a',
    'origem',
  ],
  agente: [
    'agente',
    'operador',
    'atendente',
    'nome do agente',
    'nome agente',
    'nome do operador',
    'nome operador',
    'nome do atendente',
    'nome atendente',
    'agent',
    'agent name',
    'operadora',
    'usuario',
    'user',
    'users',
    'colaborador',
    'vendedor',
    'consultor',
    'teleoperador',
    'analista',
    'agentes',
  ],
  nome: [
    'nome',
    'cliente',
    'nome do cliente',
    'nome cliente',
    'nome entrevistado',
    'nome do entrevistado',
    'entrevistado',
    'contato nome',
    'nome do contato',
    'nome contato',
    'customer',
    'customer name',
    'nome completo',
  ],
  arquivo: [
    'arquivo',
    'gravacao',
    'arquivo da gravacao',
    'arquivo gravacao',
    'nome do arquivo',
    'nome arquivo',
    'asterisk filename',
    'filename',
    'file',
    'recordingfile',
    'recording file',
    'recording',
    'audio',
    'arquivo de audio',
    'arquivo audio',
    'link da gravacao',
  ],
  unique_id: [
    'unique id',
    'uniqueid',
    'id da ligacao',
    'id da chamada',
    'id chamada',
    'id ligacao',
    'call id',
    'callid',
    'conversation id',
    'protocolo',
    'codigo chamada',
    'codigo da chamada',
    'identificador',
    'interaction id',
    'historyid',
    'history id',
    'id unico',
  ],
  observacoes: [
    'observacoes',
    'observacao',
    'obs',
    'comentario',
    'comentarios',
    'notas',
    'anotacoes',
    'notes',
    'descricao',
  ],
  canal: ['channel', 'src channel', 'canal', 'canal origem', 'canal de origem'],
  ignorar: ['motivo', 'coluna vazia'],
};

const POR_TITULO = new Map(
  (Object.entries(SINONIMOS) as [DestinoColuna, readonly string[]][]).flatMap(([destino, titles]) =>
    titles.map((title) => [title, destino] as const),
  ),
);

/** What a column of that title is; null: nothing that we know. */
export const destinationOf = (title: string): DestinoColuna | null =>
  POR_TITULO.get(plainTitle(title)) ?? null;

type Origem = {
  origem: OrigemPlanilha;
  /** All of these titles stand there. */
  tem: readonly string[];
  colunas: Readonly<Record<string, DestinoColuna>>;
};

/** What each program's columns are. What is not named here becomes metadata. */
const ORIGENS: readonly Origem[] = [
  {
    origem: 'freepbx',
    tem: ['calldate', 'src', 'dst', 'dcontext', 'billsec', 'uniqueid'],
    colunas: {
      calldate: 'inicio',
      src: 'ramal',
      dst: 'numero',
      duration: 'metadado',
      billsec: 'duracao',
      uniqueid: 'unique_id',
      recordingfile: 'arquivo',
      channel: 'canal',
      cnum: 'ignorar',
      cnam: 'metadado',
      amaflags: 'ignorar',
      userfield: 'metadado',
      start: 'ignorar',
      end: 'fim',
      answer: 'ignorar',
    },
  },
  {
    origem: 'issabel',
    tem: ['date', 'source', 'destination', 'src channel', 'status', 'duration'],
    colunas: {
      date: 'inicio',
      source: 'ramal',
      destination: 'numero',
      duration: 'duracao',
      uniqueid: 'unique_id',
      'src channel': 'canal',
      recording: 'arquivo',
      'recording file': 'arquivo',
    },
  },
  {
    origem: '3cx',
    tem: ['call time', 'status', 'ringing', 'talking'],
    colunas: {
      'call time': 'inicio',
      'caller id': 'ramal',
      from: 'ramal',
      destination: 'numero',
      to: 'numero',
      talking: 'duracao',
      'call id': 'unique_id',
      ringing: 'metadado',
      totals: 'ignorar',
      cost: 'ignorar',
    },
  },
  {
    origem: 'vonix',
    tem: ['callid', 'fila', 'agente', 'ramal', 'origem', 'destino'],
    colunas: {
      callid: 'unique_id',
      agente: 'agente',
      ramal: 'ramal',
      origem: 'metadado',
      destino: 'numero',
      data: 'dia',
      hora: 'hora',
      inicio: 'inicio',
      'data hora': 'inicio',
      duracao: 'duracao',
      'tempo de conversa': 'duracao',
      gravacao: 'arquivo',
      fila: 'metadado',
    },
  },
  {
    origem: 'genesys',
    tem: ['conversation id', 'users', 'remote', 'date', 'duration'],
    colunas: {
      'conversation id': 'unique_id',
      users: 'agente',
      remote: 'numero',
      date: 'inicio',
      duration: 'duracao',
      'end date': 'fim',
      ani: 'metadado',
      dnis: 'metadado',
      queue: 'metadado',
      'full export completed': 'ignorar',
      'partial result timestamp': 'ignorar',
      filters: 'ignorar',
      'media type': 'metadado',
    },
  },
];

/** Asterisk's Master.csv: eighteen columns, no heading (cdr_csv.c). */
export const COLUNAS_ASTERISK = [
  'accountcode',
  'src',
  'dst',
  'dcontext',
  'clid',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'start',
  'answer',
  'end',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'uniqueid',
  'userfield',
] as const;
const ASTERISK: Readonly<Record<string, DestinoColuna>> = {
  accountcode: 'metadado',
  src: 'ramal',
  dst: 'numero',
  dcontext: 'metadado',
  clid: 'metadado',
  channel: 'canal',
  dstchannel: 'metadado',
  lastapp: 'ignorar',
  lastdata: 'ignorar',
  start: 'inicio',
  answer: 'ignorar',
  end: 'fim',
  duration: 'ignorar',
  billsec: 'duracao',
  disposition: 'metadado',
  amaflags: 'ignorar',
  uniqueid: 'unique_id',
  userfield: 'metadado',
};
export const AVISO_ASTERISK =
  'O Master.csv do Asterisk não traz o linkedid: as pernas "Local/…;2" foram juntadas à sua ligação pelo canal; outras pernas da mesma ligação continuam linhas separadas.';

export const asteriskColumns = (): DestinoColuna[] =>
  COLUNAS_ASTERISK.map((name) => ASTERISK[name] ?? 'metadado');

/** The program that made a sheet with these titles, and what each column is; null: none that we know. */
export function knownSheet(
  titles: readonly string[],
): { origem: OrigemPlanilha; colunas: DestinoColuna[] } | null {
  const plain = titles.map(plainTitle);
  const found = ORIGENS.find(({ tem }) => tem.every((title) => plain.includes(title)));
  if (!found) return null;
  const taken = new Set<DestinoColuna>();
  const colunas = plain.map((title): DestinoColuna => {
    if (title === plainTitle(MOTIVO) || title === '') return 'ignorar';
    const destino = found.colunas[title] ?? 'metadado';
    if (destino === 'metadado' || destino === 'ignorar') return destino;
    if (taken.has(destino)) return 'metadado';
    taken.add(destino);
    return destino;
  });
  return { origem: found.origem, colunas };
}

/** Titles as a remembered mapping is found by: the refused rows that come back are the same sheet. */
export const headerKey = (titles: readonly string[]): string => {
  const plain = titles.map(plainTitle);
  while (plain.length > 0 && (plain.at(-1) === '' || plain.at(-1) === plainTitle(MOTIVO))) plain.pop();
  return JSON.stringify(plain);
};
