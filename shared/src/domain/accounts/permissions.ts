/** The three roles of the product (specification 1, §6). */
export const PAPEIS = ['admin', 'gerente', 'usuario'] as const;
export type Papel = (typeof PAPEIS)[number];

export const RESOURCES = [
  'company',
  'user',
  'project',
  'audit',
  'audit_item',
  'result',
  /** Signals of fabrication: never the interviewers' peers'. */
  'signal',
  'credit',
  'insight_template',
  'processing_config',
  'ticket',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** 'export': to take a whole set of data out of the product, as a file. */
export const ACTIONS = ['read', 'create', 'update', 'delete', 'process', 'export'] as const;
export type Action = (typeof ACTIONS)[number];

/** What a person may be given beyond their role, each grant by a manager and in the audit log. */
export const DIREITOS = ['exportar'] as const;
export type Direito = (typeof DIREITOS)[number];
export const DIREITO_LABEL: Record<Direito, string> = { exportar: 'Exportar dados' };
export const DIREITO_DESCRICAO: Record<Direito, string> = {
  exportar:
    'Baixa ligações, resultados, gravações e o extrato como arquivos. Cada exportação fica registrada.',
};

/** What a role may do with a resource. `manage_all`: in every company of the installation. */
export type ActionFlags = Partial<Record<Action | 'manage_all', boolean>>;
export type UserPermissions = Record<Resource, ActionFlags>;

const ALL: ActionFlags = { read: true, create: true, update: true, delete: true, process: true };
const READ: ActionFlags = { read: true };
const ALL_AND_EXPORT: ActionFlags = { ...ALL, export: true };

/**
 * The one permission table: the API's access control, the `userPermissions` it returns and the buttons that the web
 * shows all read it. A change here changes all three.
 */
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

/** What each right adds to whatever the role may. */
const GRANTED: Record<Direito, readonly (readonly [Resource, Action])[]> = {
  exportar: [
    ['audit_item', 'export'],
    ['result', 'export'],
    ['credit', 'export'],
  ],
};

/** What somebody with a role and these rights may do. A right that this version does not know adds nothing. */
export function permissionsOf(papel: Papel, direitos: readonly string[]): UserPermissions {
  const granted = DIREITOS.filter((direito) => direitos.includes(direito)).flatMap((one) => GRANTED[one]);
  if (granted.length === 0) return PERMISSIONS[papel];
  const permissions = { ...PERMISSIONS[papel] };
  for (const [resource, action] of granted) {
    permissions[resource] = { ...permissions[resource], [action]: true };
  }
  return permissions;
}

/**
 * Specification 1, §6: an action is allowed if the role is admin and the resource has manage_all, or if the explicit
 * flag for that action is true.
 */
export function can(papel: Papel, permissions: UserPermissions, resource: Resource, action: Action): boolean {
  const flags = permissions[resource];
  return (papel === 'admin' && flags.manage_all === true) || flags[action] === true;
}
