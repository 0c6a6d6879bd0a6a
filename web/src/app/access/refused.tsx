import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { papelLabel } from '../../lib/network/papeis.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Replaces a screen that the person's role may not open; names the reason and the roles that may open it. */
export function RoleRefusal({ papeis }: { papeis: readonly string[] }) {
  const who = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(
    papeis.map((papel) => papelLabel(papel).toLowerCase()),
  );
  return (
    <>
      <PageHeader title="Acesso Negado" />
      <EmptyState
        icon={<Lock />}
        title="Seu papel não dá acesso a esta página"
        description={`A página exige o papel de ${who}. Se você precisa dela, fale com o gerente da sua empresa.`}
        action={
          <Button asChild>
            <Link to={paths.dashboard}>Voltar ao início</Link>
          </Button>
        }
      />
    </>
  );
}
