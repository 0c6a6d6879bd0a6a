/**
 * Acts on an intake: files arrive, a task reads them, a person confirms, a task creates the results, an undo removes
 * the results. Each kind of intake lists the states that permit an act, and the messages that refuse an act.
 */
import {
  ESTADO_PREPARO_LABEL,
  type EstadoPreparo,
  PREPARO_ABERTO,
  PREPARO_GUARDA_DIAS,
  PREPAROS_ABERTOS_MAX,
} from '../audit-preparation.ts';
import { ESTADO_IMPORTACAO_LABEL, type EstadoImportacao, IMPORTACAO_ABERTA } from '../call-sheet/fields.ts';
import { LIMITES_IMPORTACAO } from '../call-sheet/limits.ts';
import type { AcaoRegistrada } from '../log/audit-actions.ts';
import {
  ESTADO_LOTE_LABEL,
  type EstadoLote,
  LOTE_ABERTO,
  LOTE_DESFAZ_DIAS,
  LOTE_GUARDA_DIAS,
  LOTES_ABERTOS_MAX,
} from '../recordings/recording-batch.ts';
import type { TipoProjeto } from '../runs/status.ts';

/** importacao: sheet of calls; lote: recordings for existing calls; preparo: the audit portal's four files. */
export type StagedKind = 'importacao' | 'lote' | 'preparo';

export type Acts<Estado extends string> = {
  labels: Readonly<Record<Estado, string>>;
  /** States without results, in which an intake can be cancelled. */
  open: readonly Estado[];
  givenUp: Estado;
  /** States in which a task works, each with the next state if the task ends without a result. */
  worked: Readonly<Partial<Record<Estado, Estado>>>;
  /** Maximum open intakes of a company; null: no limit. */
  room: { max: number; none: string } | null;
  /** Days from a person's last act to deletion; null: acts do not postpone the deletion. */
  keepDays: number | null;
  /** Number of days after completion during which an undo is possible; null: an undo is never possible. */
  undo: { days: number; over: string } | null;
  /** Permitted target projects, and refusals of others. `example`: refusal of an example project. */
  target: { types: readonly TipoProjeto[]; otherType: string; inactive: string; example: string };
  /** Messages that refuse an act, by the intake's state. */
  notNow: Readonly<Partial<Record<Estado, string>>>;
  notNowElse: (label: string) => string;
  notFound: string;
  /** Refusal of an id already used with other content. */
  otherData: string;
  /** Refusal of an act on an outdated version. */
  changed: string;
  log: { recurso: string; givenUp: AcaoRegistrada };
};

const importacao: Acts<EstadoImportacao> = {
  labels: ESTADO_IMPORTACAO_LABEL,
  open: [...IMPORTACAO_ABERTA, 'falhou'],
  givenUp: 'cancelada',
  worked: { lendo: 'falhou', simulando: 'mapear', importando: 'interrompida', desfazendo: 'concluida' },
  room: null,
  keepDays: null,
  undo: {
    days: LIMITES_IMPORTACAO.desfazDias,
    over: 'O prazo de 30 dias para desfazer esta importação já passou.',
  },
  target: {
    types: ['call_center'],
    otherType: 'Esta página é apenas para projetos de Call Center.',
    inactive: 'Este projeto está inativo e não recebe novas ligações.',
    example: 'O projeto de exemplo não recebe ligações. Crie um projeto para as ligações da sua empresa.',
  },
  notNow: {
    enviando: 'O arquivo desta importação ainda está sendo enviado. Aguarde o fim do envio.',
    lendo: 'O arquivo desta importação está sendo lido agora. Aguarde o fim da leitura.',
    simulando: 'A simulação está em andamento. Aguarde o fim dela.',
    importando: 'A importação está em andamento. Aguarde o fim dela, ou interrompa a importação em Tarefas.',
    desfazendo: 'Esta importação está sendo desfeita.',
    cancelada: 'Esta importação foi cancelada.',
    falhou: 'O arquivo desta importação não pôde ser lido: envie outro.',
  },
  notNowElse: (label) => `A situação desta importação é “${label}”, e esta ação não é mais possível.`,
  notFound: 'Importação não encontrada.',
  otherData: 'Já há uma importação com este id, mas com outros dados.',
  changed: 'Esta importação mudou depois que você a abriu. Confira a simulação de novo.',
  log: { recurso: 'importacao', givenUp: 'importacao_cancelada' },
};

