/** Column titles of call sheets, as people and programs write them. */
import type { DestinoColuna, OrigemPlanilha } from './fields.ts';

/** Normalises a title for comparison: lower case, no accents, single blanks. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();

/** Column that the file of refused rows adds. */
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
    'start stamp',
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
    'end stamp',
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
    'length in sec',
    'talk sec',
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
  origem: [
    'de',
    'origem da chamada',
    'origem da ligacao',
    'numero de origem',
    'numero origem',
    'telefone origem',
    'telefone de origem',
    'chamador',
    'caller',
    'caller number',
    'calling number',
    'calling party',
    'ani',
    'from no',
    'caller id number',
  ],
  destino: [
    'para',
    'destination number',
    'destino da chamada',
    'destino da ligacao',
    'called party',
    'to no',
  ],
  direcao: [
    'direcao',
    'sentido',
    'direction',
    'call direction',
    'call type',
    'direcao da chamada',
    'direcao da ligacao',
    'sentido da chamada',
    'sentido da ligacao',
    'tipo de chamada',
    'tipo da chamada',
    'tipo chamada',
    'tipo de ligacao',
    'tipo da ligacao',
    'tipo ligacao',
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
    'recording filename',
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
    'call uuid',
    'uuid',
    'xml cdr uuid',
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
  ligacao: ['linkedid', 'linked id'],
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
  situacao: [
    'disposition',
    'call status',
    'status da chamada',
    'status da ligacao',
    'status chamada',
    'status ligacao',
    'situacao da chamada',
    'situacao da ligacao',
  ],
  canal: ['channel', 'src channel', 'canal', 'canal origem', 'canal de origem'],
  canal_destino: ['dstchannel', 'dst channel', 'canal destino', 'canal de destino'],
  contexto: ['dcontext', 'contexto'],
  did: ['did', 'numero did', 'did number'],
  ignorar: ['motivo', 'coluna vazia'],
};

/** Titles of talk time; other durations include ringing. */
const FALADO = new Set([
  ...['billsec', 'talk time', 'talking', 'talk sec'],
  ...['tempo de conversa', 'tempo conversa', 'tempo falado'],
]);
export const isTalkTime = (title: string): boolean => FALADO.has(plainTitle(title));

const POR_TITULO = new Map(
  (Object.entries(SINONIMOS) as [DestinoColuna, readonly string[]][]).flatMap(([destino, titles]) =>
    titles.map((title) => [title, destino] as const),
  ),
);

/** Titles of the caller and of the callee: in a sheet of both directions, either may be the customer. */
const DE = new Set([
  'src',
  'source',
  'origem',
  'numero a',
  'caller id',
  'from',
  'from dn',
  ...SINONIMOS.origem,
]);
const PARA = new Set([
  ...[
    'dst',
    'destination',
    'destino',
    'called',
    'callee',
    'called number',
    'to',
    'numero b',
    'dialed number',
  ],
  ...['numero destino', 'numero de destino', 'telefone destino', 'numero chamado', ...SINONIMOS.destino],
]);
/** Returns the end that a title names, caller ('origem') or callee ('destino'); null for other titles. */
export function endOf(title: string): 'origem' | 'destino' | null {
  const plain = plainTitle(title);
  return DE.has(plain) ? 'origem' : PARA.has(plain) ? 'destino' : null;
}

export const destinationOf = (title: string): DestinoColuna | null =>
  POR_TITULO.get(plainTitle(title)) ?? null;

type Origem = {
  origem: OrigemPlanilha;
  tem: readonly string[];
  colunas: Readonly<Record<string, DestinoColuna>>;
};

