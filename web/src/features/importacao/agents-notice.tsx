import { simulateImportacao } from '@escuta/shared/contracts/calls/importacoes';
import { type AgenteNovo, plannedAgents } from '@escuta/shared/domain/call-sheet/agents';
import type { Contagens } from '@escuta/shared/domain/call-sheet/fields';
import { enumerate, plural } from '@escuta/shared/domain/text/in-words';
import { Link } from 'react-router-dom';
import { usePutStaged } from '../../domain/intake/use-staged.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { IMPORTACAO } from './intake.tsx';
import { savedMapping } from './mapping-draft.ts';
import { createdAgents, type Detalhe } from './words.ts';

/** Agents that a dry run found missing and that the import will not create; null if there are none. */
export function missingAgents({ mapeamento, simulacao }: Detalhe): AgenteNovo[] | null {
  if (!simulacao || mapeamento?.criar_agentes || simulacao.sem_agente === 0) return null;
  const planned = plannedAgents(simulacao);
  return planned.length > 0 ? planned : null;
}

const SHOWN = 10;

/** The agents' names as a list in words: 'Ana Lima (2001), João e mais 10'. */
function namesOf(agents: readonly AgenteNovo[]): string {
  const shown = agents
    .slice(0, SHOWN)
    .map(({ nome, ramais }) =>
      ramais.length === 0 || nome === `Ramal ${ramais[0]}` ? nome : `${nome} (${ramais.join(', ')})`,
    );
  const more = agents.length - shown.length;
  return enumerate(more > 0 ? [...shown, `mais ${formatNumber(more)}`] : shown);
}

interface AgentsNoticeProps {
  importacao: Detalhe;
  contagens: Contagens;
  simulada: boolean;
}

/** The agents of a sheet: missing agents, with a button that lets the import create them; or created agents. */
export function AgentsNotice({ importacao, contagens, simulada }: AgentsNoticeProps) {
  const mayCreate = useCan()('audit_item', 'create');
  const put = usePutStaged(IMPORTACAO);
  const { attempt, busy } = useApiMutation(simulateImportacao, {
    failed: 'Não foi possível simular',
    onDone: put,
  });
  const ask = (criar_agentes: boolean): void =>
    void attempt({
      params: { id: importacao.id },
      body: { mapeamento: { ...savedMapping(importacao), criar_agentes } },
    });
  const missing = simulada ? missingAgents(importacao) : null;
  if (missing) {
    const ofExtensions = contagens.agentes_novos.length === 0;
    return (
      <Notice variant="info">
        <p>
          {plural(contagens.sem_agente, 'ligação fica', 'ligações ficam')} sem agente: {namesOf(missing)}{' '}
          ainda não {missing.length === 1 ? 'tem' : 'têm'} cadastro.
        </p>
        {mayCreate ? (
          <Button variant="outline" size="sm" className="mt-2" loading={busy} onClick={() => ask(true)}>
            Criar {plural(missing.length, 'agente', 'agentes')}
            {ofExtensions
              ? missing.length === 1
                ? ' a partir do ramal'
                : ' a partir dos ramais'
              : ' a partir da planilha'}
          </Button>
        ) : null}
      </Notice>
    );
  }
  if (simulada) {
    const planned = importacao.mapeamento?.criar_agentes ? plannedAgents(contagens) : [];
    if (planned.length === 0) return null;
    return (
      <Notice variant="info">
        A importação vai criar {plural(planned.length, 'agente', 'agentes')}: {namesOf(planned)}.{' '}
        {mayCreate ? (
          <Button variant="link" size="inline" disabled={busy} onClick={() => ask(false)}>
            Não criar
          </Button>
        ) : null}
      </Notice>
    );
  }
  const created = createdAgents(importacao);
  if (created.length > 0) {
    return (
      <Notice variant="info">
        {plural(created.length, 'agente criado', 'agentes criados')}: {namesOf(created)}.{' '}
        <Link className="underline" to={href(paths.agentes)}>
          Ver agentes
        </Link>
      </Notice>
    );
  }
  return contagens.sem_agente > 0 ? (
    <Notice variant="info">
      {plural(contagens.sem_agente, 'ligação ficou', 'ligações ficaram')} sem agente
      {contagens.agentes_novos.length > 0 ? ', só com o nome que está na planilha' : ''}.{' '}
      {contagens.ramais_sem_agente?.length ? (
        <>
          Depois que um ramal for cadastrado em{' '}
          <Link className="underline" to={href(paths.agentes)}>
            Agentes
          </Link>
          , as ligações desse ramal passam ao agente.
        </>
      ) : null}
    </Notice>
  ) : null;
}
