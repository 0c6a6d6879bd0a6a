import { Link } from 'react-router-dom';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';

/** An agent's name. For leaders it leads to the agent's page. */
export function AgentLink({
  agente,
  className,
}: {
  agente: { id: string; nome: string };
  className?: string;
}) {
  const leads = useCan()('user', 'read');
  if (!leads) return <span className={className}>{agente.nome}</span>;
  return (
    <Link
      to={href(paths.agente, { id: agente.id })}
      className={cn('focus-ring relative z-10 rounded-sm hover:underline', className)}
    >
      {agente.nome}
    </Link>
  );
}
