/** Name of each role on screen. */
const PAPEL_LABEL: Readonly<Record<string, string>> = {
  admin: 'Administrador',
  gerente: 'Gerente',
  usuario: 'Usuário',
};

/** A role's name for people; a role that this build does not know keeps its own. */
export function papelLabel(papel: string): string {
  return PAPEL_LABEL[papel] ?? papel;
}
