import { Badge } from '../../ui/badge.tsx';

export function ActiveBadge({ ativo }: { ativo: boolean }) {
  return <Badge variant={ativo ? 'success' : 'neutral'}>{ativo ? 'Ativo' : 'Inativo'}</Badge>;
}

/** At most `max` parameter names, and the number of the others. */
export function ParameterNames({
  label,
  names,
  max = names.length,
  required,
}: {
  label: string;
  names: readonly string[];
  max?: number;
  required?: boolean;
}) {
  if (names.length === 0) return null;
  const rest = names.slice(max);
  return (
    <p className="flex flex-wrap items-center gap-1 text-xs">
      <span className="text-muted-foreground">{label}:</span>
      {names.slice(0, max).map((name) => (
        <Badge
          key={name}
          variant={required ? 'primary' : 'outline'}
          className="max-w-full truncate font-mono"
        >
          {name}
        </Badge>
      ))}
      {rest.length > 0 ? (
        <Badge variant="neutral" title={rest.join(', ')}>
          +{rest.length}
        </Badge>
      ) : null}
    </p>
  );
}
