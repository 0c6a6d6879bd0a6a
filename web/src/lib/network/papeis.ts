const PAPEL_LABEL: Readonly<Record<string, string>> = {
  admin: 'Administrador',
  gerente: 'Gerente',
  usuario: 'Usuário',
};

/** Label of a role; a role unknown to this build keeps its code. */
export function papelLabel(papel: string): string {
  return PAPEL_LABEL[papel] ?? papel;
}
