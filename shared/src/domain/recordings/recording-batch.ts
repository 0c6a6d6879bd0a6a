/** Recordings that come in many at once for calls that stand already: from their coming in to their being attached (docs/decisions/0027-recordings-in-bulk.md). */

/** A folder's files one after the other in one upload, or one archive (.zip, .rar). */
export const ORIGENS_LOTE = ['pasta', 'arquivo'] as const;
export type OrigemLote = (typeof ORIGENS_LOTE)[number];

/**
 * - enviando: its bytes come in;
 * - lendo: a task unpacks, measures and matches them;
 * - pronto: a person looks at what was matched, corrects and confirms;
 * - anexando: confirmed; a task attaches;
 * - concluido: all of it was attached, or says why not;
 * - desfazendo, desfeito: somebody takes back what was attached and not processed since;
 * - falhou: it cannot be read (`motivo`);
 * - cancelado: given up by a person, or nobody went on with it; its files are gone.
 */
export const ESTADOS_LOTE = [
  'enviando',
  'lendo',
  'pronto',
  'anexando',
  'concluido',
  'desfazendo',
  'desfeito',
  'falhou',
  'cancelado',
] as const;
export type EstadoLote = (typeof ESTADOS_LOTE)[number];

export const ESTADO_LOTE_LABEL: Record<EstadoLote, string> = {
  enviando: 'Enviando',
  lendo: 'Em leitura',
  pronto: 'Aguarda conferência',
  anexando: 'Anexando',
  concluido: 'Concluído',
  desfazendo: 'Desfazendo',
  desfeito: 'Desfeito',
  falhou: 'Com problema',
  cancelado: 'Cancelado',
};

/** Nothing of it was attached: it may be given up. */
export const LOTE_ABERTO = ['enviando', 'lendo', 'pronto', 'falhou'] as const satisfies readonly EstadoLote[];
export const isOpenBatch = (estado: EstadoLote): boolean => LOTE_ABERTO.some((open) => open === estado);

/** Batches that a company may have open at once. */
export const LOTES_ABERTOS_MAX = 10;
/** How long one is kept that nobody goes on with, days after the last act; and how long it may be undone after it was confirmed. */
export const LOTE_GUARDA_DIAS = 7;
export const LOTE_DESFAZ_DIAS = 30;

const GB = 1024 ** 3;
/** What one batch holds at most: bytes as they come in, and files. */
export const LIMITES_LOTE = { bytes: 10 * GB, arquivos: 20_000, nome: 255 } as const;

/**
 * What stands of a recording of a batch.
 * - a_ler: its bytes were not looked at yet; recusada: it cannot be used (`motivo`);
 * - pareada: it goes to a call; ja_tem: it would, but the call has a recording; substituir: a person says that it takes its place;
 * - ambigua: several calls could be meant, or several recordings one call; orfa: none; repetida: the same bytes stand elsewhere already;
 * - criar: a call is made for it; descartada: a person leaves it out;
 * - anexada, falhou (`motivo`): what became of it; desfeita: it was detached again.
 */
export const SITUACOES_GRAVACAO_LOTE = [
  'a_ler',
  'recusada',
  'pareada',
  'ja_tem',
  'substituir',
  'ambigua',
  'orfa',
  'repetida',
  'criar',
  'descartada',
  'anexada',
  'falhou',
  'desfeita',
] as const;
export type SituacaoGravacaoLote = (typeof SITUACOES_GRAVACAO_LOTE)[number];

/** A person has to say what becomes of these before anything is attached. */
export const SITUACOES_A_DECIDIR = [
  'ambigua',
  'orfa',
  'ja_tem',
] as const satisfies readonly SituacaoGravacaoLote[];
/** These are attached once a person confirms. */
export const SITUACOES_A_ANEXAR = [
  'pareada',
  'substituir',
  'criar',
] as const satisfies readonly SituacaoGravacaoLote[];

export const SITUACAO_GRAVACAO_LOTE_LABEL: Record<SituacaoGravacaoLote, string> = {
  a_ler: 'A ler',
  recusada: 'Não pode ser usada',
  pareada: 'Com ligação',
  ja_tem: 'Ligação já tem gravação',
  substituir: 'Substitui a gravação',
  ambigua: 'Selecione a ligação',
  orfa: 'Sem ligação',
  repetida: 'Repetida',
  criar: 'Cria a ligação',
  descartada: 'Descartada',
  anexada: 'Anexada',
  falhou: 'Não anexada',
  desfeita: 'Desfeita',
};

/** What says of which call a recording is. */
export const REGRAS_GRAVACAO = [
  'arquivo',
  'unique_id',
  'numero_momento',
  'ramal_momento',
  'agente_momento',
  'pessoa',
] as const;
export type RegraGravacao = (typeof REGRAS_GRAVACAO)[number];

export const REGRA_GRAVACAO_LABEL: Record<RegraGravacao, string> = {
  arquivo: 'Nome da gravação na telefonia',
  unique_id: 'Identificador da ligação no nome',
  numero_momento: 'Número e horário no nome',
  ramal_momento: 'Ramal e horário no nome',
  agente_momento: 'Agente e horário no nome',
  pessoa: 'Selecionada por uma pessoa',
};

/** What is said where recordings have no call. */
export const semLigacao = (n: number): string =>
  n === 1
    ? '1 gravação não corresponde a nenhuma ligação: selecione, crie ou descarte.'
    : `${n} gravações não correspondem a nenhuma ligação: selecione, crie ou descarte.`;
