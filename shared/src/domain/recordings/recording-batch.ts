/** Batches of recordings for existing calls, from upload to attachment (docs/decisions/0027-recordings-in-bulk.md). */

/** A folder's files concatenated in one upload, or an archive (.zip, .rar). */
export const ORIGENS_LOTE = ['pasta', 'arquivo'] as const;
export type OrigemLote = (typeof ORIGENS_LOTE)[number];

/**
 * States of a batch:
 * - enviando: uploading;
 * - lendo: a task unpacks, measures and matches;
 * - pronto: a person checks, corrects and confirms;
 * - anexando: a task attaches;
 * - concluido: every recording is attached or has a reason;
 * - desfazendo, desfeito: unprocessed attachments are undone;
 * - falhou: unreadable (`motivo`);
 * - cancelado: cancelled or expired; its files are deleted.
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

/** States without attachments, in which cancelling is possible. */
export const LOTE_ABERTO = ['enviando', 'lendo', 'pronto', 'falhou'] as const satisfies readonly EstadoLote[];

export const LOTES_ABERTOS_MAX = 10;
/** Days until an abandoned batch is deleted, and days in which a confirmed batch can be undone. */
export const LOTE_GUARDA_DIAS = 7;
export const LOTE_DESFAZ_DIAS = 30;

const GB = 1024 ** 3;
export const LIMITES_LOTE = { bytes: 10 * GB, arquivos: 20_000, nome: 255 } as const;

/**
 * States of a recording in a batch:
 * - a_ler: not examined; recusada: unusable (`motivo`);
 * - pareada: matched to a call; ja_tem: the call has a recording; substituir: a person chose to replace that recording;
 * - ambigua: several calls, or several recordings for a call; orfa: no call; repetida: duplicate bytes;
 * - criar: a call will be created; descartada: a person left the recording out;
 * - anexada, falhou (`motivo`): the result; desfeita: detached again.
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

export const SITUACOES_A_DECIDIR = [
  'ambigua',
  'orfa',
  'ja_tem',
] as const satisfies readonly SituacaoGravacaoLote[];
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
  pessoa: 'Selecionada manualmente',
};

export const semLigacao = (n: number): string =>
  n === 1
    ? '1 gravação não corresponde a nenhuma ligação: selecione ou crie a ligação, ou descarte a gravação.'
    : `${n} gravações não correspondem a nenhuma ligação: selecione ou crie a ligação de cada uma, ou descarte as gravações.`;
