/** The landing page's anchored sections, in the order of the navigation (specification 1, §2.2). */
export const NAV_SECTIONS = [
  { id: 'inicio', label: 'Início' },
  { id: 'como-funciona', label: 'Como funciona' },
  { id: 'planos', label: 'Planos' },
  { id: 'beneficios', label: 'Benefícios' },
] as const;

/** A section to which only the footer links. */
export const CONTACT_SECTION = { id: 'contato', label: 'Contato' } as const;
