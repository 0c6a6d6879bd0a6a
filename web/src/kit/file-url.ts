import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallArgs, callFile, type Endpoint } from '../lib/network/api.ts';

/**
 * A local address, for an `<img>`, of a file that the API keeps and that never changes; null until the file is loaded.
 */
export function useFileUrl<E extends Endpoint>(
  endpoint: E,
  ...args: CallArgs<E>
): { url: string | null; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['arquivo', endpoint.id, args],
    queryFn: () => callFile(endpoint, ...args),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string | null>(null);
  const blob = data?.blob;
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return { url, error };
}
