import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isMissing } from '../lib/network/api.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { PageHeader } from './page-header.tsx';

interface RecordFailureProps {
  /** Kind of record ('Pesquisa'): the page's title, because the record's own title is unknown. */
  title: string;
  back: { to: string; label: string };
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** True if the record exists but belongs to another page, so counts as missing; by default `query.error` decides. */
  missing?: boolean;
  missingIcon: ReactNode;
  missingTitle: string;
  missingDescription: string;
  failedTitle: string;
  /** Text for a failure without a message. */
  fallback?: string;
}

/** Shown if a page's record is missing or could not be read: says which of the two happened, with a link back. */
export function RecordFailure({
  title,
  back,
  query: { error, refetch, isFetching },
  missing = isMissing(error),
  missingIcon,
  missingTitle,
  missingDescription,
  failedTitle,
  fallback,
}: RecordFailureProps) {
  return (
    <>
      <PageHeader title={missing ? missingTitle : title} back={back} />
      {missing ? (
        <EmptyState
          icon={missingIcon}
          title={missingTitle}
          description={missingDescription}
          action={
            <Button variant="outline" asChild>
              <Link to={back.to}>{back.label}</Link>
            </Button>
          }
        />
      ) : (
        <ErrorState
          title={failedTitle}
          error={error}
          {...(fallback ? { fallback } : {})}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </>
  );
}
