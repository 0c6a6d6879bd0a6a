/** The sidebar's links, as the screens' lines place them (screens.ts). */
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
  /** Of the administration; absent: above its groups. */
  group?: NavGroup;
  label: string;
}

/** A screen's link without its places; null: the screen is reached from others only. */
export function linkOf({ path, title, link }: Screen): Omit<NavItem, 'section' | 'group'> | null {
  if (!link) return null;
  const { menu: _places, ...rest } = link;
  return { ...rest, path, label: link.label ?? title ?? '' };
}

const groupOf = (place: MenuPlace): NavGroup | undefined => NAV_GROUPS.find((group) => group === place);

/**
 * The links that a role sees, section after section; `collects`: a questionnaire is open to the person's interviews:
 * those of screens that it may open. What the administration has stands for all others at the foot, where the line says
 * so.
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