/** Each program's columns; further columns become metadata. */
const ORIGENS: readonly Origem[] = [
  {
    origem: 'freepbx',
    tem: ['calldate', 'src', 'dst', 'dcontext', 'billsec', 'uniqueid'],
    colunas: {
      calldate: 'inicio',
      src: 'origem',
      dst: 'destino',
      dcontext: 'contexto',
      dstchannel: 'canal_destino',
      disposition: 'situacao',
      did: 'did',
      linkedid: 'ligacao',
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
      source: 'origem',
      destination: 'destino',
      duration: 'duracao',
      uniqueid: 'unique_id',
      linkedid: 'ligacao',
      'src channel': 'canal',
      'dst channel': 'canal_destino',
      'call direction': 'direcao',
      status: 'situacao',
      did: 'did',
      recording: 'arquivo',
      'recording file': 'arquivo',
    },
  },
  {
    origem: '3cx',
    tem: ['call time', 'status', 'ringing', 'talking'],
    colunas: {
      'call time': 'inicio',
      'caller id': 'origem',
      from: 'origem',
      destination: 'destino',
      to: 'destino',
      direction: 'direcao',
      status: 'situacao',
      talking: 'duracao',
      'call id': 'unique_id',
      ringing: 'metadado',
      totals: 'ignorar',
      cost: 'ignorar',
    },
  },
  {
    // The call records of 3CX itself (CDR output fields), not its report.
    origem: '3cx',
    tem: ['historyid', 'callid', 'time start', 'from no', 'to no'],
    colunas: {
      historyid: 'ligacao',
      callid: 'unique_id',
      'time start': 'inicio',
      'time end': 'fim',
      duration: 'duracao',
      'from no': 'origem',
      'to no': 'destino',
      'to type': 'contexto',
    },
  },
  {
    origem: 'vicidial',
    tem: ['call date', 'phone number dialed', 'full name', 'lead id', 'length in sec'],
    colunas: {
      'call date': 'inicio',
      'phone number dialed': 'numero',
      'full name': 'agente',
      'length in sec': 'duracao',
      'recording filename': 'arquivo',
      uniqueid: 'unique_id',
    },
  },
  {
    origem: 'vonix',
    tem: ['callid', 'fila', 'agente', 'ramal', 'origem', 'destino'],
    colunas: {
      callid: 'unique_id',
      agente: 'agente',
      ramal: 'ramal',
      origem: 'origem',
      destino: 'destino',
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
      direction: 'direcao',
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

/** Asterisk's Master.csv has no heading (cdr_csv.c): sixteen columns, then configured ones. */
const COLUNAS_ASTERISK = [
  ...['accountcode', 'src', 'dst', 'dcontext', 'clid', 'channel', 'dstchannel', 'lastapp', 'lastdata'],
  ...['start', 'answer', 'end', 'duration', 'billsec', 'disposition', 'amaflags'],
] as const;
const NOVAS_ASTERISK = ['peeraccount', 'linkedid', 'sequence'] as const;
export const LARGURA_ASTERISK = { min: COLUNAS_ASTERISK.length, max: COLUNAS_ASTERISK.length + 5 } as const;
const ASTERISK: Readonly<Record<string, DestinoColuna>> = {
  src: 'origem',
  dst: 'destino',
  dcontext: 'contexto',
  channel: 'canal',
  dstchannel: 'canal_destino',
  lastapp: 'ignorar',
  lastdata: 'ignorar',
  start: 'inicio',
  answer: 'ignorar',
  end: 'fim',
  duration: 'ignorar',
  billsec: 'duracao',
  disposition: 'situacao',
  amaflags: 'ignorar',
  uniqueid: 'unique_id',
  linkedid: 'ligacao',
};

/** '1763980000.01', optionally after a server name. */
const UNIQUEID = /^(?:\S+-)?\d{9,10}\.\d+$/u;

/** Names a Master.csv row's columns: sixteen fixed titles, then uniqueid, userfield and newer ones. */
export function asteriskTitles(celulas: readonly string[]): string[] {
  const more = celulas.slice(COLUNAS_ASTERISK.length);
  const newer = more.length >= NOVAS_ASTERISK.length ? NOVAS_ASTERISK : [];
  const own = more.length - newer.length;
  const named =
    own === 1 && !UNIQUEID.test(more[0] ?? '') ? ['userfield'] : ['uniqueid', 'userfield'].slice(0, own);
  return [...COLUNAS_ASTERISK, ...named, ...newer];
}

export const AVISO_ASTERISK =
  'O Master.csv do Asterisk não traz o linkedid: as pernas "Local/…;2" foram unidas à ligação pelo canal; outras pernas da mesma ligação continuam linhas separadas.';

export const asteriskColumns = (titulos: readonly string[]): DestinoColuna[] =>
  titulos.map((name) => ASTERISK[name] ?? 'metadado');

/** Returns the program with these titles, and each column's meaning; null if the program is unknown. */
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

/** Fields newer than some remembered mappings, which treat every telephony call as outgoing. */
const NOVOS: ReadonlySet<DestinoColuna> = new Set([
  ...(['origem', 'destino', 'direcao', 'ligacao', 'situacao', 'canal_destino', 'contexto', 'did'] as const),
]);
const ANTES: ReadonlySet<DestinoColuna> = new Set(['numero', 'ramal', 'metadado', 'ignorar']);

/** Updates an old mapping, without directions, that took the caller as extension and the callee as number. */
export function withDirections(
  lembradas: readonly DestinoColuna[],
  titulos: readonly string[],
  origem: OrigemPlanilha | null,
): DestinoColuna[] {
  const known = origem === 'asterisk' ? asteriskColumns(titulos) : knownSheet(titulos)?.colunas;
  if (!known) return [...lembradas];
  return lembradas.map((before, index) => {
    const now = known[index];
    return now !== undefined && NOVOS.has(now) && ANTES.has(before) ? now : before;
  });
}

/** Returns the key of a remembered mapping: the heading without MOTIVO. */
export const headerKey = (titles: readonly string[]): string => {
  const plain = titles.map(plainTitle);
  while (plain.length > 0 && (plain.at(-1) === '' || plain.at(-1) === plainTitle(MOTIVO))) plain.pop();
  return JSON.stringify(plain);
};
