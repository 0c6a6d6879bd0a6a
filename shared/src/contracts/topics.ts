/**
 * Subjects of answers, so that a change can say which of them it makes stale. A GET names the topic of its answer, every other
 * contract the topics that it touches (contract.ts); the web asks again for the answers of a touched topic.
 */

export type Topic =
  /** Calls and other items: rows, figures, the item itself and its result. */
  | 'itens'
  /** Sums over a company or a project. */
  | 'relatorios'
  | 'resumos'
  | 'auditorias'
  /** Documents beside the questions that were read out of them. */
  | 'documentos'
  /** Audits of the portal while they are prepared. */
  | 'preparos'
  | 'projetos'
  /** Recordings in bulk. */
  | 'lotesGravacao'
  /** The company's pattern for names of recordings. */
  | 'padraoGravacao'
  | 'importacoes'
  | 'pesquisas'
  | 'questionarios'
  | 'agentes'
  /** Devices in the field, and what they may take with them. */
  | 'campo'
  | 'entrevistas'
  /** The field: board, quotas, lists of people, the verification sample. */
  | 'quadro'
  /** The AI's findings and what people said of them. */
  | 'insights'
  | 'revisao'
  /** Heat maps: they fetch what changed by themselves (web/src/domain/survey/map/use-heat-map.ts). */
  | 'mapas'
  /** Cells of the heat map and what they add up to. */
  | 'confrontos'
  /** Signals of fabrication: what changes cells, interviewers or recordings changes them a little later (the worker computes them). */
  | 'sinais'
  | 'filtros'
  | 'notificacoes'
  | 'falhas'
  | 'tarefas'
  /** What was said, as the search finds it. */
  | 'conversas'
  | 'modelosExportacao'
  | 'templates'
  /** The templates of each project. */
  | 'vinculos'
  | 'creditos'
  | 'pacotes'
  | 'empresas'
  | 'pessoas'
  /** The account of the person who is signed in. */
  | 'conta'
  | 'telefonia'
  | 'tickets'
  | 'leads'
  /** The logs of actions and of accesses. */
  | 'registros'
  | 'modelos'
  | 'processamento';

/** A topic that a contract may name as touched: the logs are written by nearly every change, so all changes touch them. */
export type Touched = Exclude<Topic, 'registros'>;

/** Topics that a change of an item touches. */
export const ITEM: readonly Touched[] = ['itens', 'resumos', 'auditorias', 'projetos'];
/** A recording comes, goes or comes back. */
export const RECORDING: readonly Touched[] = [...ITEM, 'falhas', 'entrevistas', 'confrontos'];
/** An item is processed. */
export const RUN: readonly Touched[] = [...RECORDING, 'insights', 'revisao', 'creditos', 'mapas'];
/** An interview goes on, ends or changes hands. */
export const INTERVIEW: readonly Touched[] = [...ITEM, 'entrevistas', 'pesquisas', 'quadro'];
