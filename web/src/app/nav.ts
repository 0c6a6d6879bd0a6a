/** The sidebar's links, in the order of screens.ts. */
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import {
  type MenuPlace,
  NAV_GROUPS,
  type NavGroup,
  privateScreens,
  type Screen,
  type ScreenLink,
} from './screens.ts';

export const NAV_SECTIONS = ['principal', 'administracao', 'rodape'] as const;

export interface NavItem extends Omit<ScreenLink, 'menu'>, Pick<Screen, 'path'> {
  section: (typeof NAV_SECTIONS)[number];
  /** Group of the administration; absent: the link is above the groups. */
  group?: NavGroup;
  label: string;
}

/**
 * Link of a screen in the menu, without the places where the menu shows it; null: the menu does not show the screen.
 */
export function linkOf({ path, title, link }: Screen): Omit<NavItem, 'section' | 'group'> | null {
  if (!link) return null;
  const { menu: _places, ...rest } = link;
  return { ...rest, path, label: link.label ?? title ?? '' };
}

const groupOf = (place: MenuPlace): NavGroup | undefined => NAV_GROUPS.find((group) => group === place);

/**
 * The menu's links for a role, section by section. A screen with both a place in the administration and a place at the
 * foot of the menu is shown in the administration to administrators, and at the foot to other roles.
 * @param collects true if the person may interview with some questionnaire
 */
export function navFor(papel: Papel, collects: boolean): readonly NavItem[] {
  const isAdmin = papel === 'admin';
  const items = privateScreens.flatMap((screen): NavItem[] => {
    const link = linkOf(screen);
    if (!link || !screen.papeis.includes(papel) || (link.collects && !collects)) return [];
    const places = (screen.link?.menu ?? []).map((place) => {
      const group = groupOf(place);
      const section =
        group || place === 'administracao' ? 'administracao' : (place as 'principal' | 'rodape');
      return { ...link, section, ...(group ? { group } : {}) } as const;
    });
    const hasAdministration = places.some(({ section }) => section === 'administracao');
    return places.filter(
      ({ section }) =>
        section === 'principal' || (section === 'administracao') === (isAdmin && hasAdministration),
    );
  });
  return NAV_SECTIONS.flatMap((section) => items.filter((item) => item.section === section));
}
