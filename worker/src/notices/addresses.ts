import type { Env } from '@escuta/shared/platform/process/env';
import { publicLink } from '@escuta/shared/services/accounts/public-links';

/** Web pages to which e-mails link, as in web/src/lib/paths.ts; null without PUBLIC_URL. */
export function noticeAddresses(env: Pick<Env, 'PUBLIC_URL'>) {
  const link = (path: string) => publicLink(env, path);
  return {
    painel: link('/dashboard'),
    fila: link('/dashboard/revisao'),
    disparos: link('/dashboard/alertas'),
    criterios: ({ de, ate }: { de: string; ate: string }) =>
      link(`/dashboard/relatorios/criterios?de=${de}&ate=${ate}`),
    avisos: link('/dashboard/profile#avisos'),
    ligacao: (itemId: string) => link(`/dashboard/call-analysis/${itemId}`),
    ligacoes: (projetoId: string, status: string) =>
      link(`/dashboard/projects/${projetoId}/ligacoes?status=${status}`),
    alertas: (regraId: string) => link(`/dashboard/alertas?regra=${regraId}`),
    sinais: link('/dashboard/sinais'),
    verificacoes: (pesquisaId: string) => link(`/dashboard/pesquisas/${pesquisaId}/campo`),
    folha: (dia: string) => link(`/dashboard/campo/folhas/${dia}`),
    tarefa: (id: string) => link(`/dashboard/tarefas?tarefa=${id}`),
  };
}