const lote: Acts<EstadoLote> = {
  labels: ESTADO_LOTE_LABEL,
  open: LOTE_ABERTO,
  givenUp: 'cancelado',
  worked: { lendo: 'falhou', anexando: 'anexando', desfazendo: 'desfazendo' },
  room: {
    max: LOTES_ABERTOS_MAX,
    none: `Já há ${LOTES_ABERTOS_MAX} lotes de gravações abertos: confirme ou cancele algum antes de começar outro.`,
  },
  keepDays: LOTE_GUARDA_DIAS,
  undo: {
    days: LOTE_DESFAZ_DIAS,
    over: `O prazo de ${LOTE_DESFAZ_DIAS} dias para desfazer este envio já passou.`,
  },
  target: {
    types: ['call_center', 'auditoria'],
    otherType:
      'Projetos de pesquisa não recebem ligações: envie as gravações de entrevistas em “Enviar auditoria”.',
    inactive: 'Este projeto está inativo e não recebe gravações.',
    example: 'O projeto de exemplo não recebe gravações.',
  },
  notNow: {
    enviando: 'As gravações deste lote ainda estão sendo enviadas. Aguarde o fim do envio.',
    lendo: 'As gravações deste lote estão sendo lidas agora. Aguarde o fim da leitura.',
    falhou: 'Este lote não pôde ser lido: use “Ler de novo”, ou cancele o lote e envie outro.',
    cancelado: 'Este lote foi cancelado.',
  },
  notNowElse: (label) => `Este lote já foi confirmado (${label.toLowerCase()}) e não pode mais ser alterado.`,
  notFound: 'Lote de gravações não encontrado.',
  otherData: 'Já há um lote com este id, mas com outros dados.',
  changed: 'Outra pessoa corrigiu este lote durante a sua conferência. Veja como ficou e tente de novo.',
  log: { recurso: 'lote_gravacoes', givenUp: 'lote_gravacoes_cancelado' },
};

const preparo: Acts<EstadoPreparo> = {
  labels: ESTADO_PREPARO_LABEL,
  open: PREPARO_ABERTO,
  givenUp: 'cancelado',
  worked: { analisando: 'falhou', criando: 'criando' },
  room: {
    max: PREPAROS_ABERTOS_MAX,
    none: `Já há ${PREPAROS_ABERTOS_MAX} auditorias em preparo: confirme ou cancele alguma antes de começar outra.`,
  },
  keepDays: PREPARO_GUARDA_DIAS,
  undo: null,
  target: {
    types: ['pesquisa', 'auditoria'],
    otherType: 'Este projeto é de call center: selecione um projeto de pesquisa ou de auditoria.',
    inactive: 'Este projeto está inativo e não recebe novas auditorias.',
    example: 'O projeto de exemplo não recebe auditorias. Crie um projeto para as auditorias da sua empresa.',
  },
  notNow: {
    enviando: 'Os arquivos desta auditoria ainda estão sendo enviados. Aguarde o fim do envio.',
    analisando: 'Os arquivos desta auditoria estão sendo lidos agora. Aguarde o fim da leitura.',
    falhou: 'A leitura desta auditoria não terminou: troque o arquivo com problema, ou use “Ler de novo”.',
    cancelado: 'Esta auditoria foi cancelada.',
  },
  notNowElse: (label) =>
    `Esta auditoria já foi confirmada (${label.toLowerCase()}) e não pode mais ser alterada.`,
  notFound: 'Auditoria em preparo não encontrada.',
  otherData: 'Já há uma auditoria em preparo com este id, mas com outros dados.',
  changed:
    'Outra pessoa corrigiu esta auditoria durante a sua conferência. Veja como ficou e confirme de novo.',
  log: { recurso: 'auditoria_preparo', givenUp: 'preparo_cancelado' },
};

export const ACTS: Readonly<Record<StagedKind, Acts<string>>> = { importacao, lote, preparo };
