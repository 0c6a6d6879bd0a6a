import type { listRegistros } from '@escuta/shared/contracts/operation/registros';
import { ACAO_LABEL } from '@escuta/shared/domain/log/audit-actions';
import type { Wire } from '../../lib/network/api.ts';

export type Registro = Wire<typeof listRegistros>['data'][number];

const LABELS: Readonly<Record<string, string>> = ACAO_LABEL;

/** Label of an action; an action unknown to this build keeps its code. */
export function acaoLabel(acao: string): string {
  return LABELS[acao] ?? acao;
}

const RECURSOS: Readonly<Record<string, string>> = {
  agente: 'Agente',
  aparelho: 'Aparelho',
  asterisk_config: 'Telefonia',
  auditoria: 'Auditoria',
  auditoria_item: 'Item de auditoria',
  auditoria_preparo: 'Auditoria de pesquisa',
  busca: 'Busca',
  configuracao_processamento: 'Processamento',
  confronto: 'Veredito',
  criterios: 'Relatório de critérios',
  credito_pacote: 'Pacote de créditos',
  credito_pedido: 'Pedido de créditos',
  empresa: 'Empresa',
  entrevista: 'Entrevista',
  exportacao_modelo: 'Modelo de exportação',
  fila: 'Fila',
  filtro: 'Filtro',
  importacao: 'Importação',
  insight: 'Insight',
  insight_template: 'Template de insights',
  item: 'Item de auditoria',
  lead: 'Pedido de demonstração',
  lote_gravacao: 'Gravação de um lote',
  lote_gravacoes: 'Lote de gravações',
  membro: 'Usuário',
  modelo_catalogo: 'Modelo',
  pergunta: 'Pergunta',
  pesquisa: 'Pesquisa',
  preco_catalogo: 'Preço de modelo',
  projeto: 'Projeto',
  questionario: 'Questionário',
  sessao: 'Acesso',
  sinal: 'Sinal',
  tarefa: 'Tarefa',
  teste_template: 'Teste de template',
  ticket: 'Ticket',
  usuario: 'Usuário',
  verificacao: 'Verificação',
};

/** Label of an action's object; an object unknown to this build keeps its code. */
export function recursoLabel(recurso: string): string {
  return RECURSOS[recurso] ?? recurso;
}
