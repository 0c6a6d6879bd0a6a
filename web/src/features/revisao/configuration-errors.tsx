import type { ErroDeConfiguracaoWire } from '@escuta/shared/contracts/insights/insights';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Settings2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCan } from '../../lib/network/permissions.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';

/** Address where a configuration error is corrected: for missing parameters the project's row, else the templates. */
const mendPath = ({ codigo, projeto, empresaId }: ErroDeConfiguracaoWire) => {
  const search = new URLSearchParams({ empresa: empresaId });
  if (codigo === 'parametros') {
    search.set('aba', 'projetos');
    search.set('q', projeto.nome);
    search.set('projeto', projeto.id);
  }
  return `/dashboard/templates-insights?${search}`;
};

/**
 * A card for each template that a project's configuration makes unusable, with the number of calls analysed without it.
 */
export function ConfigurationErrors({ erros }: { erros: readonly ErroDeConfiguracaoWire[] }) {
  const mayMend = useCan()('insight_template', 'update');
  if (erros.length === 0) return null;
  return (
    <ul aria-label="Erros de configuração" className="grid gap-2">
      {erros.map((erro) => (
        <li
          key={`${erro.projeto.id}:${erro.template.id}:${erro.codigo}`}
          className="flex flex-col gap-3 rounded-xl border border-warning-text/30 bg-warning-soft p-3.5 sm:flex-row sm:items-center"
        >
          <Settings2 className="size-5 shrink-0 text-warning-text max-sm:hidden" aria-hidden="true" />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="break-words font-medium text-sm">
              {erro.codigo === 'parametros' ? 'Configuração incompleta' : 'Template inválido'}
              {`: “${erro.template.nome}” em ${erro.projeto.nome}`}
            </p>
            <p className="break-words text-sm text-warning-text">
              {erro.codigo === 'parametros'
                ? `${erro.faltando.length === 1 ? 'Parâmetro' : 'Parâmetros'} sem valor: ${erro.faltando.join(', ')}.`
                : 'Os critérios são inválidos: edite o template.'}{' '}
              {plural(erro.processamentos, 'processamento ficou', 'processamentos ficaram')} sem este insight
              desde {formatDate(erro.desde)}.
            </p>
          </div>
          {mayMend ? (
            <Button asChild variant="outline" size="sm" className="shrink-0">
              <Link
                to={mendPath(erro)}
                aria-label={`Corrigir a configuração de ${erro.template.nome} em ${erro.projeto.nome}`}
              >
                Corrigir
              </Link>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
