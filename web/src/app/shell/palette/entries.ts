/** Entries of the command palette that need no server: screens, help, and acts possible from anywhere. */
import type { Papel, Resource, Action as Right } from '@escuta/shared/domain/accounts/permissions';
import { BookOpen, Coins, KeyRound, LifeBuoy, type LucideIcon, PhoneCall, Plus } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { DOC_TOPICS } from '../../../lib/text/doc-topics.ts';
import { linkOf, navFor } from '../../nav.ts';
import { privateScreens } from '../../screens.ts';

export interface Entry {
  label: string;
  synonyms: readonly string[];
  icon: LucideIcon;
  to: string;
  newTab?: boolean;
}

/** Screens that a role may open, with or without a link in the menu. */
export function pagesFor(papel: Papel): readonly Entry[] {
  const beside = privateScreens.filter(({ link, papeis }) => !link?.menu && papeis.includes(papel));
  const pages = new Map(
    [...navFor(papel, true), ...beside.flatMap((screen) => linkOf(screen) ?? [])].map((link) => [
      link.path,
      link,
    ]),
  );
  return [...pages.values()].map(({ label, path, icon, newTab, words = [] }) => ({
    label,
    synonyms: words,
    icon,
    to: path,
    ...(newTab ? { newTab } : {}),
  }));
}

/** An entry for each chapter of the documentation. */
export const HELP: readonly Entry[] = DOC_TOPICS.map(({ id, title }) => ({
  label: title,
  synonyms: ['documentação', 'ajuda', 'manual', 'como'],
  icon: BookOpen,
  to: `${paths.documentacao}#${id}`,
}));

/** Actions that start something. `can`: the right that a person needs. */
export const ACTIONS: readonly (Entry & { can?: readonly [Resource, Right] })[] = [
  {
    label: 'Novo projeto',
    synonyms: ['criar', 'operação'],
    icon: Plus,
    to: paths.novoProjeto,
    can: ['project', 'create'],
  },
  {
    label: 'Registrar uma ligação',
    synonyms: ['nova ligação', 'enviar gravação', 'upload'],
    icon: PhoneCall,
    to: paths.projetos,
    can: ['audit_item', 'create'],
  },
  {
    label: 'Nova pesquisa',
    synonyms: ['criar', 'questionário', 'entrevistas'],
    icon: Plus,
    to: `${paths.novoProjeto}?type=pesquisa`,
    can: ['project', 'create'],
  },
  {
    label: 'Abrir um ticket',
    synonyms: ['suporte', 'novo ticket', 'ajuda', 'chamado'],
    icon: LifeBuoy,
    to: paths.suporte,
    can: ['ticket', 'create'],
  },
  {
    label: 'Comprar créditos',
    synonyms: ['saldo', 'pacotes'],
    icon: Coins,
    to: paths.creditos,
    can: ['credit', 'create'],
  },
  { label: 'Trocar a senha', synonyms: ['alterar'], icon: KeyRound, to: paths.updatePassword },
];
