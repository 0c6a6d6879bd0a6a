import { getProfile } from '@escuta/shared/contracts/accounts/users';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { UnsavedGate } from '../kit/form/unsaved-gate.tsx';
import { listenToEvents } from '../lib/network/events.ts';
import { apiQuery, createQueryClient } from '../lib/network/query.ts';
import { session, useRequiredSession } from '../lib/network/session.ts';
import { staleKeys, staleSummaries } from '../lib/network/stale.ts';
import { TermsDialog } from './access/terms-dialog.tsx';
import { SessionNotices } from './session-notices.tsx';

/** Events within this time (ms) cause a single round of requests: a run's end alone changes item, run and credits. */
const COALESCE_MS = 50;
/** Least time between two rounds of requests during a stream of events, as from a batch that is processed, ms. */
const ROUND_EVERY_MS = 1000;
/** Least time between two requests for the sums, ms, because every finished call of a batch changes the sums. */
const SUMMARY_MS = 2000;

function useLiveInvalidation(client: QueryClient): void {
  useEffect(() => {
    const pending = new Map<string, readonly unknown[]>();
    const summaries = new Map<string, readonly unknown[]>();
    let everything = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let summaryTimer: ReturnType<typeof setTimeout> | null = null;
    // A monotonic time, because a clock that is set back would delay the next round.
    let lastRound = Number.NEGATIVE_INFINITY;
    const plan = (): void => {
      timer ??= setTimeout(flush, Math.max(COALESCE_MS, lastRound + ROUND_EVERY_MS - performance.now()));
    };
    const flush = (): void => {
      timer = null;
      lastRound = performance.now();
      if (everything) void client.invalidateQueries();
      else for (const queryKey of pending.values()) void client.invalidateQueries({ queryKey });
      everything = false;
      pending.clear();
    };
    const flushSummaries = (): void => {
      summaryTimer = null;
      for (const queryKey of summaries.values()) void client.invalidateQueries({ queryKey });
      summaries.clear();
    };
    const stop = listenToEvents({
      onEvent(event: LiveEvent) {
        for (const key of staleKeys(event)) pending.set(JSON.stringify(key), key);
        for (const key of staleSummaries(event)) summaries.set(JSON.stringify(key), key);
        plan();
        if (summaries.size > 0) summaryTimer ??= setTimeout(flushSummaries, SUMMARY_MS);
      },
      onGap() {
        everything = true;
        plan();
      },
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
      if (summaryTimer) clearTimeout(summaryTimer);
    };
  }, [client]);
}

function LiveEvents() {
  useLiveInvalidation(useQueryClient());
  return null;
}

/**
 * Runs on every signed-in screen: listens to live events, and stores the profile's company and field-only limit in the
 * session.
 */
function Background() {
  const { soCampo } = useRequiredSession();
  const { data } = useQuery(apiQuery(getProfile));
  const profile = data?.data;
  useEffect(() => {
    if (!profile) return;
    session.saveCompany({ id: profile.empresa.id, nome: profile.empresa.nome });
    session.saveFieldOnly(profile.user.so_campo);
  }, [profile]);
  return soCampo ? null : <LiveEvents />;
}

function Providers() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Background />
      <TermsDialog />
      <UnsavedGate />
      <SessionNotices />
      <Outlet />
    </QueryClientProvider>
  );
}

/** The signed-in area. Another user, company or scope mounts it again, so that no cached answer outlives a session. */
export default function PrivateArea() {
  const { user, empresaId, soCampo } = useRequiredSession();
  return <Providers key={`${user.id}:${empresaId}:${soCampo}`} />;
}
