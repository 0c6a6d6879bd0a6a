/** The product's roles (specification 1, §6). */
export const PAPEIS = ['admin', 'gerente', 'usuario'] as const;
export type Papel = (typeof PAPEIS)[number];

export const RESOURCES = [
  'company',
  'user',
  'project',
  'audit',
  'audit_item',
  'result',
  /** Signals of fabrication: interviewers must not see them. */
  'signal',
  'credit',
  'insight_template',
  'processing_config',
  'ticket',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** 'export': downloads a whole data set. */
export const ACTIONS = ['read', 'create', 'update', 'delete', 'process', 'export'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * Rights of the role usuario, granted by a manager and logged. `so_campo` limits the account to its own field work
 * (docs/decisions/0040-field-only.md).
 */
export const DIREITOS = ['so_campo', 'exportar'] as const;
export type Direito = (typeof DIREITOS)[number];
export const DIREITO_LABEL: Record<Direito, string> = { so_campo: 'Só campo', exportar: 'Exportar dados' };
export const DIREITO_DESCRICAO: Record<Direito, string> = {
  so_campo:
    'Só faz entrevistas: vê a página de campo, as próprias entrevistas, as folhas do dia que recebe e os próprios aparelhos. Não vê outros entrevistados, gravações, resultados nem ligações.',
  exportar:
    'Baixa ligações, resultados, gravações e o extrato como arquivos. Cada exportação fica registrada.',
};

/** `manage_all`: every action, in every company of the installation. */
export type ActionFlags = Partial<Record<Action | 'manage_all', boolean>>;
export type UserPermissions = Record<Resource, ActionFlags>;

const ALL: ActionFlags = { read: true, create: true, update: true, delete: true, process: true };
const READ: ActionFlags = { read: true };
const ALL_AND_EXPORT: ActionFlags = { ...ALL, export: true };

/** Permissions of each role, for the API's access control, the returned `userPermissions` and the web's buttons. */
export const PERMISSIONS: Record<Papel, UserPermissions> = {
  admin: Object.fromEntries(
    RESOURCES.map((r) => [r, { ...ALL_AND_EXPORT, manage_all: true }]),
  ) as UserPermissions,
  gerente: {
    company: { read: true, update: true },
    user: { read: true, create: true, update: true, delete: true, export: true },
    project: ALL,
    audit: ALL,
    audit_item: ALL_AND_EXPORT,
    result: ALL_AND_EXPORT,
    signal: ALL,
    credit: { read: true, create: true, export: true },
    insight_template: ALL,
    processing_config: READ,
    ticket: ALL,
  },
  usuario: {
    company: READ,
    user: {},
    project: { read: true, create: true, update: true },
    audit: { read: true, create: true, update: true },
    audit_item: ALL,
    result: { read: true, create: true, update: true, process: true },
    signal: {},
    credit: READ,
    insight_template: ALL,
    processing_config: READ,
    ticket: { read: true, create: true, update: true },
  },
};

/** Permissions of a field-only account, besides contracts whose access has `campo`. */
const FIELD_ONLY: UserPermissions = {
  ...(Object.fromEntries(RESOURCES.map((resource) => [resource, {}])) as UserPermissions),
  company: READ,
  audit_item: { read: true, create: true, update: true },
};

/** True for a usuario whom a manager limited to field work. */
export const isFieldOnly = (papel: Papel, direitos: readonly string[]): boolean =>
  papel === 'usuario' && direitos.includes('so_campo');

const GRANTED: Record<Direito, readonly (readonly [Resource, Action])[]> = {
  so_campo: [],
  exportar: [
    ['audit_item', 'export'],
    ['result', 'export'],
    ['credit', 'export'],
  ],
};

/** Combines the permissions of role and granted rights; unknown rights add nothing. */
export function permissionsOf(papel: Papel, direitos: readonly string[]): UserPermissions {
  if (isFieldOnly(papel, direitos)) return FIELD_ONLY;
  const granted = DIREITOS.filter((direito) => direitos.includes(direito)).flatMap((one) => GRANTED[one]);
  if (granted.length === 0) return PERMISSIONS[papel];
  const permissions = { ...PERMISSIONS[papel] };
  for (const [resource, action] of granted) {
    permissions[resource] = { ...permissions[resource], [action]: true };
  }
  return permissions;
}

/** True if the action's flag is true, or an admin has manage_all for the resource (specification 1, §6). */
export function can(papel: Papel, permissions: UserPermissions, resource: Resource, action: Action): boolean {
  const flags = permissions[resource];
  return (papel === 'admin' && flags.manage_all === true) || flags[action] === true;
}
