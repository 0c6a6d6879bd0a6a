import type { AsteriskConfigWire } from '@escuta/shared/contracts/calls/asterisk-configs';
import type { AsteriskConfigRow } from './repo.ts';

export function presentConfig(row: AsteriskConfigRow): AsteriskConfigWire {
  return {
    id: row.id,
    empresa_id: row.empresa_id,
    name: row.name,
    asterisk_url: row.asterisk_url,
    username: row.username,
    timeout: row.timeout_ms,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
