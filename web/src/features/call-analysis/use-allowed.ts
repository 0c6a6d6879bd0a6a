import { useCan } from '../../lib/permissions.ts';

/** What the person may do with this call. */
export function useAllowed(): { mayProcess: boolean; mayUpload: boolean; mayErase: boolean } {
  const can = useCan();
  return {
    mayProcess: can('result', 'process'),
    mayUpload: can('audit_item', 'update'),
    mayErase: can('result', 'delete'),
  };
}
