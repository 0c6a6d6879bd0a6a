import { getProfile } from '@escuta/shared/contracts/accounts/users';
import {
  type Action,
  can,
  PERMISSIONS,
  type Resource,
  type UserPermissions,
} from '@escuta/shared/domain/accounts/permissions';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from './query.ts';
import { isPapel, useRequiredSession } from './session.ts';

/**
 * True if the user may do something: `const may = useCan(); may('project', 'delete')`. Reads the profile's
 * `userPermissions`; until they arrive, reads this build's table (the same as the API's), so that no button comes late.
 */
export function useCan(): (resource: Resource, action: Action) => boolean {
  const { papel } = useRequiredSession();
  const { data } = useQuery(apiQuery(getProfile));
  return (resource, action) => {
    if (!isPapel(papel)) return false;
    const permissions: UserPermissions = data?.data.userPermissions ?? PERMISSIONS[papel];
    return can(papel, permissions, resource, action);
  };
}
