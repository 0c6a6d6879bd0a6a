import { Link } from 'react-router-dom';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';

/** An agent's name; gerentes and administrators get a link to the agent's page. */
export function AgentLink({
  agente: { id, nome },
  className,
}: {
  agente: { id: string; nome: string | null };
  className?: string;
}) {
  const leads = useCan()('user', 'read');
  if (!leads) return <span className={className}>{nome ?? 'Agente'}</span>;
  return (
    <Link
      to={href(paths.agente, { id })}
      className={cn('focus-ring relative z-10 rounded-sm hover:underline', className)}
    >
      {nome ?? 'Agente'}
    </Link>
  );
}
