/** The sidebar's links in the specification's order and words (specification 1, §2.5). */
import type { Papel } from '@escuta/shared/domain/permissions';
import {
  Boxes,
  Building2,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Coins,
  FolderInput,
  FolderKanban,
  Headphones,
  Headset,
  House,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  ListTodo,
  type LucideIcon,
  MapPin,
  Package,
  ScrollText,
  Search,
  Settings,
  SlidersHorizontal,
  Sparkles,
  SquareKanban,
  TriangleAlert,
  Users,
} from 'lucide-react';
import { type Path, paths } from '../lib/paths.ts';
import { privateScreens, type Screen } from './screens.ts';

export type NavSection = 'principal' | 'administracao' | 'rodape';

/** The two halves of the administrator's work, under 'ADMINISTRAÇÃO'; each folds. */
export const NAV_GROUPS = ['Clientes', 'Operação'] as const;
export type NavGroup = (typeof NAV_GROUPS)[number];

export interface NavItem {
  section: NavSection;
  /** Of the administration; absent: above its groups. */
  group?: NavGroup;
  label: string;
  path: Path;
  icon: LucideIcon;
  /** Active only on the very path, not below it. */
  exact?: boolean;
  /** Paths beside its own on which it is lit. */
  also?: readonly Path[];
  /** Only for these roles, where the screen lets others in who have another link to it. */
  papeis?: readonly Papel[];
  /** Opens in a tab of its own. */
  newTab?: boolean;
}

function inGroup(group: NavGroup, items: readonly Omit<NavItem, 'section' | 'group'>[]): readonly NavItem[] {
  return items.map((item) => ({ ...item, section: 'administracao', group }));
}

/** All links of the product. Those whose screen is not registered yet are not shown. */
export const NAV: readonly NavItem[] = [
  { section: 'principal', label: 'Início', path: paths.dashboard, icon: House, exact: true },
  {
    section: 'principal',
    label: 'Call Center',
    path: paths.projetos,
    icon: Headphones,
    also: [paths.callcenter],
  },
  {
    section: 'principal',
    label: 'Pesquisas',
    path: paths.pesquisas,
    icon: ClipboardList,
    also: [paths.aparelhos, paths.sinais],
  },
  {
    section: 'principal',
    label: 'Relatórios',
    path: paths.relatorios,
    icon: ChartColumn,
    also: [paths.todasLigacoes],
  },
  // Of calls as of interviews: who manages a call center looks for them beside its reports.
  { section: 'principal', label: 'Agentes', path: paths.agentes, icon: Headset },
  { section: 'principal', label: 'Enviar auditoria', path: paths.auditoriaPortal, icon: FolderInput },
  { section: 'principal', label: 'Créditos', path: paths.creditos, icon: Coins },
  { section: 'principal', label: 'Templates Insights', path: paths.templatesInsights, icon: Sparkles },
  { section: 'principal', label: 'Fila de Revisão', path: paths.revisao, icon: ClipboardCheck },
  { section: 'principal', label: 'Busca', path: paths.busca, icon: Search },
  { section: 'principal', label: 'Suporte', path: paths.suporte, icon: LifeBuoy },
  { section: 'administracao', label: 'Painel Admin', path: paths.admin, icon: LayoutDashboard, exact: true },
  ...inGroup('Clientes', [
    { label: 'Empresas', path: paths.adminEmpresas, icon: Building2 },
    { label: 'Usuários', path: paths.adminUsuarios, icon: Users },
    { label: 'Todos os Projetos', path: paths.adminProjetos, icon: FolderKanban },
    { label: 'Todas as Auditorias', path: paths.adminAuditorias, icon: ListChecks },
    { label: 'Leads', path: paths.adminLeads, icon: Inbox },
    { label: 'Pacotes de Créditos', path: paths.adminPacotes, icon: Package },
  ]),
  ...inGroup('Operação', [
    { label: 'Controle de Processamento', path: paths.adminProcessamento, icon: SlidersHorizontal },
    { label: 'Fila de Falhas', path: paths.adminFalhas, icon: TriangleAlert },
    { label: 'Tarefas', path: paths.tarefas, icon: ListTodo },
    { label: 'Filas', path: paths.adminFilas, icon: SquareKanban, newTab: true },
    { label: 'Onde está?', path: paths.adminOnde, icon: MapPin },
    { label: 'Modelos', path: paths.adminModelos, icon: Boxes },
    { label: 'Registro de Ações', path: paths.adminRegistros, icon: ScrollText },
  ]),
  { section: 'rodape', label: 'Usuários', path: paths.adminUsuarios, icon: Users, papeis: ['gerente'] },
  { section: 'rodape', label: 'Registros', path: paths.registros, icon: ScrollText, papeis: ['gerente'] },
  {
    section: 'rodape',
    label: 'Fila de Falhas',
    path: paths.adminFalhas,
    icon: TriangleAlert,
    papeis: ['gerente'],
  },
  {
    section: 'rodape',
    label: 'Tarefas',
    path: paths.tarefas,
    icon: ListTodo,
    papeis: ['gerente', 'usuario'],
  },
  { section: 'rodape', label: 'Configurações', path: paths.perfil, icon: Settings },
];

/** The links that a role sees: only screens that exist and that it may open; the admin section only for admins. */
export function navFor(papel: Papel, screens: readonly Screen[] = privateScreens): readonly NavItem[] {
  return NAV.filter((item) => {
    if (item.section === 'administracao' && papel !== 'admin') return false;
    if (item.papeis && !item.papeis.includes(papel)) return false;
    return screens.some((screen) => screen.path === item.path && screen.papeis.includes(papel));
  });
}
