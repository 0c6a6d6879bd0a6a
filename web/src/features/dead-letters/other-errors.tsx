import { getDashboard } from '@escuta/shared/contracts/insights/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';

/** Failed items of the last 30 days by project, in the queue or not; at most the five projects with most failures. */
export function OtherErrors() {
  const { data } = useQuery({
    ...apiQuery(getDashboard),
    select: (answer) => answer.data.alertas?.erros ?? null,
  });
  if (!data || data.n === 0) return null;
  const onlyCalls = data.projetos.every(({ tipo_projeto }) => tipo_projeto === 'call_center');
  return (
    <p className="max-w-3xl text-muted-foreground text-sm">
      {onlyCalls ? 'Ligações da sua empresa registradas' : 'Itens da sua empresa registrados'} nos últimos 30
      dias que terminaram com erro, mesmo fora desta fila:{' '}
      {data.projetos.map(({ id, nome, tipo_projeto, n }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Link
            to={
              tipo_projeto === 'call_center'
                ? `${href(paths.ligacoes, { projectId: id })}?status=erro&de=${data.desde}`
                : href(paths.projeto, { id })
            }
            className="focus-ring rounded-sm text-primary-text underline underline-offset-4"
          >
            {nome} ({formatNumber(n)})
          </Link>
        </span>
      ))}
      .
    </p>
  );
}
