/** Orders of lists, named after columns; a suffix (`_z`, `_menos`) reverses an order. */

/** The first order is the default. */
export const ORDENS_AGENTE = [
  'nome',
  'nome_z',
  'ramal',
  'ramal_z',
  'ligacoes',
  'ligacoes_menos',
  'entrevistas',
  'entrevistas_menos',
  'situacao',
  'situacao_z',
  'acesso',
  'acesso_z',
] as const;
export type OrdemAgente = (typeof ORDENS_AGENTE)[number];

/** 'recente' is the default. All except 'recente' and 'antiga' sort at most ORDEM_LIMITE rows. */
export const ORDENS_ENTREVISTA = [
  'recente',
  'antiga',
  'realizada',
  'realizada_antiga',
  'entrevistado',
  'entrevistado_z',
  'entrevistador',
  'entrevistador_z',
  'situacao',
  'situacao_z',
  'revisao',
  'revisao_z',
  'gravacao',
  'gravacao_z',
  'divergencias',
  'divergencias_menos',
] as const;
export type OrdemEntrevista = (typeof ORDENS_ENTREVISTA)[number];
/** True if the order sorts at most ORDEM_LIMITE interviews. */
export const isLimitedInterviewOrder = (ordem: OrdemEntrevista): boolean =>
  ordem !== 'recente' && ordem !== 'antiga';

/** The first order is the default. All others sort the whole queue, up to FILA_LIMITE insights. */
export const ORDENS_FILA = [
  'urgencia',
  'ligacao',
  'ligacao_antiga',
  'agente',
  'agente_z',
  'pontuacao',
  'pontuacao_maior',
  'confianca',
  'confianca_maior',
  'template',
  'template_z',
  'projeto',
  'projeto_z',
  'espera',
  'espera_menor',
  'responsavel',
  'responsavel_z',
  'prazo',
  'prazo_longe',
] as const;
export type OrdemFila = (typeof ORDENS_FILA)[number];
