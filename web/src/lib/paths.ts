/** Every path of the product (specification 1, §2.1). app/screens.ts registers the screen of each path. */
export const paths = {
  home: '/',
  auth: '/auth',
  register: '/register',
  updatePassword: '/update-password',
  privacidade: '/politica-de-privacidade',
  termos: '/termos-de-uso',
  verificar: '/verificar',
  /** Public page of a moment of a call, opened by a link; the link's secret follows '#'. */
  momento: '/momento',
  /** Page opened by a link in a mail: asks first, then stops the mails of this kind; the link's secret follows '#'. */
  descadastro: '/descadastro',
  auditoriaPortal: '/auditoria',
  /** An audit in the portal: its uploads, the progress of the reading, its result. */
  auditoriaPreparo: '/auditoria/:preparoId',
  entrevista: '/entrevista/:questionarioId',
  /** Home page of the interview runner. */
  campo: '/entrevista/inicio',
  dashboard: '/dashboard',
  /** The person's own interviews; home page of a field-only account. */
  meuCampo: '/dashboard/campo',
  /** The person's own work sheet of a day. */
  minhaFolha: '/dashboard/campo/folhas/:dia',
  creditos: '/dashboard/credits',
  perfil: '/dashboard/profile',
  callcenter: '/dashboard/callcenter',
  projetos: '/dashboard/projects',
  novoProjeto: '/dashboard/projects/new',
  projeto: '/dashboard/projects/:id',
  ligacoes: '/dashboard/projects/:projectId/ligacoes',
  todasLigacoes: '/dashboard/ligacoes',
  relatorios: '/dashboard/relatorios',
  relatorio: '/dashboard/relatorios/:aba',
  /** List of the providers' answers, with the cost of each. */
  linhasDeCusto: '/dashboard/relatorios/custos/linhas',
  /** Random samples of a project's calls. */
  sorteios: '/dashboard/projects/:projectId/sorteios',
  /** Upload of many recordings for a project's calls. */
  gravacoes: '/dashboard/projects/:id/gravacoes',
  /** Imports of calls into a project; the second path is a single import, in any state. */
  importar: '/dashboard/projects/:projectId/importar',
  importacao: '/dashboard/projects/:projectId/importar/:importacaoId',
  analiseLigacao: '/dashboard/call-analysis/:itemId',
  /** The call analysis without a call's id: the page only says that the id is missing. */
  analiseSemItem: '/dashboard/call-analysis',
  resultadosAuditoria: '/dashboard/projects/:id/auditorias/:auditoriaId',
  pesquisas: '/dashboard/pesquisas',
  novaPesquisa: '/dashboard/pesquisas/nova',
  pesquisa: '/dashboard/pesquisas/:id',
  campoDaPesquisa: '/dashboard/pesquisas/:id/campo',
  /** Signals of fabrication in a survey; the second path shows the signals that are assigned to the person. */
  sinaisDaPesquisa: '/dashboard/pesquisas/:id/sinais',
  sinais: '/dashboard/sinais',
  /** The company's agents, who speak in interviews or in calls. */
  agentes: '/dashboard/agentes',
  /** An agent's page: score, criteria, moments to listen to, feedback. */
  agente: '/dashboard/agentes/:id',
  /** Former address of the agents. */
  entrevistadores: '/dashboard/entrevistadores',
  aparelhos: '/dashboard/aparelhos',
  auditoria: '/dashboard/audits/:id',
  suporte: '/dashboard/suporte',
  documentacao: '/dashboard/documentacao',
  templatesInsights: '/dashboard/templates-insights',
  revisao: '/dashboard/revisao',
  /** Search for words in all conversations. */
  busca: '/dashboard/busca',
  alertas: '/dashboard/alertas',
  /** Long-running tasks of the worker. */
  tarefas: '/dashboard/tarefas',
  admin: '/admin',
  adminEmpresas: '/admin/empresas',
  adminEmpresa: '/admin/empresas/:id/edit',
  adminUsuarios: '/admin/users',
  adminProjetos: '/admin/projects',
  adminAuditorias: '/admin/audits',
  adminLeads: '/admin/leads',
  adminPacotes: '/admin/pacotes',
  adminRegistros: '/admin/registros',
  /** Logs of actions and accesses in the person's own company. */
  registros: '/dashboard/registros',
  adminProcessamento: '/admin/processing-control',
  adminFalhas: '/admin/falhas',
  /** Opens the queue board, which the API serves itself. */
  adminFilas: '/admin/filas',
  adminModelos: '/admin/modelos',
  /** The stages at which interviews wait. */
  adminOnde: '/admin/onde',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** A path with its parameters filled in: `href(paths.projeto, { id })`. */
export function href<P extends Path>(
  path: P,
  ...args: [Names<P>] extends [never] ? [] : [Record<Names<P>, string>]
): string {
  const values: Record<string, string> = args[0] ?? {};
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
}
