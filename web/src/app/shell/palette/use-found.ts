import { listEmpresas } from '@escuta/shared/contracts/accounts/empresas';
import { listTickets } from '@escuta/shared/contracts/accounts/suporte';
import { listUsers } from '@escuta/shared/contracts/accounts/users';
import { searchItens } from '@escuta/shared/contracts/calls/auditoria-items';
import { searchConversas } from '@escuta/shared/contracts/calls/busca';
import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { listPesquisas } from '@escuta/shared/contracts/surveys/pesquisas';
import { listAgentes } from '@escuta/shared/contracts/team/agentes';
import { parseSearch } from '@escuta/shared/domain/filters/search-query';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import {
  Building2,
  ClipboardList,
  FolderOpen,
  Headset,
  LifeBuoy,
  type LucideIcon,
  MapPinned,
  MessageSquareText,
  PhoneCall,
  UserRound,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import { href, paths } from '../../../lib/paths.ts';
import {
  formatClockMs,
  formatDate,
  formatDateTime,
  formatPhone,
  formatStart,
} from '../../../lib/text/format.ts';

export interface Found {
  id: string;
  label: string;
  /** Text that distinguishes entries of the same kind. */
  detail: string;
  to: string;
}

export interface FoundGroup {
  heading: string;
  icon: LucideIcon;
  found: readonly Found[];
}

/** Greatest number of entries of each kind. */
const LIMIT = 5;
/** Greatest number of conversations that contain the typed words. 'Buscar nas conversas…' shows all of them. */
const DITO_LIMIT = 3;
/** Least length of a text searched in conversations, characters: nearly all conversations contain a shorter text. */
const DITO_MIN = 3;
/** Length of the pause in typing after which the request is sent, ms. */
const PAUSE_MS = 180;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Entries that the server finds by the typed words, of the kinds that the person may see. */
export function useFound(
  text: string,
  open: boolean,
): { groups: readonly FoundGroup[]; searching: boolean; failed: boolean } {
  const can = useCan();
  const admin = useRequiredSession().papel === 'admin';
  const leads = useCan()('user', 'read');
  const typed = text.trim();
  const q = usePaused(typed);
  const enabled = open && q.length >= 2;
  const query = { q, limit: LIMIT };
  const calls = useQuery({ ...apiListQuery(searchItens, { query: { q } }), enabled });
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: q ? query : { limit: LIMIT } }),
    enabled: open && (q === '' || enabled),
  });
  const surveys = useQuery({ ...apiListQuery(listPesquisas, { query }), enabled });
  const tickets = useQuery({
    ...apiListQuery(listTickets, { query: { ...query, ...(admin ? { todas: 'true' } : {}) } }),
    enabled: enabled && can('ticket', 'read'),
  });
  const people = useQuery({
    ...apiListQuery(listUsers, { query }),
    enabled: enabled && can('user', 'read'),
  });
  const agents = useQuery({ ...apiListQuery(listAgentes, { query }), enabled });
  const companies = useQuery({ ...apiListQuery(listEmpresas, { query }), enabled: enabled && admin });

  const conversations = apiListQuery(searchConversas, { query: { q, data: 'ligacao' } });
  const said = useQuery({
    ...conversations,
    // The search page caches several pages under this request's key; the palette's single page needs another key.
    queryKey: [...conversations.queryKey, 'paleta'],
    enabled: enabled && q.length >= DITO_MIN && !('erro' in parseSearch(q)) && can('result', 'read'),
    staleTime: 60_000,
  });

  const all = [calls, projects, agents, surveys, tickets, people, companies, said];
  const searching = typed !== q || all.some((one) => one.isFetching);
  const failed = all.some((one) => one.isError);
  if (typed.length === 1) return { groups: [], searching: false, failed };
  const groups: FoundGroup[] = [
    {
      heading: 'Ligações e entrevistas',
      icon: PhoneCall,
      found: (enabled ? (calls.data?.data ?? []) : []).map((call) => ({
        id: call.id,
        label: [call.numero_destino ? formatPhone(call.numero_destino) : 'Sem número', call.nome_entrevistado]
          .filter(Boolean)
          .join(' · '),
        detail: [
          call.protocolo,
          call.projeto_nome,
          formatStart(call.call_start_time ?? call.created_at, call.inicio_precisao),
        ]
          .filter(Boolean)
          .join(' · '),
        to: href(paths.analiseLigacao, { itemId: call.id }),
      })),
    },
    {
      heading: 'Projetos',
      icon: FolderOpen,
      found: (projects.data?.data ?? []).map((projeto) => ({
        id: projeto.id,
        label: projeto.nome,
        detail: admin ? projeto.empresa.nome : '',
        to: href(paths.projeto, { id: projeto.id }),
      })),
    },
    {
      heading: 'Agentes',
      icon: Headset,
      found: (enabled ? (agents.data?.data ?? []) : []).map(({ id, nome, ramais, matricula, ligacoes }) => ({
        id,
        label: nome,
        detail: [
          matricula ? `matrícula ${matricula}` : null,
          ramais.length > 0 ? `ramal ${ramais.slice(0, 3).join(', ')}` : null,
          plural(ligacoes, 'ligação', 'ligações'),
        ]
          .filter(Boolean)
          .join(' · '),
        to: leads ? href(paths.agente, { id }) : `${paths.agentes}?q=${encodeURIComponent(nome)}`,
      })),
    },
    {
      heading: 'Pesquisas',
      icon: ClipboardList,
      found: (enabled ? (surveys.data?.data ?? []) : []).map((pesquisa) => ({
        id: pesquisa.id,
        label: pesquisa.titulo,
        detail: pesquisa.projeto.nome,
        to: href(paths.pesquisa, { id: pesquisa.id }),
      })),
    },
    {
      heading: 'Campo de pesquisas',
      icon: MapPinned,
      found: (enabled && can('project', 'delete') ? (surveys.data?.data ?? []) : []).map((pesquisa) => ({
        id: `campo-${pesquisa.id}`,
        label: `Campo: ${pesquisa.titulo}`,
        detail: pesquisa.projeto.nome,
        to: href(paths.campoDaPesquisa, { id: pesquisa.id }),
      })),
    },
    {
      heading: 'Tickets',
      icon: LifeBuoy,
      found: (enabled ? (tickets.data?.tickets ?? []) : []).map((ticket) => ({
        id: ticket.id,
        label: ticket.titulo,
        detail: formatDateTime(ticket.createdAt),
        to: `${paths.suporte}?ticket=${ticket.id}`,
      })),
    },
    {
      heading: 'Pessoas',
      icon: UserRound,
      found: (enabled ? (people.data?.data ?? []) : []).map((person) => ({
        id: person.id,
        label: person.nome ?? person.email,
        detail: person.nome ? person.email : '',
        to: `${paths.adminUsuarios}?q=${encodeURIComponent(person.email)}`,
      })),
    },
    {
      heading: 'Empresas',
      icon: Building2,
      found: (enabled ? (companies.data?.data ?? []) : []).map((company) => ({
        id: company.id,
        label: company.nome,
        detail: company.cnpj,
        to: href(paths.adminEmpresa, { id: company.id }),
      })),
    },
    {
      heading: 'Falas',
      icon: MessageSquareText,
      // The address contains the second of the recording at which the quote begins.
      found: (enabled ? (said.data?.data.conversas ?? []) : [])
        .slice(0, DITO_LIMIT)
        .flatMap(({ item_id, papel, trechos: [trecho], nome_entrevistado, projeto, quando }) =>
          trecho
            ? {
                id: `${item_id} ${papel}`,
                label: `“${trecho.texto}”`,
                detail: [formatClockMs(trecho.startMs), nome_entrevistado, projeto.nome, formatDate(quando)]
                  .filter(Boolean)
                  .join(' · '),
                to: `${href(paths.analiseLigacao, { itemId: item_id })}?t=${Math.floor(trecho.startMs / 1000)}`,
              }
            : [],
        ),
    },
  ];
  return { groups: groups.filter(({ found }) => found.length > 0), searching, failed };
}
