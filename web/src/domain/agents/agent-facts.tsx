import { AgentLink } from './agent-link.tsx';

/** A line of facts of a call, its agent first; a fact that is not known is left out. */
export function AgentFacts({
  agente,
  facts,
}: {
  agente: { id: string; nome: string | null } | null | undefined;
  facts: readonly (string | null | undefined | false)[];
}) {
  const said = facts.filter(Boolean).join(' · ');
  return (
    <>
      {agente ? <AgentLink agente={agente} /> : null}
      {agente && said ? ' · ' : ''}
      {said}
    </>
  );
}
