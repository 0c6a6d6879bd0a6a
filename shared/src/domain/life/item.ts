/**
 * The life of an audit item as a table: state × act → outcome. The services in shared/src/services/items obey the
 * table; `npm run vida` prints it.
 */
import type { ErrorCode } from '../errors.ts';
import type { StatusProcessamento } from '../runs/status.ts';

/** States of an item: four as in `auditoria_itens.status`, others by recording and runs. */
export const ESTADOS_ITEM = [
  'sem_gravacao',
  'gravado',
  'na_fila',
  'processando',
  'concluido',
  'falhou',
  'na_fila_de_novo',
  'processando_de_novo',
  'falhou_de_novo',
  'trocado',
  'na_fila_trocado',
  'processando_trocado',
  'falhou_trocado',
  'removido',
  'apagado',
] as const;
export type EstadoItem = (typeof ESTADOS_ITEM)[number];

export const ATOS_ITEM = [
  'anexar',
  'desvincular',
  'recuperar',
  'excluir',
  'apagar',
  'corrigir',
  'atribuir',
  'processar',
  'regenerar',
  'retirar',
  'concluir',
  'ignorar',
  'falhar',
  'anexar_por_lote',
  'desfazer_lote',
  'desfazer_importacao',
] as const;
export type AtoItem = (typeof ATOS_ITEM)[number];

/** Reasons for which the undo of an import or batch keeps an item, strongest first. */
export const RAZOES_DE_FICAR = [
  'apagada',
  'revisada',
  'processada',
  'gravacao',
  'atribuida',
  'alterada',
] as const;
export type RazaoDeFicar = (typeof RAZOES_DE_FICAR)[number];

export type FatosDoItem = {
  status: StatusProcessamento;
  temGravacao: boolean;
  apagado: boolean;
  aberta: 'na_fila' | 'executando' | null;
  /** `esta`: the result is about the present recording; `outra`: only about a former one; null: no result. */
  analise: 'esta' | 'outra' | null;
};

const BY_ANALYSIS = {
  na_fila: { nenhuma: 'na_fila', esta: 'na_fila_de_novo', outra: 'na_fila_trocado' },
  processando: { nenhuma: 'processando', esta: 'processando_de_novo', outra: 'processando_trocado' },
  falhou: { nenhuma: 'falhou', esta: 'falhou_de_novo', outra: 'falhou_trocado' },
  gravado: { nenhuma: 'gravado', esta: 'concluido', outra: 'trocado' },
} as const;

export function stateOfItem({ status, temGravacao, apagado, aberta, analise }: FatosDoItem): EstadoItem {
  if (apagado) return 'apagado';
  if (aberta === 'na_fila') return BY_ANALYSIS.na_fila[analise ?? 'nenhuma'];
  if (aberta === 'executando') return BY_ANALYSIS.processando[analise ?? 'nenhuma'];
  if (!temGravacao) return analise === null ? 'sem_gravacao' : 'removido';
  return BY_ANALYSIS[status === 'erro' ? 'falhou' : 'gravado'][analise ?? 'nenhuma'];
}

export type DesfechoItem =
  /** The act leads to `para`. `so`: only this role may act, and never an API key. */
  | { para: EstadoItem | 'excluido'; so?: 'gerente' }
  /** The act discards the run, and the item returns to the state that its other runs give. */
  | { para: 'antes' }
  | { recusa: ErrorCode }
  | { fica: RazaoDeFicar }
  /** A batch keeps the recording and tries again. */
  | { espera: ErrorCode }
  | 'nada';

const refused = (recusa: ErrorCode): DesfechoItem => ({ recusa });
const stays = (fica: RazaoDeFicar): DesfechoItem => ({ fica });
const to = (para: EstadoItem | 'excluido' | 'antes'): DesfechoItem => ({ para });
const byManager = (para: EstadoItem): DesfechoItem => ({ para, so: 'gerente' });
const RUNNING = refused('execucao_em_andamento');
const ERASED = refused('dados_apagados');
const NO_SOUND = refused('sem_arquivo');
const HAS_RESULTS = refused('item_com_resultados');

type Linha = Record<AtoItem, DesfechoItem>;

/** Outcomes during an open run, whose recording must not change. */
const underRun = {
  anexar: RUNNING,
  desvincular: RUNNING,
  recuperar: RUNNING,
  excluir: RUNNING,
  apagar: RUNNING,
  processar: RUNNING,
  regenerar: RUNNING,
  anexar_por_lote: { espera: 'execucao_em_andamento' },
  desfazer_lote: stays('processada'),
  desfazer_importacao: stays('processada'),
} as const satisfies Partial<Linha>;

/** The pipeline's acts change nothing without an open run. */
const atRest = { retirar: 'nada', ignorar: 'nada', concluir: 'nada', falhar: 'nada' } as const;

/** Restoring changes nothing before an analysis, because only an analysed item has former recordings. */
const neverAnalysed = { recuperar: 'nada' } as const;

