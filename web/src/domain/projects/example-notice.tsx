import { deleteProjeto } from '@escuta/shared/contracts/operation/projetos';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';

const WORDS = {
  ligacao: {
    text: 'Este é o exemplo: uma ligação fictícia que não entra nos números da empresa, não usa créditos e não aparece na fila de revisão. O projeto não recebe ligações suas.',
    removal:
      'O projeto, a ligação de exemplo e os templates feitos para ela são excluídos. Os dados da sua empresa não mudam, e o exemplo pode ser aberto de novo pelos Primeiros passos.',
    after: paths.dashboard,
  },
  pesquisa: {
    text: 'Esta é a pesquisa de exemplo: entrevistas fictícias, já auditadas, que não entram nos números da empresa e não usam créditos. Ela não recebe entrevistas suas.',
    removal:
      'O projeto, a pesquisa de exemplo e as entrevistas dela são excluídos. Os dados da sua empresa não mudam, e o exemplo pode ser aberto de novo em Pesquisas.',
    after: paths.pesquisas,
  },
} as const;

/** Explains an example project, and offers to remove the project. */
export function ExampleNotice({ projetoId, kind }: { projetoId: string; kind: keyof typeof WORDS }) {
  const can = useCan();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { text, removal, after } = WORDS[kind];
  const { run } = useApiMutation(deleteProjeto, {
    done: 'Exemplo excluído.',
    failed: 'Erro ao excluir o exemplo',
    onDone: () => navigate(after, { replace: true }),
  });
  return (
    <Notice variant="info" icon={<Info aria-hidden="true" />} className="rounded-xl border px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-52 flex-1">{text}</p>
        {can('project', 'delete') ? (
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            Excluir exemplo
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Excluir o exemplo?"
        description={removal}
        confirmLabel="Excluir exemplo"
        destructive
        onConfirm={() => run({ params: { id: projetoId } })}
      />
    </Notice>
  );
}