/** After an analysis, only managers change the evidence, and removed evidence is kept for a while. */
const analysed = {
  anexar: byManager('trocado'),
  desvincular: byManager('removido'),
  recuperar: byManager('concluido'),
  excluir: HAS_RESULTS,
  apagar: to('apagado'),
  anexar_por_lote: byManager('trocado'),
  desfazer_importacao: stays('processada'),
} as const satisfies Partial<Linha>;

const asIs = (self: EstadoItem) => ({ corrigir: to(self), atribuir: to(self) });

/**
 * `desfazer_lote` removes the batch's recording. `recuperar` restores a former recording; if that recording has no
 * result, the item becomes 'trocado'. Undo leaves items with verdicts, assignments or corrections as they are
 * (services/items/undo.ts).
 */
export const VIDA_DO_ITEM: Readonly<Record<EstadoItem, Linha>> = {
  sem_gravacao: {
    ...atRest,
    ...neverAnalysed,
    ...asIs('sem_gravacao'),
    anexar: to('gravado'),
    desvincular: NO_SOUND,
    excluir: to('excluido'),
    apagar: to('apagado'),
    processar: NO_SOUND,
    regenerar: NO_SOUND,
    anexar_por_lote: to('gravado'),
    desfazer_lote: 'nada',
    desfazer_importacao: to('excluido'),
  },
  gravado: {
    ...atRest,
    ...neverAnalysed,
    ...asIs('gravado'),
    anexar: to('gravado'),
    desvincular: to('sem_gravacao'),
    excluir: to('excluido'),
    apagar: to('apagado'),
    processar: to('na_fila'),
    regenerar: refused('regra_violada'),
    anexar_por_lote: to('gravado'),
    desfazer_lote: to('sem_gravacao'),
    desfazer_importacao: stays('gravacao'),
  },
  na_fila: {
    ...underRun,
    ...asIs('na_fila'),
    retirar: to('antes'),
    ignorar: 'nada',
    concluir: 'nada',
    falhar: 'nada',
  },
  processando: {
    ...underRun,
    ...asIs('processando'),
    retirar: 'nada',
    ignorar: to('antes'),
    concluir: to('concluido'),
    falhar: to('falhou'),
  },
  concluido: {
    ...atRest,
    ...analysed,
    ...asIs('concluido'),
    processar: to('na_fila_de_novo'),
    regenerar: to('na_fila_de_novo'),
    desfazer_lote: stays('processada'),
  },
  falhou: {
    ...atRest,
    ...neverAnalysed,
    ...asIs('falhou'),
    anexar: to('gravado'),
    desvincular: to('sem_gravacao'),
    excluir: to('excluido'),
    apagar: to('apagado'),
    processar: to('na_fila'),
    regenerar: refused('regra_violada'),
    anexar_por_lote: to('gravado'),
    desfazer_lote: stays('processada'),
    desfazer_importacao: stays('processada'),
  },
  na_fila_de_novo: {
    ...underRun,
    ...asIs('na_fila_de_novo'),
    retirar: to('antes'),
    ignorar: 'nada',
    concluir: 'nada',
    falhar: 'nada',
  },
  processando_de_novo: {
    ...underRun,
    ...asIs('processando_de_novo'),
    retirar: 'nada',
    ignorar: to('antes'),
    concluir: to('concluido'),
    falhar: to('falhou_de_novo'),
  },
  // The earlier analysis stays in force; the status erro tells operators that its repetition failed.
  falhou_de_novo: {
    ...atRest,
    ...analysed,
    ...asIs('falhou_de_novo'),
    processar: to('na_fila_de_novo'),
    regenerar: to('na_fila_de_novo'),
    desfazer_lote: stays('processada'),
  },
  trocado: {
    ...atRest,
    ...analysed,
    ...asIs('trocado'),
    processar: to('na_fila_trocado'),
    regenerar: refused('regra_violada'),
    desfazer_lote: byManager('removido'),
  },
  na_fila_trocado: {
    ...underRun,
    ...asIs('na_fila_trocado'),
    retirar: to('antes'),
    ignorar: 'nada',
    concluir: 'nada',
    falhar: 'nada',
  },
  processando_trocado: {
    ...underRun,
    ...asIs('processando_trocado'),
    retirar: 'nada',
    ignorar: to('antes'),
    concluir: to('concluido'),
    falhar: to('falhou_trocado'),
  },
  falhou_trocado: {
    ...atRest,
    ...analysed,
    ...asIs('falhou_trocado'),
    processar: to('na_fila_trocado'),
    regenerar: refused('regra_violada'),
    desfazer_lote: stays('processada'),
  },
  removido: {
    ...atRest,
    ...analysed,
    ...asIs('removido'),
    desvincular: NO_SOUND,
    processar: NO_SOUND,
    regenerar: NO_SOUND,
    desfazer_lote: 'nada',
  },
  apagado: {
    ...atRest,
    corrigir: ERASED,
    atribuir: 'nada',
    anexar: ERASED,
    desvincular: ERASED,
    recuperar: ERASED,
    excluir: ERASED,
    apagar: ERASED,
    processar: ERASED,
    regenerar: ERASED,
    anexar_por_lote: 'nada',
    desfazer_lote: stays('apagada'),
    desfazer_importacao: stays('apagada'),
  },
};
